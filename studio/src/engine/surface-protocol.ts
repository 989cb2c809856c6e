/** What the page and the worker of surfaces say to each other. */
import type { Fact } from "./protocol.js";

/** A point in space, in metres. */
export type Place3 = readonly [number, number, number];

export type SurfaceRequest =
  /** A built-in surface, or a file's content. */
  | { readonly type: "open"; readonly name: string; readonly bytes?: ArrayBuffer }
  | {
      readonly type: "solve";
      readonly goal: Place3;
      /** Painted obstacles: everything within a radius of a place. */
      readonly blocks: readonly { readonly at: Place3; readonly radius: number }[];
      /** Of the body that walks. */
      readonly radius: number;
    }
  | { readonly type: "follow"; readonly from: Place3 };

export type SurfaceAnswer =
  | {
      readonly type: "mesh";
      readonly positions: Float32Array;
      readonly corners: Uint32Array;
      readonly facts: readonly Fact[];
    }
  | {
      readonly type: "field";
      readonly colours: Float32Array;
      readonly isolines: Float32Array;
      readonly solveMs: number;
    }
  | { readonly type: "path"; readonly points: Float32Array; readonly length: number }
  | { readonly type: "error"; readonly message: string };
