/**
 * Colours: OKLCH as the designs state them, sRGB as renderers take them, CIELAB lightness to check them.
 *
 * Renderers of SVG do not know `oklch()`, so colours are converted once, here. OKLCH to OKLab is polar to
 * cartesian; OKLab to linear sRGB are Ottosson's matrices ("A perceptual color space for image processing", 2020);
 * linear sRGB to sRGB is the transfer curve of IEC 61966-2-1. What lies outside sRGB is clipped per channel.
 */

/** An sRGB colour, each channel from 0 to 255, not necessarily whole. */
export type Rgb = readonly [r: number, g: number, b: number];

const clamp01 = (v: number): number => Math.min(Math.max(v, 0), 1);

/** The sRGB transfer curve, linear light to signal, both 0 to 1. */
function toSignal(linear: number): number {
  const v = clamp01(linear);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
}

/** The inverse, signal to linear light. */
function toLinear(signal: number): number {
  return signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4;
}

/**
 * An OKLCH colour in sRGB.
 *
 * @param lightness 0 (black) to 1 (white)
 * @param chroma 0 (grey) to about 0.37
 * @param hue in degrees, as CSS counts them
 */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    255 * toSignal(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    255 * toSignal(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    255 * toSignal(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** `#rrggbb` of a colour. */
export function hex(colour: Rgb): string {
  const byte = (v: number): string =>
    Math.round(255 * clamp01(v / 255))
      .toString(16)
      .padStart(2, "0");
  return `#${byte(colour[0])}${byte(colour[1])}${byte(colour[2])}`;
}

/** The colour of `#rrggbb`. */
export function fromHex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Relative luminance, 0 to 1 (WCAG 2.2, the Y of CIE 1931 under D65). */
export function luminance([r, g, b]: Rgb): number {
  return 0.2126 * toLinear(r / 255) + 0.7152 * toLinear(g / 255) + 0.0722 * toLinear(b / 255);
}

/** CIELAB lightness L*, 0 to 100. */
export function lightness(colour: Rgb): number {
  const y = luminance(colour);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (24389 / 27) * y;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2); text needs 4.5. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
