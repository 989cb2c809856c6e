/** What the page and its workers say to each other: plain data only. */
import type { Box, Point } from "wayfield";
import type { ThemeName } from "wayfield/draw";
import type { AnyScene, Finding } from "wayfield/world";

/** What is planned and shown beneath the plan. */
export const PLANS = ["paths", "flow", "potential", "roadmap"] as const;
export type Plan = (typeof PLANS)[number];

/** What a plan is made with. Lengths are metres. */
export interface PlanSettings {
  /** Names of the goals, of which the nearest counts; the first one of the scene where none of them is there. */
  readonly goals: readonly string[];
  /** Of the body that walks. */
  readonly radius: number;
  /** Cells along the longer side of what is shown. */
  readonly resolution: number;
  readonly colours: "distance" | "regions" | "paper";
  /** In a building: whether ways are the shortest, or the fastest. */
  readonly by: "distance" | "time";
  /** How much the potential is bent, and where to, in degrees. */
  readonly epsilon: number;
  readonly direction: number;
  readonly lanes: boolean;
}

export interface PlanOrder {
  readonly plan: Plan;
  readonly scene: AnyScene;
  /** The level of a building that is shown; null for all of them. */
  readonly level: number | null;
  readonly settings: PlanSettings;
}

/** Several lines in one table: x, y, x, y, …, and where each begins. */
export interface Lines {
  readonly coords: Float32Array;
  readonly starts: Uint32Array;
}

/** What lines mean; the view knows how they look. */
export type Role =
  | "contour"
  | "contour-major"
  | "border"
  | "cut"
  | "flow-line"
  | "lane"
  | "tick"
  | "edge"
  | "edge-narrow"
  | "arrow";

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** An image of a field, and the box that it covers. */
export interface FieldPixels {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly box: Box;
}

/** What a plan looks like, ready to be painted. */
export interface PlanPicture {
  readonly plan: Plan;
  readonly field: FieldPixels | null;
  /** A field of each level, where all levels of a building are shown. */
  readonly storeys?: readonly FieldPixels[];
  readonly lines: readonly { readonly role: Role; readonly lines: Lines }[];
  readonly labels: readonly { readonly at: Point; readonly text: string }[];
  readonly facts: readonly Fact[];
  readonly legend: {
    readonly title: string;
    readonly low: string;
    readonly high: string;
    readonly ramp: "cividis" | "flow" | "paper" | "potential" | "viridis";
  } | null;
}

/** Somebody's local map: cells around one person, as an image, and what comes of it. */
export interface LocalMapPicture {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Cells along a side, and the side of one in metres. */
  readonly size: number;
  readonly box: Box;
  /** Where the whole field leads, and where this map does: unit vectors, null for nowhere. */
  readonly way: Point | null;
  readonly chosen: Point | null;
}

/** Who is asked about: a body among others. */
export interface Body {
  readonly radius: number;
  readonly facing: Point;
  /** x, y and radius of the others, in turns. */
  readonly others: Float32Array;
}

/** A way through a building: x and y of the plan and the height of each point, and the number of its level. */
export interface SpaceWay {
  readonly points: readonly (readonly [number, number, number])[];
  readonly levels: readonly number[];
}

/** What lies under the cursor. */
export interface Probe {
  readonly at: Point;
  /** The level that it was asked about. */
  readonly level: number;
  /** In a building, the whole way; `path` is none then. */
  readonly way?: SpaceWay;
  readonly localMap?: LocalMapPicture;
  /** The way from there; null without one. */
  readonly path: readonly Point[] | null;
  readonly circle: { readonly at: Point; readonly radius: number } | null;
  /** The value with its unit, or why there is none. */
  readonly text: string;
}

/** A place that is asked about. */
export interface ProbeOrder {
  readonly at: Point;
  /** The level of a building that it is on. */
  readonly level: number;
  readonly localMap: boolean;
  readonly body?: Body;
}

export type PlanRequest =
  | { readonly type: "plan"; readonly id: number; readonly order: PlanOrder }
  | (ProbeOrder & { readonly type: "probe"; readonly id: number })
  /** A stroke of a brush, to be made an area. */
  | {
      readonly type: "brush";
      readonly id: number;
      readonly stroke: readonly Point[];
      readonly radius: number;
    }
  | { readonly type: "read"; readonly id: number; readonly name: string; readonly text: string }
  | { readonly type: "check"; readonly id: number; readonly scene: AnyScene }
  /** The same for something that is being drawn. */
  | { readonly type: "preview"; readonly id: number; readonly scene: AnyScene }
  | {
      readonly type: "svg";
      readonly id: number;
      /** Null for the plan alone. */
      readonly plan: Plan | null;
      readonly scene: AnyScene;
      readonly level: number;
      /** Whether a building is drawn with its levels one above the other. */
      readonly stacked: boolean;
      readonly theme: ThemeName;
      readonly settings: PlanSettings;
      /** The path to draw. */
      readonly from: Point | null;
    }
  | { readonly type: "repair"; readonly id: number; readonly scene: AnyScene };

export type PlanAnswer =
  | { readonly id: number; readonly type: "plan"; readonly picture: PlanPicture }
  | { readonly id: number; readonly type: "probe"; readonly probe: Probe | null }
  | { readonly id: number; readonly type: "check" | "preview"; readonly findings: readonly Finding[] }
  | { readonly id: number; readonly type: "svg"; readonly text: string }
  | { readonly id: number; readonly type: "brush"; readonly rings: readonly (readonly Point[])[] }
  | {
      readonly id: number;
      readonly type: "read";
      readonly scene: AnyScene;
      readonly notes: readonly string[];
    }
  | {
      readonly id: number;
      readonly type: "repair";
      readonly scene: AnyScene;
      readonly changes: readonly string[];
    }
  | { readonly id: number; readonly type: "error"; readonly message: string; readonly where: string };

/** How a crowd is run; what is absent is the scene's. */
export interface CrowdOrder {
  readonly scene: AnyScene;
  readonly planner?: string;
  readonly model?: string;
  readonly population?: string;
  readonly seed?: number;
}

/** Values on a grid, row 0 lowest. */
export interface GridData {
  readonly width: number;
  readonly height: number;
  readonly box: Box;
  readonly values: Float32Array;
}

/** People at one moment: for each its number, x, y, vx, vy, radius, spawn, in turns. */
export interface CrowdFrame {
  readonly time: number;
  readonly people: Float32Array;
  readonly arrived: number;
  /** In a building: on which level everybody is, or nearest to, and how high. */
  readonly storeys?: { readonly levels: Uint16Array; readonly heights: Float32Array };
}

/** Numbers per person in a frame. */
export const STRIDE = 7;

/** Series that grow while a run goes on. */
export interface CrowdSeries {
  readonly moments: readonly {
    readonly time: number;
    readonly inside: number;
    readonly arrived: number;
    readonly speed: number;
    readonly density: number;
  }[];
  readonly samples: readonly { readonly density: number; readonly speed: number }[];
  /** When people passed the lines that were drawn, in seconds. */
  readonly lines: readonly { readonly name: string; readonly times: readonly number[] }[];
}

export interface CrowdResult {
  readonly interrupted: boolean;
  readonly facts: readonly Fact[];
  /** Maps: one of each level, or one where there is a single floor. */
  readonly density: readonly GridData[];
  readonly speed: readonly GridData[];
  readonly timeToExit: readonly GridData[];
  readonly bottlenecks: readonly {
    readonly segment: readonly [Point, Point];
    readonly level: number;
    readonly text: string;
  }[];
}

export type CrowdRequest =
  | { readonly type: "run"; readonly order: CrowdOrder }
  | { readonly type: "stop" }
  | { readonly type: "report" };

export type CrowdAnswer =
  | {
      readonly type: "frames";
      readonly frames: readonly CrowdFrame[];
      readonly share: number;
      readonly total: number;
    }
  | { readonly type: "series"; readonly series: CrowdSeries }
  | { readonly type: "warning"; readonly text: string }
  | { readonly type: "done"; readonly result: CrowdResult; readonly series: CrowdSeries }
  | { readonly type: "report"; readonly html: string }
  | { readonly type: "error"; readonly message: string; readonly where: string };
