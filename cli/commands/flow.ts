/** `wayfield flow SCENE`: how much can pass, where it is narrowest, and lanes for people of a size. */
import { type Command, Option } from "commander";
import { flowPicture } from "../../src/draw/index.js";
import {
  type Certificate,
  FlowMap,
  LANE_METHODS,
  type LaneMethod,
  type LaneSystem,
  optimizeLanes,
  type Timetable,
  timetable,
  verify,
} from "../../src/flow/index.js";
import type { World } from "../../src/world/index.js";
import { printerBeside, printJson } from "../files.js";
import { positive } from "../options.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { progressBar } from "../progress.js";
import { addJson, addProfile, addScene, forProfile, loadWorld } from "../scene.js";

/** Pixels along the side of a cell of the map that a picture shows, and cells along its longer side at most. */
const PIXELS_PER_CELL = 2;
const MOST_CELLS = 8000;

interface FlowCommandOptions extends PictureOptions {
  radius?: number;
  speed: number;
  method: LaneMethod;
  optimize?: boolean;
  profile?: string;
  json?: boolean;
}

/** What was found for people of a radius. */
interface Result {
  readonly system: LaneSystem;
  readonly certificate: Certificate;
}

/** Does work that tells how much of it is done, behind a bar. */
function withBar<T>(what: string, work: (progress: (share: number) => void) => T): T {
  const bar = progressBar(what);
  try {
    return work((share) => bar.show(share));
  } finally {
    bar.end();
  }
}

function lanesOf(map: FlowMap, radius: number, { method, optimize }: FlowCommandOptions): Result {
  const plain = withBar("lanes", (progress) => map.lanes(radius, { method, progress }));
  const system = optimize ? withBar("optimizing", (progress) => optimizeLanes(plain, { progress })) : plain;
  return { system, certificate: verify(system) };
}

function flow(sceneName: string, options: FlowCommandOptions): void {
  const { radius, json } = options;
  const world = forProfile(loadWorld(sceneName).world, options.profile, null);
  if (world.scene.flows) {
    crossing(world, options);
    return;
  }
  const map = new FlowMap(world);
  const result = radius === undefined ? null : lanesOf(map, radius, options);
  const files = draw(map, result, options);
  if (json) {
    printJson(documentOf(map, radius ?? null, result, options.speed));
    return;
  }
  const metres = (value: number): string => `${value.toFixed(2)} m`;
  const print = printerBeside(options.png, options.svg);
  print(
    `max flow ${metres(map.value)}: the min cut has ${map.minCut.length} ${map.minCut.length === 1 ? "gate" : "gates"}\n`,
  );
  if (result) print(`${describe(result, options.speed)}\n`);
  if (files.length > 0) print(`written: ${files.join(", ")}\n`);
}

/** One of several flows that cross. */
interface NamedFlow {
  readonly name: string;
  readonly map: FlowMap;
  readonly result: Result | null;
}

/** Several flows, and with a radius the times at which people of each may start. */
function crossing(world: World, options: FlowCommandOptions): void {
  const { radius, speed, json, size, theme } = options;
  const { scene } = world;
  const flows = Object.entries(scene.flows ?? {}).map(([name, { source, sink }]): NamedFlow => {
    const map = new FlowMap(world, { source, sink });
    return { name, map, result: radius === undefined ? null : lanesOf(map, radius, options) };
  });
  const systems = flows.flatMap(({ result }) => (result ? [result.system] : []));
  const times = systems.length > 0 ? timetable(systems, { speed, ...scene.timetable }) : null;
  const lanes = systems.flatMap((system, group) =>
    system.lanes.map(({ stretches, radius: r }) => ({ stretches, radius: r, group })),
  );
  const minCut = flows.flatMap(({ map, result }) => (result ? result.system.cut : map.minCut));
  const files = writePicture(options, () => flowPicture(scene, { lanes, minCut, theme, size }).toSvg());
  if (json) {
    const documents = flows.map(({ name, map, result }) => ({
      name,
      ...documentOf(map, radius ?? null, result, speed),
    }));
    printJson({ flows: documents, timetable: times && timesOf(flows, times) });
    return;
  }
  const print = printerBeside(options.png, options.svg);
  for (const { name, map, result } of flows) {
    print(`${name}: max flow ${map.value.toFixed(2)} m\n`);
    if (result) print(`${describe(result, speed).replace(/^/gm, "  ")}\n`);
  }
  if (times) print(`${describeTimes(flows, times)}\n`);
  if (files.length > 0) print(`written: ${files.join(", ")}\n`);
}

function timesOf(
  flows: readonly NamedFlow[],
  { speed, period, phases, throughput, alone }: Timetable,
): object {
  return {
    speed,
    period,
    flows: flows.map(({ name }, g) => ({
      name,
      perSecond: throughput[g],
      alone: alone[g],
      phases: phases[g],
    })),
  };
}

function describeTimes(flows: readonly NamedFlow[], { period, throughput, alone }: Timetable): string {
  const rates = flows.map(
    ({ name }, g) => `${name} ${throughput[g].toFixed(2)} (alone ${alone[g].toFixed(2)})`,
  );
  return `timetable: a start each ${period.toFixed(2)} s on every lane; people per second: ${rates.join(", ")}`;
}

function documentOf(map: FlowMap, radius: number | null, result: Result | null, speed: number): object {
  const { value, minCut } = map;
  const base = { value, minCut, radius, maxLanes: null, lanes: [], totalLength: 0 };
  if (!result) return base;
  const { system, certificate } = result;
  return {
    ...base,
    maxLanes: system.bound,
    lanes: system.lanes.map(({ points, length }) => ({ points, length })),
    totalLength: system.lanes.reduce((sum, { length }) => sum + length, 0),
    certificate,
    capacity: system.lanes.reduce((sum, lane) => sum + lane.capacity(speed), 0),
    ...(system.blockedBy ? { blockedBy: system.blockedBy } : {}),
  };
}

function describe({ system, certificate }: Result, speed: number): string {
  const { lanes, bound, radius, blockedBy } = system;
  if (blockedBy) {
    const { a, b, length } = blockedBy;
    const place = `${a[0].toFixed(2)},${a[1].toFixed(2)} to ${b[0].toFixed(2)},${b[1].toFixed(2)}`;
    return `no lane of radius ${radius} m fits: the gate from ${place} is ${length.toFixed(3)} m wide, ${(2 * radius).toFixed(3)} m are needed`;
  }
  const lengths = lanes.map(({ length }) => length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const [shortest, longest] = [
    lengths.reduce((a, b) => Math.min(a, b), Infinity),
    lengths.reduce((a, b) => Math.max(a, b), 0),
  ];
  const capacity = lanes.reduce((sum, lane) => sum + lane.capacity(speed), 0);
  const { clearance, spacing, selfSpacing, holds } = certificate;
  const shown = (value: number | null): string => (value === null ? "none" : `${value.toFixed(4)} m`);
  return [
    `${lanes.length} of at most ${bound} lanes of radius ${radius} m, together ${total.toFixed(2)} m` +
      (lanes.length > 0 ? `, each ${shortest.toFixed(2)} to ${longest.toFixed(2)} m` : ""),
    `${capacity.toFixed(2)} people per second at ${speed} m/s`,
    `certificate ${holds ? "holds" : "does not hold"}: clearance ${shown(clearance)}, spacing ${shown(spacing)}, to itself ${shown(selfSpacing)}`,
  ].join("\n");
}

function draw(map: FlowMap, result: Result | null, options: FlowCommandOptions): string[] {
  const { size, theme } = options;
  const cells = Math.min(MOST_CELLS, Math.ceil(size / PIXELS_PER_CELL));
  return writePicture(options, () =>
    flowPicture(map.world.scene, {
      raster: withBar("map", (progress) => map.raster(cells, progress)),
      minCut: result ? result.system.cut : map.minCut,
      lanes: result?.system.lanes ?? [],
      theme,
      size,
    }).toSvg(),
  );
}

/** Registers the command. */
export function registerFlow(program: Command): void {
  const command = program
    .command("flow")
    .description(
      "how much can pass from the scene's flow sources to its sinks, and lanes that use all of it; of flows that cross, a timetable",
    );
  addScene(command)
    .option("--radius <metres>", "radius of those who walk, > 0: lay out lanes for them", positive)
    .option("--optimize", "optimize the lanes: pull them taut")
    .addOption(
      new Option("--method <name>", "exact: as many lanes as fit; scan and contracted: the paper's ways")
        .choices([...LANE_METHODS])
        .default("exact"),
    )
    .option("--speed <m/s>", "walking speed, > 0, for the capacity and the timetable", positive, 1.34);
  addJson(addProfile(addPictureOptions(command))).action(flow);
}
