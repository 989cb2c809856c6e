/**
 * How a formation deforms: its places, row by row from the front, along the spine. A row that has room stands as it was drawn; one
 * that has less is moved aside, then closes up, and then breaks into rows behind each other, which push back all that follow.
 */
import type { Point } from "../geometry/index.js";
import type { Ground } from "./ground.js";
import type { Spine, SpinePlace } from "./spine.js";

/** Metres along the spine from which a place beside a pillar may be seen, too. */
const BESIDE = 1.5;

/** Metres beyond the outermost place that are looked at. */
const SLACK = 0.2;

/** Metres by which a place is moved inwards at a time. */
const INWARD = 0.2;

/** Numbers per place: x, y, metres ahead of the middle, and 1 where there is room for nobody beside it. */
export const SPOT = 4;

/** A formation's places in rows. */
export class Rows {
  /** Numbers of the places of every row, from the front; in a row from left to right. */
  private readonly rows: readonly (readonly number[])[];
  /** Metres from the middle to the foremost, the hindmost and the outermost place. */
  readonly front: number;
  readonly rear: number;
  readonly side: number;
  private readonly here: SpinePlace = { x: 0, y: 0, ux: 1, uy: 0 };
  private readonly there: SpinePlace = { x: 0, y: 0, ux: 1, uy: 0 };

  /**
   * @param places metres ahead and to the left, front first
   * @param spacing metres between neighbours: places within half of it are in one row
   * @param tight metres between neighbours that have closed up
   */
  constructor(
    private readonly places: readonly Point[],
    private readonly spacing: number,
    readonly tight: number,
  ) {
    const rows: number[][] = [];
    let head = Infinity;
    places.forEach(([a], k) => {
      if (head - a > 0.5 * spacing) {
        rows.push([]);
        head = a;
      }
      rows[rows.length - 1].push(k);
    });
    for (const row of rows) row.sort((i, k) => places[k][1] - places[i][1] || i - k);
    this.rows = rows;
    this.front = places.reduce((most, [a]) => Math.max(most, a), 0);
    this.rear = places.reduce((most, [a]) => Math.max(most, -a), 0);
    this.side = places.reduce((most, [, b]) => Math.max(most, Math.abs(b)), 0);
  }

  /** Where the places are now, `SPOT` numbers each. Returns whether all are as drawn. */
  layOut(spine: Spine, ground: Ground, out: Float64Array): boolean {
    const { places, rows, tight } = this;
    let limit = spine.ahead;
    let isDrawn = true;
    rows.forEach((row, j) => {
      const head = row.reduce((most, k) => Math.max(most, places[k][0]), -Infinity);
      const tail = row.reduce((least, k) => Math.min(least, places[k][0]), Infinity);
      const back = Math.max(0, head - limit);
      const next = rows[j + 1]?.reduce((most, k) => Math.max(most, places[k][0]), -Infinity) ?? -Infinity;
      if (this.isAsDrawn(row, back, spine, ground, out)) {
        limit = tail - back - Math.min(tight, tail - next);
        isDrawn &&= back === 0;
        return;
      }
      isDrawn = false;
      limit = this.closeUp(row, head - back, spine, ground, out) - tight;
    });
    return isDrawn;
  }

  /** Puts a row where it was drawn, moved back by some metres; false where that is not free. */
  private isAsDrawn(
    row: readonly number[],
    back: number,
    spine: Spine,
    ground: Ground,
    out: Float64Array,
  ): boolean {
    const { places, here } = this;
    // Abreast, two looks to the sides say it of nearly all.
    const [head] = places[row[0]];
    const isAbreast = row.every((k) => places[k][0] === head);
    let [low, high] = [1, -1];
    if (isAbreast) {
      spine.at(head - back, here);
      high = ground.reach(here.x, here.y, -here.uy, here.ux, Math.max(0, places[row[0]][1]) + SLACK);
      low = -ground.reach(
        here.x,
        here.y,
        here.uy,
        -here.ux,
        Math.max(0, -places[row[row.length - 1]][1]) + SLACK,
      );
    }
    let before: Point | null = null;
    for (const k of row) {
      const [a, drawn] = places[k];
      const at = a - back;
      let b = drawn;
      if (drawn <= high && drawn >= low) spine.at(at, here);
      else {
        while (!this.isOpen(at, b, spine, ground)) {
          if (Math.abs(drawn - b) >= this.spacing || Math.abs(b) <= INWARD) return false;
          b -= b > 0 ? INWARD : -INWARD;
        }
      }
      if (before && this.isTooNear(before, [at, b])) return false;
      before = [at, b];
      this.put(k, b, at, out);
    }
    return true;
  }

  /** Whether two neighbours of a row would be nearer to each other than those who have closed up, or than they are drawn. */
  private isTooNear([at, b]: Point, [otherAt, otherB]: Point): boolean {
    const least = Math.min(this.tight, this.spacing) - 1e-9;
    return (at - otherAt) ** 2 + (b - otherB) ** 2 < least * least;
  }

  /** Whether a place is free and can be walked to from the spine; leaves the spine's place in `here`. */
  private isOpen(at: number, b: number, spine: Spine, ground: Ground): boolean {
    const { here, there } = this;
    spine.at(at, here);
    const x = here.x - b * here.uy;
    const y = here.y + b * here.ux;
    if (!ground.hasRoom(x, y)) return false;
    if (ground.sees(here.x, here.y, x, y)) return true;
    for (const aside of [BESIDE, -BESIDE]) {
      spine.at(at + aside, there);
      if (ground.sees(there.x, there.y, x, y)) return true;
    }
    return false;
  }

  private put(k: number, b: number, at: number, out: Float64Array): void {
    const { here } = this;
    out[SPOT * k] = here.x - b * here.uy;
    out[SPOT * k + 1] = here.y + b * here.ux;
    out[SPOT * k + 2] = at;
    out[SPOT * k + 3] = 0;
  }

  /** Puts a row into the room that there is, in several rows where need be; returns how far ahead of the middle the last is. */
  private closeUp(
    row: readonly number[],
    from: number,
    spine: Spine,
    ground: Ground,
    out: Float64Array,
  ): number {
    const { places, tight, here } = this;
    // Those in the middle first.
    const middle = (places[row[0]][1] + places[row[row.length - 1]][1]) / 2;
    const left = [...row].sort(
      (i, k) => Math.abs(places[i][1] - middle) - Math.abs(places[k][1] - middle) || i - k,
    );
    let at = from;
    for (;;) {
      spine.at(at, here);
      const most = this.side + this.spacing;
      const high = ground.reach(here.x, here.y, -here.uy, here.ux, most);
      const low = -ground.reach(here.x, here.y, here.uy, -here.ux, most);
      const room = Math.min(left.length, Math.floor((high - low) / tight) + 1);
      const some = left.splice(0, room).sort((i, k) => places[k][1] - places[i][1] || i - k);
      this.abreast(some, low, high, at, out);
      if (left.length === 0) return at;
      at -= tight;
    }
  }

  /** Puts some abreast between two limits: as they were drawn but moved aside, or closer where that is too wide. */
  private abreast(some: readonly number[], low: number, high: number, at: number, out: Float64Array): void {
    const { places, tight } = this;
    const [first, last] = [places[some[0]][1], places[some[some.length - 1]][1]];
    // Where two have no room, one walks in the middle.
    const isWide = first - last > high - low || high - low < tight;
    const aside = Math.max(low - last, Math.min(0, high - first));
    some.forEach((k, n) => {
      const share = some.length > 1 ? n / (some.length - 1) : 0.5;
      this.put(k, isWide ? high - share * (high - low) : places[k][1] + aside, at, out);
      if (high - low < tight) out[SPOT * k + 3] = 1;
    });
  }
}
