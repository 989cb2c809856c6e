declare module "cdt2d" {
  /** Triangulates points with constraint edges; the answer holds three vertex numbers per triangle. */
  export default function cdt2d(points: [number, number][], edges: [number, number][]): number[][];
}
