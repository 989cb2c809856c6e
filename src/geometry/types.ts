/** A point of the plane, in metres, y up. */
export type Point = readonly [x: number, y: number];

/** A closed segment. */
export type Segment = readonly [a: Point, b: Point];

/** A closed chain of points; the first is not repeated at the end. */
export type Ring = readonly Point[];

/** An axis-parallel box. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** An area: outer rings counterclockwise, holes clockwise. */
export type Region = readonly Ring[];

/** A connected area: its outline and the outlines of what it surrounds. */
export interface Area {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}
