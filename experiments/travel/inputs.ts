/**
 * Point-and-click against keys (Fischer et al. 2011, "Finding hidden objects in large 3D environments", task 1 and X): two
 * scripted users who make no mistake go from star to star in the supermarket, and in the open air, where the authors expect
 * pointing to do better. What is counted is what a hand does: presses of buttons and keys, and turns of the gaze.
 */
import { type Picture, scenePicture, stackPictures, traceDisc, traceLine } from "../../src/draw/index.js";
import { distance, type Point } from "../../src/geometry/index.js";
import { PathMap } from "../../src/pathmap/index.js";
import { openAirPlan, supermarketPlan, type WalkPlan } from "../../src/scenes/index.js";
import { Traveller } from "../../src/travel/index.js";
import { grownSpace, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";

type Technique = "point-and-click" | "keys";

interface Tour {
  readonly plan: WalkPlan;
  readonly technique: Technique;
  readonly presses: number;
  readonly turns: number;
  readonly seconds: number;
  readonly metres: number;
  readonly track: readonly Point[];
}

const FRAME = 1 / 60;
/** Metres from a star at which it is found. */
const FOUND = 0.8;
/** Radians per second that a gaze turns, and what counts as looking there. */
const TURNING = Math.PI;
const LOOKING = 0.02;
/** Metres that who walks by keys means to keep from corners, and keeps at least. */
const ROOM = { meant: 0.45, least: 0.35 };
/** Seconds after which a tour is given up: a defect. */
const LONGEST = 600;

/** The angle to turn from one direction to another, -pi to pi. */
function angleTo(from: number, to: number): number {
  const turn = to - from;
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}

/** Somebody on a tour. */
class Walker {
  readonly track: Point[];
  presses = 0;
  turns = 0;
  seconds = 0;
  metres = 0;
  private gaze: number;
  private wanted: number | null = null;

  constructor(
    readonly traveller: Traveller,
    gaze: number,
  ) {
    this.gaze = gaze;
    this.track = [traveller.position];
  }

  /** Begins to look at a place: one turn, however far. */
  lookAt([x, y]: Point): void {
    const [px, py] = this.traveller.position;
    const wanted = Math.atan2(y - py, x - px);
    // A turn that is under way goes on; aiming a little better on the way costs no further one.
    if (Math.abs(angleTo(this.wanted ?? this.gaze, wanted)) > 0.1) this.turns++;
    this.wanted = wanted;
  }

  get isLooking(): boolean {
    return this.wanted === null || Math.abs(angleTo(this.gaze, this.wanted)) < LOOKING;
  }

  /** A frame goes by; `walks` where a key is held. */
  frame(walks: boolean): void {
    const { traveller } = this;
    if (this.wanted !== null) {
      const turn = angleTo(this.gaze, this.wanted);
      this.gaze += Math.min(Math.max(turn, -TURNING * FRAME), TURNING * FRAME);
    }
    if (walks) traveller.steer([Math.cos(this.gaze), Math.sin(this.gaze)]);
    const before = traveller.position;
    traveller.advance(FRAME);
    this.metres += distance(before, traveller.position);
    this.seconds += FRAME;
    if (distance(this.track[this.track.length - 1], traveller.position) > 0.1)
      this.track.push(traveller.position);
    if (this.seconds > LONGEST) throw new Error(`no star found at ${traveller.position}`);
  }
}

/** Looks at the star, clicks, and looks at the next one on arriving. */
function pointTo(walker: Walker, star: Point): void {
  walker.lookAt(star);
  while (!walker.isLooking) walker.frame(false);
  walker.presses++;
  walker.traveller.goTo(star);
  while (distance(walker.traveller.position, star) > FOUND) walker.frame(false);
}

/** Holds the key all the way, and turns at every corner of the shortest way. */
function keyTo(walker: Walker, star: Point, world: World): void {
  const map = new PathMap(world, { goals: [{ point: star }], radius: ROOM.meant });
  const space = grownSpace(world.plan, ROOM.least);
  if (walker.presses === 0) walker.presses++;
  const way = map.pathFrom(walker.traveller.position)!.slice(1);
  while (distance(walker.traveller.position, star) > FOUND) {
    // The next corner is looked at as soon as the way there is free.
    while (way.length > 1 && space.visible(walker.traveller.position, way[1])) way.shift();
    walker.lookAt(way[0]);
    // Who has to turn far lets go of nothing, and walks a bow.
    walker.frame(walker.isLooking || walker.traveller.state === "steered");
  }
}

function toured(plan: WalkPlan, technique: Technique, progress: () => void): Tour {
  const world = new World(plan.scene);
  const walker = new Walker(new Traveller(world, { at: plan.start }), plan.gaze);
  for (const star of plan.stars) {
    if (technique === "keys") keyTo(walker, star, world);
    else pointTo(walker, star);
    progress();
  }
  const { presses, turns, seconds, metres, track } = walker;
  return { plan, technique, presses, turns, seconds, metres, track };
}

function pictureOf(tours: readonly Tour[], size: number): Picture {
  const { scene, stars, start } = tours[0].plan;
  const { goals: _, ...plan } = scene;
  const picture = scenePicture(plan, { size, labels: false, legend: true });
  const colours = { "point-and-click": picture.theme.accent, keys: picture.theme.goal };
  const layer = picture.layer("marks");
  for (const { technique, track } of tours) {
    const stroke = colours[technique];
    layer.shape({ stroke, width: 2 }, (path) => traceLine(path, track));
    picture.legend({ label: technique, sample: "line", colour: stroke });
  }
  const unit = picture.unit / picture.scale;
  for (const star of [start, ...stars])
    layer.shape({ fill: picture.theme.text }, (path) => traceDisc(path, star, 4 * unit));
  return picture;
}

/** Both techniques in both scenes. */
export const inputs: Experiment<readonly Tour[]> = {
  name: "travel-inputs",
  title: "Point-and-click against keys, in aisles and in the open air",
  paper: "Fischer 2011",
  place: "Finding hidden objects in large 3D environments, task 1 and section 10",
  seeded: false,
  run: ({ progress }) => {
    const plans = [supermarketPlan(), openAirPlan()];
    const all = 2 * plans.reduce((sum, { stars }) => sum + stars.length, 0);
    let done = 0;
    const tick = (): void => progress?.(++done / all);
    return plans.flatMap((plan) => [toured(plan, "point-and-click", tick), toured(plan, "keys", tick)]);
  },
  rows: (tours) =>
    tours.map(({ plan, technique, presses, turns, seconds, metres }) => ({
      scene: plan.scene.name,
      technique,
      stars: plan.stars.length,
      presses,
      turns,
      inputs: presses + turns,
      seconds: Number(seconds.toFixed(2)),
      metres: Number(metres.toFixed(2)),
    })),
  lines: (tours) =>
    tours.map(({ plan, technique, presses, turns, seconds, metres }) => {
      const words = `${presses + turns} inputs (presses ${presses}, turns ${turns})`;
      return `${plan.scene.name}, ${technique}: ${words}, ${seconds.toFixed(1)} s, ${metres.toFixed(1)} m`;
    }),
  picture: (tours, size) =>
    stackPictures(
      [0, 2].map((k) => pictureOf(tours.slice(k, k + 2), size)),
      1,
    ),
};
