/** Line icons on a grid of 20, drawn for this studio. */
import type { JSX } from "preact";

const PATHS: Record<string, string> = {
  select: "M5 3l9 7-4 .8L12.5 16l-2 .9L8 11.7 5 14z",
  stack: "M10 3l8 4-8 4-8-4zM2 10.5l8 4 8-4M2 14l8 4 8-4",
  boundary: "M3 5h14v10H3zM3 5h0M17 5h0M17 15h0M3 15h0",
  wall: "M4 16L16 4",
  block: "M4 8l6-4 6 4-2 8H6z",
  post: "M10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  door: "M3 16V4h3M17 4v12h-3M6 4l8 6",
  stairs: "M3 16h4v-4h4V8h4V4h2",
  lift: "M4 3h12v14H4zM10 3v14M7 8l-1.500 2h3zM13 12l-1.500-2h3z",
  goal: "M6 17V3l8 3-8 3.5",
  spawn:
    "M7 7a2 2 0 1 0 0-.1M13 7a2 2 0 1 0 0-.1M3 16c0-3 2-5 4-5s4 2 4 5M10.5 12c.7-.7 1.6-1 2.5-1 2 0 4 2 4 5",
  source: "M4 4v12M8 10h8M13 7l3 3-3 3",
  sink: "M16 4v12M4 10h8M9 7l3 3-3 3",
  area: "M4 4h12v12H4zM4 8l4-4M4 12l8-8M4 16L16 4M8 16l8-8M12 16l4-4",
  line: "M3 13l10-10 4 4-10 10zM6 10l1.500 1.500M8.500 7.500l2 2M11 5l1.500 1.500",
  zone: "M3 14c2-2 3 1 5 0s2-3 4-2 3 2 5 0M3 9c2-2 3 1 5 0s2-3 4-2 3 2 5 0",
  route: "M4 16c0-6 12-1 10-8M10 11c3 0 5 1 6 4M14 8l-2-2M14 8l3-1",
  barrier: "M3 12h14M5 8l2 8M9 8l2 8M13 8l2 8",
  weight: "M4 16V7h9M13 7m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 16h3",
  terrain: "M13 3l4 4-7 7-4-4zM6 10c-2 0-2 2-3 5 3 0 6 0 7-1",
  queue:
    "M4 14m-1.500 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0M9 14m-1.500 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0M14 14m-1.500 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0M3 8h13M13 5l3 3-3 3",
  waiting: "M6 3h8M6 17h8M7 3c0 4 6 5 6 7s-6 3-6 7M13 3c0 4-6 5-6 7s6 3 6 7",
  add: "M10 4v12M4 10h12",
  back: "M15 4l-7 6 7 6zM6 4v12",
  "align-left": "M3 3v14M6 5h10v3H6zM6 12h6v3H6z",
  "align-centre": "M10 2v16M4 5h12v3H4zM6 12h8v3H6z",
  "align-right": "M17 3v14M4 5h10v3H4zM8 12h6v3H8z",
  "align-top": "M3 3h14M5 6h3v10H5zM12 6h3v6h-3z",
  "align-middle": "M2 10h16M5 4h3v12H5zM12 6h3v8h-3z",
  "align-bottom": "M3 17h14M5 4h3v10H5zM12 8h3v6h-3z",
  play: "M6 4l10 6-10 6z",
  pause: "M6 4h3v12H6zM11 4h3v12h-3z",
  step: "M5 4l7 6-7 6zM14 4v12",
  stop: "M5 5h10v10H5z",
  undo: "M7 4L3 8l4 4M3 8h8a5 5 0 0 1 0 10H8",
  redo: "M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 10h3",
  open: "M3 6h5l2 2h7v8H3z",
  save: "M10 3v9M6 8l4 4 4-4M4 16h12",
  share:
    "M6 10h0M14 5h0M14 15h0M7.500 9l5-3M7.500 11l5 3M4 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0M12 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M12 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  gallery: "M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  theme: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
  help: "M7 7.500a3 3 0 1 1 4 2.800c-.8.3-1 .8-1 1.700M10 15v.1",
  close: "M5 5l10 10M15 5L5 15",
};

export function Icon({ name }: { readonly name: string }): JSX.Element {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" class="icon">
      <path d={PATHS[name]} />
    </svg>
  );
}
