/**
 * What flow maps, lanes and rasters are made from: the outline with its openings, the critical graph, and the greatest flow
 * over it (Farias 2020, chapter 4).
 */
import { InputError } from "../errors.js";
import type { Point, Segment } from "../geometry/index.js";
import { checkKeys } from "../options.js";
import { checkOneFloor, checkWorld, type World } from "../world/index.js";
import { Frontier, type Sill, sillsOf } from "./build.js";
import { Enclosure } from "./enclosure.js";
import { Field } from "./field.js";
import { Gates } from "./gates.js";
import { type FlowPieces, type Outline, outlineOf } from "./openings.js";
import { piecesOf } from "./pieces.js";
import type { Distances } from "./spread.js";
import { greatestFlow, type Stream } from "./stream.js";

/** How a flow map is made: pieces of the boundary, by default those of the scene's `flow`. */
export interface FlowMapOptions {
  /** Where the flow comes in: segments on the boundary. */
  readonly source?: readonly Segment[];
  /** Where it leaves. */
  readonly sink?: readonly Segment[];
}

/** A gate: the shortest straight way between two bodies. */
export interface Gate {
  readonly a: Point;
  readonly b: Point;
  /** In metres. */
  readonly length: number;
}

/** A flow counted in metres or in lanes, with the distance of every body. */
export interface Network {
  readonly stream: Stream;
  /** What each body starts with. */
  readonly bodies: Float64Array;
  /** The gates of the min cut. */
  readonly cut: readonly Gate[];
  /** The same flow with other values of the walls. */
  others(): Iterable<Network>;
}

const NONE = Object.freeze({ ends: [], values: [] });

/** A world with its sources and sinks, and how much can flow between them. */
export class FlowPlan {
  readonly world: World;
  /**
   * The boundary, cut into openings and walls.
   *
   * @internal
   */
  readonly outline: Outline;
  /**
   * The critical graph.
   *
   * @internal
   */
  readonly gates: Gates;

  /**
   * Tells which straight ways leave the boundary; null where it is convex.
   *
   * @internal
   */
  readonly enclosure: Enclosure | null;
  /**
   * The openings relative to the plan's middle, `gates.pieces.origin`.
   *
   * @internal
   */
  readonly sills: readonly Sill[];

  private inMetres: Network | undefined;
  private known: Field | undefined;

  /** @throws InputError where pieces are missing, lie off the boundary or overlap */
  constructor(world: World, options: FlowMapOptions = {}) {
    checkWorld(world);
    checkOneFloor(world, "a flow map");
    checkKeys(options, ["source", "sink"]);
    const { source = world.scene.flow?.source, sink = world.scene.flow?.sink } = options;
    if (!source || !sink) {
      throw new InputError("a flow needs source and sink, in the scene or as options", "flow");
    }
    this.world = world;
    this.outline = outlineOf(world.boundary, { source, sink } satisfies FlowPieces);
    const pieces = piecesOf(world, this.outline);
    this.enclosure = Enclosure.of(this.outline, pieces.origin);
    this.gates = new Gates(pieces, this.enclosure);
    this.sills = sillsOf(this.outline, pieces.origin);
  }

  /**
   * The flow in metres.
   *
   * @internal
   */
  protected get metres(): Network {
    this.inMetres ??= this.network(0);
    return this.inMetres;
  }

  /**
   * The same map with sources and sinks exchanged.
   *
   * @internal
   */
  reversed(): FlowPlan {
    const pieces = (kind: "source" | "sink"): Segment[] =>
      this.outline.openings
        .filter((opening) => opening.kind === kind)
        .flatMap(({ points }) => points.slice(1).map((p, i): Segment => [points[i], p]));
    return new FlowPlan(this.world, { source: pieces("sink"), sink: pieces("source") });
  }

  /** The most that can flow, in metres: how wide the plan is where it is narrowest. */
  get value(): number {
    return this.metres.stream.value;
  }

  /** Where it is narrowest: gates whose lengths sum to `value`. */
  get minCut(): readonly Gate[] {
    return this.metres.cut;
  }

  /** What each wall is worth, in metres: the flow between it and the lowest wall. */
  get wallValues(): Float64Array {
    return this.metres.stream.walls;
  }

  /**
   * What the highest wall is worth, in metres.
   *
   * @internal
   */
  get highest(): number {
    return this.wallValues.reduce((a, b) => Math.max(a, b));
  }

  /**
   * The greatest flow and the distances over the critical graph, in lanes of a width, or in metres for width 0.
   *
   * @internal
   */
  network(width: number, gates: Gates = this.gates): Network {
    const { bodies } = gates.pieces;
    const { openings } = this.outline;
    const fromWall = new Map<number, Distances>();
    const spreadFrom = (wall: number): Distances => {
      let distances = fromWall.get(wall);
      if (!distances) {
        const start = new Float64Array(bodies).fill(Infinity);
        start[wall] = 0;
        distances = gates.spread(start, width);
        fromWall.set(wall, distances);
      }
      return distances;
    };
    // Of two walls the one after a source is the lower one, and distances from there are the bodies' own.
    const endsOf = (a: number, b: number): [number, number] => {
      const isLater = openings[a].kind === openings[b].kind ? a > b : openings[b].kind === "source";
      return isLater ? [b, a] : [a, b];
    };
    const stream = greatestFlow(openings, (a, b) => {
      const [from, to] = endsOf(a, b);
      return spreadFrom(from).value[to];
    });
    const cut = stream.cut.flatMap(({ from, to, times }) => {
      const [start, end] = endsOf(from, to);
      const way = gates.wayTo(end, spreadFrom(start));
      const segments = way.map(([i, j]) => gates.segment(i, j)).filter(({ length }) => length > 0);
      return Array.from({ length: times }, () => segments).flat();
    });
    const networkOf = (walls: Float64Array): Network => ({
      stream: { ...stream, walls },
      bodies: this.bodyValues(walls, spreadFrom),
      cut,
      *others() {
        for (const choice of stream.choices) if (choice !== walls) yield networkOf(choice);
      },
    });
    return networkOf(stream.walls);
  }

  /** What each body starts with: the least over all walls of the wall's value and the distance from it. */
  private bodyValues(walls: Float64Array, spreadFrom: (wall: number) => Distances): Float64Array {
    const lowest = walls.indexOf(0);
    const values = spreadFrom(lowest).value.slice();
    walls.forEach((start, wall) => {
      // A wall that the lowest one gives its value adds nothing.
      if (start === values[wall]) return;
      const { value } = spreadFrom(wall);
      for (let i = 0; i < values.length; i++) values[i] = Math.min(values[i], start + value[i]);
    });
    return values;
  }

  /**
   * The field of the map: the flow between the lowest wall and a point, in metres.
   *
   * @internal
   */
  get field(): Field {
    this.known ??= this.fieldOf(this.metres.bodies);
    return this.known;
  }

  /**
   * A field in which every body starts with a value.
   *
   * @internal
   */
  fieldOf(values: Float64Array, extra: { ends: readonly number[]; values: readonly number[] } = NONE): Field {
    const { ends, body, count, walls } = this.gates.pieces;
    const oneSided = body.findIndex((b) => b >= walls);
    const all = new Float64Array(ends.length + extra.ends.length);
    all.set(ends);
    all.set(extra.ends, ends.length);
    const each = new Float64Array(count + extra.values.length);
    for (let i = 0; i < count; i++) each[i] = values[body[i]];
    each.set(extra.values, count);
    return new Field(all, each, this.enclosure, oneSided < 0 ? count : oneSided);
  }

  /**
   * Follows contours of a field between the openings.
   *
   * @internal
   */
  frontier(field: Field, radius: number): Frontier {
    const { boxes } = this.gates.tree;
    const size = Math.hypot(boxes[2] - boxes[0], boxes[3] - boxes[1]);
    const stride = Math.max(4 * radius, size / Math.sqrt(3 * this.gates.pieces.count));
    return new Frontier(field, this.sills, stride);
  }
}
