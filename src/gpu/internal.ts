/** Usage and visibility flags by their numbers: their names are globals only where a browser provides them. */
export const COMPUTE = 0x4;
export const MAP_READ = 0x1;
export const COPY_SRC = 0x4;
export const COPY_DST = 0x8;
export const UNIFORM = 0x40;
export const STORAGE = 0x80;
export const READ_MODE = 0x1;
