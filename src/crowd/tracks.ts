/**
 * Agents on tracks: lanes of a flow (Farias 2020, section 4.7), on which people of one size walk behind each other.
 *
 * Tracks keep their distance from walls and from each other, so whoever is on one has a single choice: how far to go. Before
 * a step, each track is planned from its front to its back: as far as the speed allows, as the one ahead leaves room, and as
 * nobody who is off the tracks stands in the way. The kernel takes these moves as they are; agents off the tracks give way to
 * those on them. Who is held up by others for a while leaves the track and avoids like everybody else; who comes near a track
 * with a gap joins it.
 *
 * Tracks of a timetable may cross (Farias 2020, sections 4.7.3 and 6.2). People come in on them at the times that it has, and
 * walk at its speed. Whoever is late has to be minded by all others on such tracks; on time, nobody is in anybody's way.
 */
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import { type Guide, hasTracks, type Track, type TrackGuide, type TrackStarts } from "../guide.js";
import type { World } from "../world/index.js";
import type { Engine } from "./engine.js";

/** Seconds that somebody waits behind others who are on no track before leaving it. */
const PATIENCE = 1.5;

/** Shares of a step that are tried when somebody is in the way. */
const SHARES = [1, 0.75, 0.5, 0.25] as const;

/** Metres that somebody on a track keeps from others who are on none. */
const GAP = 0.01;

/** By what a body may be wider than its track allows, and a track nearer to a wall, as a share of the radius. */
const SLACK = 1e-5;

/** Columns of the crowd that tell who is where on which track. */
export interface TrackColumns {
  /** Number of the track among those of the agent's guide; -1 for none. */
  readonly track: Float64Array;
  /** Metres from the track's beginning. */
  readonly arc: Float64Array;
  /** Seconds for which others have held it up. */
  readonly held: Float64Array;
  readonly headX: Float64Array;
  readonly headY: Float64Array;
}

/** By what two on tracks of a timetable may come nearer than their bodies allow before one of them is late, as a share. */
const ON_TIME = 1e-5;

/** Somebody who would come in. */
interface Comer {
  readonly radius: number;
  /** Metres per second. */
  readonly speed: number;
  /** Seconds since when they may have walked, at most. */
  readonly seconds: number;
  /** Seconds since the start. */
  readonly now: number;
  readonly lanes?: readonly number[] | undefined;
}

/** Those who are there. */
interface Present {
  readonly own: TrackColumns;
  readonly guideOf: (slot: number) => Guide | null;
}

/** Everybody on the tracks of one guide. */
interface Line {
  readonly guide: TrackGuide;
  /** Slots per track, the first one first. */
  readonly queues: number[][];
}

/** Walks agents on tracks: `new Crowd(world, { tracks: new Tracks() })`. */
export class Tracks {
  private readonly lines = new Map<TrackGuide, Line>();
  /** Per guide and track: where a disc is clear of the wall behind it. */
  private readonly entries = new WeakMap<TrackGuide, Float64Array>();
  /** Where everybody is about to be, by slot: planned on tracks, foreseen elsewhere. */
  private toX = new Float64Array(0);
  private toY = new Float64Array(0);
  private toArc = new Float64Array(0);
  /** The line on whose tracks a slot is. */
  private readonly lineOf: (Line | null)[] = [];
  /** The track on which a slot is. */
  private readonly trackOf: (Track | null)[] = [];
  /** Those whom somebody on a track has to mind. */
  private readonly others = new Cells();
  private crowded = false;

  private engine!: Engine;
  private world!: World;

  /**
   * Takes up work in a crowd; tracks serve one.
   *
   * @internal
   */
  serve(engine: Engine, world: World): void {
    if (this.engine) throw new InputError("these serve another crowd; each needs its own", "tracks");
    this.engine = engine;
    this.world = world;
  }

  /**
   * Plans a step of all who are on tracks, and lets others join; `guideOf` is null for those who wait.
   *
   * @internal
   */
  plan(own: TrackColumns, seconds: number, guideOf: (slot: number) => Guide | null): void {
    const { engine } = this;
    const { onTrack } = engine.agents;
    onTrack.fill(0, 0, engine.count);
    const joiners = this.lineUp(own, guideOf);
    if (this.lines.size === 0) return;
    this.lookAround(own, seconds);
    for (const line of this.lines.values()) {
      line.queues.forEach((queue, number) => {
        const track = line.guide.tracks[number];
        let room = Infinity;
        let kept = 0;
        for (const i of queue) {
          this.advance(own, i, line, track, room, seconds);
          if (!onTrack[i]) continue;
          room = this.toArc[i] - track.spacing;
          queue[kept++] = i;
        }
        queue.length = kept;
      });
    }
    for (const { slot, line } of joiners) this.join(own, slot, line, seconds);
  }

  /**
   * Takes over where those on tracks have gone, to the bit.
   *
   * @internal
   */
  settle(own: TrackColumns): void {
    const { x, y, onTrack } = this.engine.agents;
    if (this.lines.size === 0) return;
    for (let i = 0; i < this.engine.count; i++) {
      if (!onTrack[i]) continue;
      x[i] = this.toX[i];
      y[i] = this.toY[i];
      own.arc[i] = this.toArc[i];
    }
  }

  /** Finds who is on which track; returns those who follow tracks but are on none. */
  private lineUp(own: TrackColumns, guideOf: (slot: number) => Guide | null): { slot: number; line: Line }[] {
    const { engine, lines, lineOf } = this;
    const { x, radius } = engine.agents;
    const { count } = engine;
    if (this.toX.length < count) {
      [this.toX, this.toY, this.toArc] = [0, 0, 0].map(() => new Float64Array(x.length));
    }
    lines.clear();
    const joiners: { slot: number; line: Line }[] = [];
    for (let i = 0; i < count; i++) {
      lineOf[i] = null;
      this.trackOf[i] = null;
      const guide = guideOf(i);
      if (!guide || !hasTracks(guide) || radius[i] > guide.trackRadius * (1 + SLACK)) {
        own.track[i] = -1;
        continue;
      }
      let line = lines.get(guide);
      if (!line) {
        line = { guide, queues: guide.tracks.map(() => []) };
        lines.set(guide, line);
      }
      const track = guide.tracks[own.track[i]];
      if (track && own.arc[i] < track.length) {
        line.queues[own.track[i]].push(i);
        lineOf[i] = line;
        this.trackOf[i] = track;
      } else {
        own.track[i] = -1;
        own.held[i] = 0;
        joiners.push({ slot: i, line });
      }
    }
    for (const { queues } of lines.values()) {
      for (const queue of queues) queue.sort((a, b) => own.arc[b] - own.arc[a] || a - b);
    }
    return joiners;
  }

  /** Notes where everybody is about to be, and whom those on tracks have to mind: all who are not on the same guide's. */
  private lookAround(own: TrackColumns, seconds: number): void {
    const { engine, lineOf, toX, toY } = this;
    const { x, y, vx, vy, radius, top } = engine.agents;
    const { count } = engine;
    const several = this.lines.size > 1 || this.isTimed;
    this.crowded = false;
    let widest = 0;
    for (let i = 0; i < count; i++) {
      toX[i] = x[i] + vx[i] * seconds;
      toY[i] = y[i] + vy[i] * seconds;
      const track = lineOf[i]?.guide.tracks[own.track[i]];
      if (track?.starts) {
        // Exactly where it will be on time: straight on would be beside the track in a bend.
        [toX[i], toY[i]] = track.at(Math.min(track.length, own.arc[i] + track.starts.speed * seconds));
      }
      widest = Math.max(widest, radius[i] + 2 * top[i] * seconds);
      if (!lineOf[i] || several) this.crowded = true;
    }
    this.others.clear(2 * (widest + GAP));
    for (let i = 0; i < count; i++) if (!lineOf[i] || several) this.others.add(i, x[i], y[i]);
  }

  /** Whether anybody's guide has tracks with a timetable. */
  private get isTimed(): boolean {
    for (const { guide } of this.lines.values()) if (guide.tracks.some(({ starts }) => starts)) return true;
    return false;
  }

  /** Takes one agent ahead as far as it can go. */
  private advance(
    own: TrackColumns,
    i: number,
    line: Line,
    track: Track,
    room: number,
    seconds: number,
  ): void {
    const s = own.arc[i];
    const most = track.starts ? track.starts.speed * seconds : this.reach(i, line.guide, s, room, seconds);
    const wanted = Math.max(0, Math.min(most, room - s, track.length - s));
    const way = this.freeWay(i, line, track, s, wanted);
    if (way < 0) {
      this.leave(own, i);
      return;
    }
    // Waiting behind one's own people is no reason to leave.
    own.held[i] = wanted > 0 && way < 0.2 * wanted ? own.held[i] + seconds : 0;
    if (own.held[i] > PATIENCE) this.leave(own, i);
    else this.go(own, i, track, s + way, seconds);
  }

  /** Takes an agent off its track; those behind it have to mind it from now on. */
  private leave(own: TrackColumns, i: number): void {
    const { x, y } = this.engine.agents;
    own.track[i] = -1;
    own.held[i] = 0;
    this.lineOf[i] = null;
    this.trackOf[i] = null;
    if (this.lines.size === 1 && !this.isTimed) this.others.add(i, x[i], y[i]);
    this.crowded = true;
  }

  /** Metres that an agent may walk: by its speed, the room before it where speed falls with density, and acceleration. */
  private reach(i: number, guide: TrackGuide, s: number, room: number, seconds: number): number {
    const { engine } = this;
    const { top, vx, vy } = engine.agents;
    const ahead = room === Infinity ? Infinity : Math.max(0, room - s) + 2 * guide.trackRadius;
    const density = 1 / (2 * guide.trackRadius * ahead);
    let speed = top[i] * Math.max(0.05, engine.speedShare(i, density));
    const acceleration = engine.accelerationOf(i);
    if (acceleration > 0) {
      const now = Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]);
      speed = Math.min(speed, now + acceleration * seconds);
    }
    return speed * seconds;
  }

  /** How much of a way along a track is free of others; -1 where a wall that moves comes too near. */
  private freeWay(i: number, line: Line | null, track: Track, s: number, wanted: number): number {
    const { engine } = this;
    const r = Math.max(engine.agents.radius[i], wanted);
    const target = track.at(s + wanted);
    if (engine.movingWallDistance2(target[0], target[1]) < r * r) return -1;
    if (!this.crowded) return wanted;
    for (const share of SHARES) {
      const p = share === 1 ? target : track.at(s + share * wanted);
      if (this.isFree(i, line, track, p)) return share * wanted;
    }
    return 0;
  }

  /**
   * Whether a place is clear of everybody who is not on the same guide's tracks, or at least leads away from them. On tracks of
   * a timetable, only who is on the same track is minded otherwise.
   */
  private isFree(i: number, line: Line | null, track: Track, p: Point): boolean {
    const { toX, toY, lineOf, trackOf } = this;
    const { x, y, radius } = this.engine.agents;
    return this.others.every(x[i], y[i], (j) => {
      if (j === i || trackOf[j] === track) return true;
      const areTimed = track.starts !== undefined && trackOf[j]?.starts !== undefined;
      if (line && lineOf[j] === line && !areTimed) return true;
      const bodies = radius[i] + radius[j];
      const keep = areTimed ? bodies * (1 - ON_TIME) : bodies + GAP;
      const dx = p[0] - toX[j];
      const dy = p[1] - toY[j];
      const d2 = dx * dx + dy * dy;
      if (d2 >= keep * keep) return true;
      const ex = x[i] - toX[j];
      const ey = y[i] - toY[j];
      return d2 > ex * ex + ey * ey;
    });
  }

  /** Puts an agent on a track for this step, on its way to a place of it. */
  private go(own: TrackColumns, i: number, track: Track, arc: number, seconds: number): void {
    const { x, y, wishX, wishY, onTrack } = this.engine.agents;
    const [px, py] = track.at(arc);
    this.toX[i] = px;
    this.toY[i] = py;
    this.toArc[i] = arc;
    onTrack[i] = 1;
    wishX[i] = (px - x[i]) / seconds;
    wishY[i] = (py - y[i]) / seconds;
    const speed = Math.sqrt(wishX[i] * wishX[i] + wishY[i] * wishY[i]);
    if (speed === 0) return;
    own.headX[i] = wishX[i] / speed;
    own.headY[i] = wishY[i] / speed;
  }

  /** Lets an agent onto the nearest track that it reaches in this step, if there is a gap. */
  private join(own: TrackColumns, i: number, line: Line, seconds: number): void {
    const { x, y, top } = this.engine.agents;
    const { guide, queues } = line;
    const here: Point = [x[i], y[i]];
    // Around a place on a track no wall is nearer than its radius: a way to it as short as that crosses none.
    const far = 0.999 * Math.min(top[i] * seconds, guide.trackRadius);
    const place = guide.nearestOnTrack(here, far);
    if (!place) return;
    const track = guide.tracks[place.track];
    // A timetable has no gaps: who has left such a track walks beside it.
    if (track.starts) return;
    // Just before the end it is not worth it.
    if (track.length - place.s < 2 * guide.trackRadius) return;
    const queue = queues[place.track];
    const next = queue.findIndex((j) => this.toArc[j] <= place.s);
    const k = next < 0 ? queue.length : next;
    const room = k > 0 ? this.toArc[queue[k - 1]] - track.spacing : Infinity;
    const behind = k < queue.length ? this.toArc[queue[k]] + 2 * guide.trackRadius : 0;
    const left = far - distance(here, track.at(place.s));
    const most = Math.min(left, this.reach(i, guide, place.s, room, seconds));
    const arc = Math.min(place.s + most, room, track.length);
    if (arc < place.s || arc < behind) return;
    if (this.freeWay(i, line, track, place.s, arc - place.s) < arc - place.s) return;
    own.track[i] = place.track;
    this.lineOf[i] = line;
    this.trackOf[i] = track;
    queue.splice(k, 0, i);
    this.go(own, i, track, arc, seconds);
  }

  /**
   * Where somebody can come in at the beginning of a track of a guide: the shortest track with room, as far in as they
   * would have walked since there was.
   *
   * @internal
   * On a track with a timetable: the one whose moment has come within those seconds, where it is by now.
   *
   * @param lanes numbers of the tracks that count; undefined for all
   */
  entry(
    { own, guideOf }: Present,
    guide: TrackGuide,
    { radius, speed, seconds, now, lanes = guide.tracks.map((_, k) => k) }: Comer,
  ): { readonly track: number; readonly arc: number; readonly position: Point } | null {
    if (radius > guide.trackRadius)
      throw new InputError(`at most ${guide.trackRadius} m fit on these tracks; given: ${radius}`, "radius");
    const unknown = lanes.find((k) => !Object.hasOwn(guide.tracks, k));
    if (unknown !== undefined)
      throw new InputError(`there are tracks 0 to ${guide.tracks.length - 1}; given: ${unknown}`, "tracks");
    const { count, agents } = this.engine;
    const last = new Float64Array(guide.tracks.length).fill(Infinity);
    const strangers: number[] = [];
    for (let i = 0; i < count; i++) {
      if (own.track[i] < 0 || guideOf(i) !== guide) strangers.push(i);
      else last[own.track[i]] = Math.min(last[own.track[i]], own.arc[i]);
    }
    const entries = this.entriesOf(guide);
    const order = [...lanes].sort((a, b) => guide.tracks[a].length - guide.tracks[b].length || a - b);
    for (const number of order) {
      const track = guide.tracks[number];
      const arc = track.starts
        ? timedArc(track.starts, entries[number], { speed, seconds, now }, last[number] - track.spacing)
        : Math.min(entries[number] + speed * seconds, last[number] - track.spacing);
      if (arc < entries[number]) continue;
      const position = track.at(arc);
      const free = strangers.every((j) => {
        const apart = distance(position, [agents.x[j], agents.y[j]]);
        const bodies = radius + agents.radius[j];
        const areTimed = track.starts !== undefined && this.trackAt(own, j, guideOf)?.starts !== undefined;
        return apart >= (areTimed ? bodies * (1 - ON_TIME) : bodies + GAP);
      });
      if (free) return { track: number, arc, position };
    }
    return null;
  }

  /** The track on which somebody is; null for none. */
  private trackAt(own: TrackColumns, i: number, guideOf: Present["guideOf"]): Track | null {
    const guide = own.track[i] < 0 ? null : guideOf(i);
    return guide && hasTracks(guide) ? (guide.tracks[own.track[i]] ?? null) : null;
  }

  /** Where on each track a disc that comes in is clear of the wall behind it. */
  private entriesOf(guide: TrackGuide): Float64Array {
    const known = this.entries.get(guide);
    if (known) return known;
    const r = guide.trackRadius;
    const entries = Float64Array.from(guide.tracks, (track) => {
      const isClear = (s: number): boolean => this.world.clearance(track.at(s)) >= r * (1 - SLACK);
      let high = 0;
      while (high < Math.min(8 * r, track.length) && !isClear(high)) high += r / 16;
      let low = Math.max(0, high - r / 16);
      for (let turn = 0; turn < 40 && high > low; turn++) {
        const middle = (low + high) / 2;
        if (isClear(middle)) high = middle;
        else low = middle;
      }
      return Math.min(high, track.length);
    });
    this.entries.set(guide, entries);
    return entries;
  }
}

/**
 * Where on a track with a timetable somebody is who has come in by now, in metres; less than the entry where nobody has within
 * the last seconds, or the one before has not left the room.
 */
function timedArc(
  starts: TrackStarts,
  entry: number,
  { speed, seconds, now }: Pick<Comer, "speed" | "seconds" | "now">,
  room: number,
): number {
  if (Math.abs(speed - starts.speed) > ON_TIME * starts.speed) {
    throw new InputError(
      `the timetable of these tracks is for ${starts.speed} m/s; given: ${speed}`,
      "speed",
    );
  }
  const opened = starts.first + entry / starts.speed;
  const number = Math.floor((now - opened) / starts.period + 1e-9);
  const since = now - opened - number * starts.period;
  if (number < 0 || since > seconds + 1e-9) return -Infinity;
  const arc = entry + Math.max(0, since) * starts.speed;
  return arc <= room + ON_TIME ? arc : -Infinity;
}

/** Agents by cells of a grid. */
class Cells {
  private readonly cells = new Map<number, number[]>();
  private cell = 1;

  /** Empties it, for questions about all within a cell's width. */
  clear(cell: number): void {
    this.cells.clear();
    this.cell = cell;
  }

  add(i: number, x: number, y: number): void {
    const key = keyOf(Math.floor(x / this.cell), Math.floor(y / this.cell));
    const list = this.cells.get(key);
    if (list) list.push(i);
    else this.cells.set(key, [i]);
  }

  /** Whether something holds for everybody within a cell's width. */
  every(x: number, y: number, holds: (i: number) => boolean): boolean {
    const [column, row] = [Math.floor(x / this.cell), Math.floor(y / this.cell)];
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        if (!(this.cells.get(keyOf(c, r))?.every(holds) ?? true)) return false;
      }
    }
    return true;
  }
}

function keyOf(column: number, row: number): number {
  return column * 67_108_864 + row;
}
