/** A scene that runs: its spawns, goal queues, timetables and bottlenecks over a crowd. */
import { type ArrivalRule, type Crowd, Doors, type ModelValue } from "../crowd/index.js";
import type { DirectedCrowd } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { Groups } from "../groups/index.js";
import { orca } from "../models/index.js";
import { checkLike, checkNumber } from "../options.js";
import {
  type BuildingInput,
  completeScene,
  type Obstacle,
  obstacleAt,
  refuseCovered,
  refuseRoutes,
  refuseStays,
  type Scene,
  type SceneInput,
  type World,
} from "../world/index.js";
import { Admission } from "./admission.js";
import { Battle, type Fall, type SideSummary } from "./battle.js";
import { Bottlenecks } from "./bottleneck.js";
import { crossingOf, type TimetableSummary, timetableSummary } from "./crossing-flows.js";
import { doorsToHang } from "./door-flow.js";
import type { Lifts } from "./lifts.js";
import { type LocalMapView, LocalMapWalking } from "./local-maps.js";
import {
  type ModelChoice,
  type ModelParameters,
  mainModel,
  modelChoice,
  modelsInUse,
  profileModel,
} from "./models.js";
import { checkLaneOptions, type PlannedGuide } from "./planners.js";
import { Plans } from "./plans.js";
import { POPULATIONS, type Population, type PopulationName, populationNamed } from "./populations.js";
import {
  checkTimes,
  directedCrowd,
  refuseFaults,
  refuseInBuilding,
  timedBody,
  withoutDoors,
  worldLike,
  worldOf,
} from "./preparation.js";
import { spawnsOf, withSinks } from "./scene-spawns.js";
import type { SimulationOptions, SimulationSnapshot } from "./simulation-options.js";
import { checkSimulationOptions } from "./simulation-options.js";
import { checkSites, type SiteFigures, Sites } from "./sites.js";
import type { SketchedRoutes } from "./sketched-routes.js";
import type { Visit } from "./stay-place.js";
import { anchorsOf, type StaySummary } from "./stays.js";
import { PlannerTable } from "./table.js";
import { speedNote } from "./terrain.js";
import { type Ride, Transport } from "./transport.js";

/** A scene that runs. */
export class Simulation {
  readonly scene: Scene;
  /** The building and its sheet, on which everybody is; null for the plan of one floor. */
  readonly building: World["building"];
  readonly crowd: Crowd;
  /** Whether people come as long as it runs: through the sources of a flow, in a scene without spawns. */
  readonly endless: boolean;
  readonly planner: string;
  /** When people have reached a goal. */
  readonly arrival: ArrivalRule;
  /** Who people are whose spawn names no population; `none` for radius 0.25 m and 1.34 m/s. */
  readonly population: PopulationName | "none";
  /** The adapter that local maps are made on; null for the CPU. */
  readonly adapter: string | null;
  /** Persons per second and metre that its rules let through doors and exits at most; null for no rule. */
  readonly doorFlow: number | null;
  /** The model of those whose profile names none. */
  readonly model: string;
  /** The models that somebody walks by, and their parameters. */
  readonly models: ModelParameters;
  readonly step: number;
  readonly duration: number;
  readonly seed: number;
  /** What a user should know, one line each. */
  readonly warnings: string[] = [];
  readonly bottlenecks: Bottlenecks | null;
  /** By which the people of the scene's `flows` come, with planner `flow`; else null. */
  readonly timetable: TimetableSummary | null;
  /** Its groups, in the order of the scene; more can be added while it runs. None in a periodic plan. */
  readonly groups = new Groups();
  /**
   * The lifts of a building; null for a plan.
   *
   * @internal
   */
  readonly lifts: Lifts | null;
  private readonly battle: Battle | null;
  private readonly people: Sites | null;
  private steps = 0;
  private faultsTold = 0;
  private readonly plans: Plans;
  private readonly admission: Admission;
  private readonly directed: DirectedCrowd;
  private readonly doors = new Doors();
  /** Obstacles with a timetable, and where those that stand somewhere are now. */
  private readonly timed: readonly Obstacle[];
  private current: readonly Obstacle[] = [];
  private readonly transport: Transport | null;

  constructor(input: SceneInput | BuildingInput | World, given: SimulationOptions = {}) {
    checkSimulationOptions(given);
    const world = worldOf(input);
    this.building = world?.building ?? null;
    this.scene = withSinks(world?.scene ?? completeScene(input as SceneInput));
    const { simulation = {} } = this.scene;
    const sites = (given.sites ?? simulation.sites) || null;
    this.people = sites && new Sites(sites);
    const options = this.people ? this.people.optionsFor(this.scene, given) : given;
    const planned = withoutDoors(this.scene);
    const { obstacles = [] } = planned;
    const table = new PlannerTable(options.planners);
    this.planner = table.nameOf(options.planner ?? simulation.planner ?? "pathmap");
    this.step = options.step ?? simulation.step ?? 0.05;
    this.duration = options.duration ?? simulation.duration ?? 600;
    this.seed = options.seed ?? simulation.seed ?? 1;
    this.arrival = options.arrival ?? simulation.arrival ?? "cross";
    this.adapter = options.gpu?.adapter ?? null;
    for (const warning of checkTimes(this, this.people !== null)) this.warnings.push(warning);
    table.check(this.planner, options.planner === undefined ? "simulation.planner" : "planner");
    const named = options.planner === undefined ? undefined : this.planner;
    refuseFaults(this.scene, table, named, this.people !== null, this.building);
    const spawns = spawnsOf(this.scene);
    const planners = spawns.map(({ planner }) => planner ?? this.planner);
    if (this.building) refuseInBuilding(this.building, planners, options);
    const walking = checkLaneOptions(planners, options);
    if (sites) checkSites(this.scene, planners);
    const choice = modelChoice(this.scene, options.model, options.speedDensity);
    const main = mainModel(choice);
    this.model = main.name;
    const moved = obstacles.filter(({ schedule }) => schedule);
    const still = obstacles.filter(({ schedule }) => !schedule);
    const isAsDrawn = moved.length === 0 && planned === this.scene;
    const base = world && isAsDrawn ? world : worldLike(world, { ...planned, obstacles: still });
    this.timed = moved;
    refuseStays(this.scene, base.space);
    refuseRoutes(this.scene, base.space);
    refuseCovered(this.scene, base.space);
    this.people?.settle(base, this.seed);
    this.directed = this.crowdOn(base, options, main);
    this.crowd = this.directed;
    const population = this.populationOf(options, main);
    this.population = population?.name ?? "none";
    this.doorFlow = population?.doorFlow ?? null;
    const exits = new Set(spawns.flatMap(({ goals }) => goals[goals.length - 1]));
    this.hangDoors(base, exits);
    this.transport = this.scene.weights?.length ? new Transport(this.scene.weights) : null;
    const wanted = options.bottleneck ?? this.scene.bottleneck;
    this.bottlenecks = wanted
      ? new Bottlenecks(
          base,
          wanted,
          () => this.plans.tellBarriers(),
          (barriers, segment) => this.plans.passing(barriers, segment),
        )
      : null;
    const anchors = anchorsOf(this.scene, base);
    const timed = this.timedOf(spawns, options, population);
    const crossing = timed && crossingOf(base, { lanes: walking.lanes ?? "optimized", ...timed });
    this.timetable = crossing && timetableSummary(crossing, this.scene);
    this.plans = new Plans({
      scene: planned,
      anchors,
      doors: { doors: this.scene.doors },
      crowd: this.directed,
      walking: { ...walking, ...(timed && { speed: timed.speed }) },
      planners: table,
      transport: this.transport,
      barriers: () => this.bottlenecks?.barriers ?? [],
    });
    this.admission = this.admissionOf(spawns, options, population, choice, anchors);
    this.lifts = this.building && this.admission.lifts(this.building);
    const note = speedNote(base.zones, this.admission.travellers, this.people !== null);
    if (note !== null) this.warnings.push(note);
    const { battle } = simulation;
    this.battle = battle ? new Battle(battle, this.directed, this.seed, this.admission.grouping) : null;
    this.models = modelsInUse(choice, this.admission.profilesInUse);
    this.plans.checkExits(exits, this.arrival);
    this.endless = this.admission.asked === Infinity;
  }

  private timedOf(
    spawns: ReturnType<typeof spawnsOf>,
    options: SimulationOptions,
    population: Population | null,
  ): ReturnType<typeof timedBody> {
    const { scene, timed } = this;
    return this.planner === "flow"
      ? timedBody({ scene, spawns, population, options, moves: timed.length > 0 })
      : null;
  }

  private crowdOn(base: World, options: SimulationOptions, model: ModelValue): DirectedCrowd {
    const { scene, seed, arrival, doors, groups } = this;
    return directedCrowd(base, options, { scene, seed, arrival, model, doors, groups });
  }

  /** Those who let people in; a population as an option comes before the spawns' own. */
  private admissionOf(
    spawns: ReturnType<typeof spawnsOf>,
    { population: given, gpu }: SimulationOptions,
    population: Population | null,
    choice: ModelChoice,
    anchors: ReturnType<typeof anchorsOf>,
  ): Admission {
    const { scene, directed: crowd, plans, seed, planner, duration, groups } = this;
    return new Admission({
      scene,
      groups,
      spawns: given === undefined ? spawns : spawns.map(({ population: _, ...spawn }) => spawn),
      crowd,
      plans,
      seed,
      planner,
      modelOf: (profile) => profileModel(profile, choice),
      population,
      duration,
      gpu,
      anchors,
      sites: this.people,
      warn: (line) => {
        this.warnings.push(line);
      },
    });
  }

  /** Who people are whose spawn names no population. */
  private populationOf({ population }: SimulationOptions, model: ModelValue): Population | null {
    const named = population ?? this.scene.simulation?.population;
    if (named !== undefined) return populationNamed(named, "population");
    return model === orca ? null : POPULATIONS.adults;
  }

  /** Doors that do not let everybody through at any time; that they are closed is told by obstacles. */
  private hangDoors(world: World, exits: ReadonlySet<string>): void {
    const { scene, doorFlow: flow, arrival } = this;
    for (const door of doorsToHang(scene, { world, exits, flow, arrival })) this.doors.add(door);
  }

  /** The planners that guide somebody, without repeats. */
  get planners(): readonly string[] {
    const { admission } = this;
    return [...new Set(admission.spawners.map((spawner) => admission.plannerOf(spawner)))];
  }

  /** Seconds since the start. */
  get time(): number {
    return this.steps * this.step;
  }

  /** Agents that the scene asks for; those that have come, where people come as long as it runs. */
  get total(): number {
    return this.endless ? this.crowd.spawned : this.admission.asked;
  }

  /** Agents that should come from each spawn. */
  get asked(): readonly number[] {
    return this.admission.spawners.map(({ people }) => people);
  }

  /** Agents that have not found room yet, though their time has come; 0 where people come as long as it runs. */
  get waiting(): number {
    return this.endless ? 0 : this.admission.waiting(this.time);
  }

  /** Whether everyone has arrived, waits in a refuge or was taken away, or the time is over. */
  get done(): boolean {
    const { arrived, removed } = this.crowd;
    const settled = arrived + removed + this.sheltered.length;
    return this.time >= this.duration - 1e-9 || settled >= this.admission.asked;
  }

  /** When those who wait in refuges came there, in seconds. */
  get sheltered(): readonly number[] {
    return this.admission.stays.sheltered;
  }

  /** Those who have fallen in the scene's battle, in the order in which they did. */
  get falls(): readonly Fall[] {
    return this.battle?.falls ?? [];
  }

  /** The sides of groups, and how many of each have fallen; none where nobody fights. */
  get sides(): readonly SideSummary[] {
    return this.battle?.sides ?? [];
  }

  /** The obstacles that move, where they are now. */
  get movingObstacles(): readonly Obstacle[] {
    return this.current;
  }

  /**
   * One step: people come, plans change, everyone moves, bottlenecks are looked for.
   *
   * @throws InputError where local maps are made on a graphics adapter
   */
  advance(): void {
    if (this.adapter !== null)
      throw new InputError("local maps on a graphics adapter need advanceAsync", "gpu");
    this.prepare();
    this.crowd.step(this.step);
    this.settle();
  }

  /** The same, with local maps on a graphics adapter where one was given. Nothing may be changed before it is done. */
  async advanceAsync(): Promise<void> {
    this.prepare();
    await this.crowd.stepAsync(this.step);
    this.settle();
  }

  /** Up to where everyone moves. */
  private prepare(): void {
    const { step } = this;
    const from = this.time;
    this.admission.admit(from, step);
    this.plans.follow(from);
    this.admission.choice.follow(from);
    this.admission.routes.advance();
    this.admission.stays.follow(from, step);
    this.lifts?.follow(from, step);
    this.admission.grouping.follow(from);
    if (this.timed.length > 0) this.moveTimed(from, from + step);
    this.people?.walk(this.directed, step);
  }

  /** After everyone has moved. */
  private settle(): void {
    this.tellFaults();
    this.takeRides();
    this.battle?.fight(this.steps, this.step);
    this.steps++;
    this.admission.stays.settle(this.time);
    this.admission.routes.settle();
    this.bottlenecks?.observe(this.crowd, this.step);
  }

  /** Says of threads that were lost. */
  private tellFaults(): void {
    const { threadFaults } = this.crowd;
    while (this.faultsTold < threadFaults.length) this.warnings.push(threadFaults[this.faultsTold++]);
  }

  /** Moves what follows a timetable on. */
  private moveTimed(from: number, to: number): void {
    const at = (time: number): (Obstacle | null)[] =>
      this.timed.map((obstacle) => obstacleAt(obstacle, time));
    const after = at(to);
    this.current = after.filter((obstacle) => obstacle !== null);
    this.directed.moveTimed(at(from), after);
  }

  /** What the diagram of people came to so far; null where they are no sites. */
  get sites(): SiteFigures | null {
    return this.people?.figures ?? null;
  }

  /** The local map that somebody would make now; null for who is not inside, and for who walks by no local map. */
  localMap(id: number): LocalMapView | null {
    const sight = this.directed.sightOf(id);
    return sight?.manner instanceof LocalMapWalking ? sight.manner.view(sight.thinker, sight.scenery) : null;
  }

  /** Faster ways to travel that were taken, in that order: who, and which of the scene's weights. */
  get rides(): readonly Ride[] {
    return this.transport?.rides ?? [];
  }

  /** Stays at queues and waiting places that are over, in the order in which they ended. */
  get visits(): readonly Visit[] {
    return this.admission.stays.visits;
  }

  /** Sketched routes: strokes can be added and undone, and people sent along them, while it runs. */
  get routes(): SketchedRoutes {
    return this.admission.routes;
  }

  /** What has happened at each queue and each waiting place; none where the scene has none. */
  get stays(): readonly StaySummary[] {
    return this.admission.stays.summary;
  }

  /** Whoever passes a weighted corner takes what stands there. */
  private takeRides(): void {
    const { transport, crowd, admission } = this;
    if (!transport) return;
    const mayRide = (group: number): boolean => admission.plannerOf(admission.spawners[group]) === "pathmap";
    for (const ride of transport.passing(crowd, mayRide)) {
      const { speed } = crowd.agent(ride[0])!;
      const faster = transport.take(ride);
      admission.choice.forget(ride[0]);
      crowd.change(ride[0], { speed: speed * faster, guide: this.guidesAfter(ride) });
    }
  }

  /** Everybody's plans after a ride was taken; returns those of the rider. */
  private guidesAfter([agent]: Ride): PlannedGuide[] {
    const { plans, admission, transport, directed } = this;
    const orders = directed.guidesOf(agent).flatMap((guide) => plans.orderOf(guide) ?? []);
    plans.rebuildMaps();
    const stops = orders.map(({ goals }) => [...goals]);
    const [{ radius, profile }] = orders;
    const factor = transport!.factorOf(agent);
    return admission.itinerary({ stops, radius, planner: "pathmap", factor, profile });
  }

  /** The state as plain data. */
  snapshot(): SimulationSnapshot {
    return {
      format: "wayfield-simulation",
      version: 1,
      steps: this.steps,
      planned: this.plans.planned,
      spawned: this.admission.spawners.map(({ done }) => done),
      late: this.admission.spawners.map(({ lateSince }) => lateSince),
      told: this.admission.told,
      warnings: [...this.warnings],
      random: this.admission.random.state,
      crowd: this.crowd.snapshot(),
      bottlenecks: this.bottlenecks?.snapshot() ?? null,
      rides: this.rides.map(([agent, weight, group]): Ride => [agent, weight, group]),
      itineraries: [...this.admission.itineraries],
      choice: this.admission.choice.state,
      stays: this.admission.stays.state,
      falls: this.battle?.state ?? [],
      routes: this.admission.routes.state,
      lifts: this.lifts?.state ?? null,
    };
  }

  /**
   * Goes back to a snapshot of a simulation of the same scene and options. Where people are sites of the roadmap, what they have
   * in mind is in no snapshot: all steps are taken again, by a simulation that has not gone farther.
   */
  restore(snapshot: SimulationSnapshot): void {
    if (snapshot?.format !== "wayfield-simulation" || snapshot.version !== 1) {
      throw new InputError("a snapshot of a simulation, version 1, is needed");
    }
    checkLike(snapshot, this.snapshot(), "snapshot");
    checkNumber(snapshot.steps, "snapshot.steps", { whole: true, least: 0 });
    const { spawners, random } = this.admission;
    if (snapshot.spawned.length !== spawners.length) {
      throw new InputError("the snapshot is of another scene: its spawns differ");
    }
    if (this.people) {
      this.catchUp(snapshot);
      return;
    }
    this.steps = snapshot.steps;
    spawners.forEach((spawner, i) => {
      spawner.done = snapshot.spawned[i];
      spawner.lateSince = snapshot.late[i];
    });
    this.admission.told = snapshot.told;
    this.warnings.length = 0;
    for (const line of snapshot.warnings) this.warnings.push(line);
    random.state = snapshot.random;
    // Plans are those that were made last, not those that would be made now.
    this.plans.goTo(snapshot.planned);
    if (this.bottlenecks && snapshot.bottlenecks) this.bottlenecks.restore(snapshot.bottlenecks);
    if (this.transport) {
      this.transport.reset();
      for (const ride of snapshot.rides) this.transport.take(ride);
      this.plans.rebuildMaps();
    }
    for (const itinerary of snapshot.itineraries) this.admission.itinerary(itinerary);
    this.admission.choice.state = snapshot.choice;
    this.admission.stays.state = snapshot.stays;
    this.admission.grouping.goTo((snapshot.steps - 1) * this.step);
    if (this.battle) this.battle.state = snapshot.falls;
    this.admission.routes.state = snapshot.routes;
    if (this.lifts && snapshot.lifts) this.lifts.state = snapshot.lifts;
    // Last: new plans make everyone ask for the way again, but the snapshot knows when each one would.
    this.crowd.restore(snapshot.crowd);
  }

  /** Takes the steps of a snapshot again. */
  private catchUp({ steps }: SimulationSnapshot): void {
    if (this.steps > steps) {
      throw new InputError("people who are sites of the roadmap cannot go back: a new simulation is needed");
    }
    while (this.steps < steps) this.advance();
  }

  /** Ends the threads, where there are several. */
  close(): void {
    this.crowd.close();
  }
}
