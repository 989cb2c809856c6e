/**
 * The whole step of a local map in WGSL (Fischer, Silveira and Nedel 2009, section V), one workgroup per map: walls are copied
 * from the resident static map, people are drawn as obstacles, goals after them, and equation 6 is relaxed.
 *
 * The article keeps one copy of the potential and lets threads run without keeping step, since CUDA ran its warps side by side;
 * WebGPU promises no such thing. Here the single copy is relaxed in the order of a chessboard, with a barrier after each colour:
 * what the CPU does in `relaxScalar`, so that the same number of relaxations gives the same field but for rounding.
 *
 * Lengths are in cells of the local map. A place is a cell of the static map and the part of one beyond it, so that neither the
 * size of a plan nor its distance from the origin takes digits from the way between two people.
 */

import { LOCAL_SIZE } from "./local-map.js";

/** Where the field of a map is kept: in the memory of its workgroup, or, for what is too large for that, in a buffer. */
export type FieldMemory = "workgroup" | "buffer";

/** 32-bit words of a person: the place's cell and the part beyond it, x and y each; radius in metres. */
export const PERSON = 5;

/**
 * Words of somebody whose map is made: number among the people, first word of the static map for its radius; facing x and y; way
 * x and y, both 0 for none; whether there is a goal; its place, 4 words; reach in metres; epsilon v, x and y.
 */
export const LOOKER = 14;

/** Bytes of `Step`, by WGSL's layout rules. */
export const STEP_BYTES = 64;

/** Which program is compiled. */
export interface LocalMapProgram {
  readonly memory: FieldMemory;
  /** Cells along a side at most; with the memory of a workgroup, exactly. */
  readonly size: number;
  /** Threads of a workgroup; each takes every so many-th cell. */
  readonly threads: number;
}

/** The program for maps of a size: one of its own where the field is in a workgroup's memory, else one for many sizes. */
export function programFor(size: number, memory: FieldMemory): LocalMapProgram {
  const isLarge = size > SMALL;
  const threads = isLarge ? 256 : 64;
  return { memory, threads, size: memory === "workgroup" ? size : isLarge ? LOCAL_SIZE.greatest : SMALL };
}

/** Maps up to this size have fewer threads. */
const SMALL = 33;

/** 32-bit words for a bit per cell. */
const wordsOf = (size: number): number => Math.ceil((size * size) / 32);

/** Bytes of workgroup memory that a map takes with its field in it. */
export function workgroupBytes(size: number): number {
  return 4 * size * size + 3 * 4 * wordsOf(size);
}

const DECLARATIONS = ({ size, memory, threads }: LocalMapProgram): string => /* wgsl */ `
struct Step {
  ground: vec2u,       // columns, rows of the static map
  bins: vec2u,         // columns, rows of the bins that people are sorted into
  bin: u32,            // cells of the static map along a side of a bin
  people: u32,         // first word of the people, and of those whose maps these are
  lookers: u32,
  first: u32,          // the first of them in this dispatch
  iterations: u32,
  is_projected: u32,   // whether a goal in the map leaves the intermediate goal where it is
  ground_cells: f32,   // cells of the static map per cell of a local map
  metre: f32,          // cells of a local map per metre
  cosine: f32,         // of half the aperture; -2 for all around
  greatest: f32,       // radius in metres
  size: u32,           // cells along a side of a map
}

@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> ground: array<u32>;      // a bit per cell: whether it is a wall
@group(0) @binding(2) var<storage, read> attributes: array<u32>;  // starts of bins, people, lookers
@group(0) @binding(3) var<storage, read_write> gradients: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> fields: array<f32>;

const THREADS = ${threads}u;
const WORDS = ${wordsOf(size)}u;

// A bit per cell. Where a wall and a body are both, it is a wall.
var<workgroup> walls: array<atomic<u32>, WORDS>;
var<workgroup> bodies: array<atomic<u32>, WORDS>;
var<workgroup> open: array<u32, WORDS>;
${
  memory === "workgroup"
    ? `var<workgroup> field: array<f32, ${size * size}>;
fn size() -> u32 { return ${size}u; }
fn at(map: u32, i: u32) -> f32 { return field[i]; }
fn put(map: u32, i: u32, u: f32) { field[i] = u; }
fn keep_step() { workgroupBarrier(); }`
    : `fn size() -> u32 { return step.size; }
fn at(map: u32, i: u32) -> f32 { return fields[map * cells() + i]; }
fn put(map: u32, i: u32, u: f32) { fields[map * cells() + i] = u; }
fn keep_step() { storageBarrier(); }`
}
fn cells() -> u32 { return size() * size(); }
fn words() -> u32 { return (cells() + 31u) / 32u; }
// Column and row of the agent's cell, and of the last.
fn own() -> i32 { return (i32(size()) - 1) / 2; }
fn last() -> i32 { return i32(size()) - 1; }
`;

const SIGHT = /* wgsl */ `
struct Place { cell: vec2i, part: vec2f }
struct Body { place: Place, radius: f32 }
struct Looker {
  slot: u32, layer: u32,
  body: Body,
  facing: vec2f,
  way: vec2f,
  has_goal: bool, goal: Place, reach: f32,
  bend: vec2f,
}

fn number(i: u32) -> f32 { return bitcast<f32>(attributes[i]); }
fn pair(i: u32) -> vec2f { return vec2f(number(i), number(i + 1u)); }
fn place(i: u32) -> Place {
  return Place(vec2i(bitcast<i32>(attributes[i]), bitcast<i32>(attributes[i + 1u])), pair(i + 2u));
}
fn person(k: u32) -> Body {
  let i = step.people + ${PERSON}u * k;
  return Body(place(i), number(i + 4u));
}
fn looker(k: u32) -> Looker {
  let i = step.lookers + ${LOOKER}u * k;
  let slot = attributes[i];
  return Looker(slot, attributes[i + 1u], person(slot), pair(i + 2u), pair(i + 4u),
    attributes[i + 6u] != 0u, place(i + 7u), number(i + 11u), pair(i + 12u));
}

// From one place to another, in cells of the map. The whole cells are subtracted first, which is exact.
fn between(a: Place, b: Place) -> vec2f {
  return (vec2f(b.cell - a.cell) + (b.part - a.part)) / step.ground_cells;
}

fn is_seen(offset: vec2f, facing: vec2f) -> bool {
  if (step.cosine < -1.0) { return true; }
  let lengths = length(offset) * length(facing);
  return lengths == 0.0 || dot(offset, facing) >= step.cosine * lengths;
}

fn is_wall(me: Looker, offset: vec2i) -> bool {
  let beyond = floor(me.body.place.part + vec2f(offset) * step.ground_cells);
  let cell = me.body.place.cell + vec2i(beyond);
  if (any(cell < vec2i(0)) || any(cell >= vec2i(step.ground))) { return true; }
  let i = u32(cell.y) * step.ground.x + u32(cell.x);
  return ((ground[me.layer + (i >> 5u)] >> (i & 31u)) & 1u) == 1u;
}

// Halves away from 0: the same on both sides of the agent.
fn rounded(v: vec2f) -> vec2i { return vec2i(sign(v) * floor(abs(v) + 0.5)); }
`;

const MAPPING = /* wgsl */ `
fn bit(i: u32) -> u32 { return 1u << (i & 31u); }
fn is_walled(i: u32) -> bool { return (atomicLoad(&walls[i >> 5u]) & bit(i)) != 0u; }
fn is_body(i: u32) -> bool { return (atomicLoad(&bodies[i >> 5u]) & bit(i)) != 0u && !is_walled(i); }

// Walls of the static map, in the update zone alone.
fn map_walls(me: Looker, thread: u32) {
  for (var i = thread; i < cells(); i += THREADS) {
    let cell = vec2u(i % size(), i / size());
    if (any(cell < vec2u(2u)) || any(cell > vec2u(size() - 3u))) { continue; }
    let offset = vec2i(cell) - own();
    if (is_wall(me, offset) && is_seen(vec2f(offset), me.facing)) { atomicOr(&walls[i >> 5u], bit(i)); }
  }
}

// The cells of the update zone whose centre a body, grown by the looker's own radius, covers; one at least.
fn map_body(me: Looker, other: Body) {
  let centre = between(me.body.place, other.place) + f32(own());
  let reach = (other.radius + me.body.radius) * step.metre;
  let low = max(vec2i(2), vec2i(ceil(centre - (reach + 0.5))));
  let high = min(vec2i(last() - 2), vec2i(floor(centre + (reach + 0.5))));
  for (var row = low.y; row <= high.y; row++) {
    for (var column = low.x; column <= high.x; column++) {
      let cell = vec2i(column, row);
      let gap = abs(vec2f(cell) - centre);
      if (length(gap) > reach && max(gap.x, gap.y) > 0.5) { continue; }
      if (!is_seen(vec2f(cell - own()), me.facing)) { continue; }
      let i = u32(row) * size() + u32(column);
      atomicOr(&bodies[i >> 5u], bit(i));
    }
  }
}

// Everybody near enough to cover a cell of the update zone, a person per thread.
fn map_people(me: Looker, thread: u32) {
  let farthest = (f32(own()) + 0.5) * step.ground_cells + (step.greatest + me.body.radius) * step.metre * step.ground_cells;
  let reach = vec2i(i32(ceil(farthest)) + 1);
  let last_bin = vec2i(step.bins) - 1;
  // People off the static map are in the bins at its border.
  let low = clamp((me.body.place.cell - reach) / i32(step.bin), vec2i(0), last_bin);
  let high = clamp((me.body.place.cell + reach) / i32(step.bin), vec2i(0), last_bin);
  for (var row = low.y; row <= high.y; row++) {
    let bins = u32(row) * step.bins.x;
    let end = attributes[bins + u32(high.x) + 1u];
    for (var k = attributes[bins + u32(low.x)] + thread; k < end; k += THREADS) {
      if (k != me.slot) { map_body(me, person(k)); }
    }
  }
}

// The goal in the map, if it is in it and seen.
struct Target { is_inside: bool, centre: vec2f, cell: vec2i, is_taken: bool }

fn target_of(me: Looker) -> Target {
  let offset = between(me.body.place, me.goal);
  let centre = offset + f32(own());
  let is_inside = me.has_goal && all(centre > vec2f(0.5)) && all(centre < vec2f(f32(last()) - 0.5))
    && is_seen(offset, me.facing);
  if (!is_inside) { return Target(false, centre, vec2i(0), false); }
  let cell = rounded(offset) + own();
  return Target(true, centre, cell, is_body(u32(cell.y) * size() + u32(cell.x)));
}

// Cells within reach of the goal, the nearest at least; and before it, where a wall or somebody on it keeps others off.
fn is_goal(me: Looker, goal: Target, cell: vec2i, i: u32) -> bool {
  if (!goal.is_inside || all(cell == vec2i(own()))) { return false; }
  let gap = length(vec2f(cell) - goal.centre);
  let is_covered = is_walled(i) || (goal.is_taken && is_body(i));
  let through = me.body.radius * step.metre + 1.0;
  return all(cell == goal.cell) || gap <= me.reach * step.metre || (is_covered && gap <= through);
}

// Where the way leaves the map: the border is one cell farther up and to the right in an even map.
fn exit_of(way: vec2f) -> vec2i {
  let reach = select(vec2f(f32(own())), vec2f(f32(last() - own())), way > vec2f(0.0));
  let part = abs(way);
  if (reach.y * part.x > reach.x * part.y) {
    return own() + rounded(vec2f(sign(way.x) * reach.x, reach.x * way.y / part.x));
  }
  return own() + rounded(vec2f(reach.y * way.x / part.y, sign(way.y) * reach.y));
}

// Goals after obstacles: where both are in one cell, the agent would have no goal.
fn settle(me: Looker, map: u32, thread: u32) {
  let goal = target_of(me);
  let has_exit = any(me.way != vec2f(0.0)) && (step.is_projected == 1u || !goal.is_inside);
  let way_out = exit_of(select(vec2f(1.0, 0.0), me.way, has_exit));
  for (var word = thread; word < words(); word += THREADS) {
    var free = 0u;
    for (var i = 32u * word; i < min(cells(), 32u * word + 32u); i++) {
      let cell = vec2i(i32(i % size()), i32(i / size()));
      let is_border = any(cell == vec2i(0)) || any(cell == vec2i(last()));
      let is_exit = has_exit && is_border && all(abs(cell - way_out) <= vec2i(1));
      let is_target = !is_border && is_goal(me, goal, cell, i);
      let is_free = all(cell == vec2i(own())) || !(is_border || is_walled(i) || is_body(i));
      put(map, i, select(0.0, 1.0, is_exit || is_target));
      if (is_free && !is_target) { free |= bit(i); }
    }
    open[word] = free;
  }
}
`;

const RELAXATION = /* wgsl */ `
@compute @workgroup_size(THREADS)
fn local_map(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let map = group.x;
  let me = looker(step.first + map);
  for (var word = thread; word < words(); word += THREADS) {
    atomicStore(&walls[word], 0u);
    atomicStore(&bodies[word], 0u);
  }
  workgroupBarrier();
  map_walls(me, thread);
  map_people(me, thread);
  workgroupBarrier();
  settle(me, map, thread);
  workgroupBarrier();
  keep_step();
  // Equation 6 with the sign that pulls towards v, as shares of the neighbours: west, east, south, north.
  let shares = 0.25 + vec4f(me.bend.x, -me.bend.x, me.bend.y, -me.bend.y) / 8.0;
  // Cells of one colour in a row, at most.
  let halves = (size() + 1u) / 2u;
  for (var k = 0u; k < 2u * step.iterations; k++) {
    for (var j = thread; j < size() * halves; j += THREADS) {
      let row = j / halves;
      let column = 2u * (j % halves) + ((row + k) & 1u);
      let i = row * size() + column;
      if (column >= size() || (open[i >> 5u] & bit(i)) == 0u) { continue; }
      let across = shares.x * at(map, i - 1u) + shares.y * at(map, i + 1u);
      let along = shares.z * at(map, i - size()) + shares.w * at(map, i + size());
      put(map, i, across + along);
    }
    keep_step();
  }
  if (thread == 0u) {
    let c = u32(own()) * (size() + 1u);
    let slope = vec2f(at(map, c + 1u) - at(map, c - 1u), at(map, c + size()) - at(map, c - size()));
    gradients[step.first + map] = 0.5 * slope;
  }
}
`;

/** A program as text. */
export function localMapWgsl(program: LocalMapProgram): string {
  return DECLARATIONS(program) + SIGHT + MAPPING + RELAXATION;
}
