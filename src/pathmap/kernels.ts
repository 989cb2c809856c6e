/**
 * The path map's kernels in WGSL: search, shadow, cone and distance (Farias 2020, section 3.3, procedures 1 to 4).
 *
 * Sight is decided per pair of points instead of by shadow triangles: a walk through the bins of a uniform grid, and in
 * each a test against its walls. Every decision about a corner is made from the same operands by explicit `fma`, which
 * no compiler may contract further, so two walls that share a corner agree about it and no sight slips between them.
 */

/** Lanes of the search, which is one workgroup. */
const SEARCH_LANES = 256;
/** Lanes of a workgroup of the distance step. */
export const DISTANCE_LANES = 64;
/** Cells along a side of a workgroup of the cone step. */
export const CONE_SIDE = 8;

/** Greater than every distance: WGSL gives no promise about infinities. */
export const FAR = 3e38;
/** Parent of a cell that no generator has reached. */
export const NO_PARENT = -1;
/** Parent of a cell that is not free. */
export const BLOCKED = -2;

/** Bytes of the structures below, by WGSL's layout rules. */
export const BYTES = Object.freeze({
  params: 64,
  wall: 16,
  barrier: 32,
  probe: 16,
  generator: 32,
  state: 24,
  cell: 8,
  range: 8,
  /** Of the order, before its items. */
  orderHead: 12,
});

const DECLARATIONS = (): string => /* wgsl */ `
struct Params {
  cells: vec2u,        // columns, rows
  bins: vec2u,         // columns, rows
  centre: vec2f,       // of cell (0, 0)
  cell: f32,           // side of a cell
  bin: f32,            // side of a bin
  tolerance: f32,      // a point nearer than this to a wall is on it
  generators: u32,
  sources: u32,        // the first of the generators
  slots: u32,          // states per generator
  barriers: u32,
  probes: u32,
}
// A point (a = b) or a piece of a source segment. The free sector of a corner runs counterclockwise from the wall
// to 'first' to the wall to 'last'; a source sees in every direction, and both are the source's own point.
struct Generator { a: vec2f, b: vec2f, first: vec2f, last: vec2f }
// A way to a generator, state s to generator s / slots: 'origin' is where it comes from, 'distance' what it costs, 'factor'
// what a metre costs from there on. One is enough unless barriers carry.
struct State { origin: vec2f, distance: f32, source: i32, expanded: u32, factor: f32 }
// 'overflow' is not 0 where a way was lost because all states of its generator were taken.
struct Order { count: u32, current: u32, overflow: atomic<u32>, items: array<u32> }
struct Cell { distance: f32, parent: i32 }
struct Range { first: u32, end: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> walls: array<vec4f>;
@group(0) @binding(2) var<storage, read> bin_starts: array<u32>;
@group(0) @binding(3) var<storage, read> bin_walls: array<u32>;
@group(0) @binding(4) var<storage, read> generators: array<Generator>;
@group(0) @binding(5) var<storage, read_write> states: array<State>;
@group(0) @binding(6) var<storage, read_write> order: Order;
@group(0) @binding(7) var<storage, read_write> cells: array<Cell>;
// Two for each barrier: its ends; weight, dearer side (0 the far one, 1 left, 2 right), whether it carries. Then the probes.
@group(0) @binding(8) var<storage, read> extras: array<vec4f>;
@group(1) @binding(0) var<uniform> range: Range;

const FAR = ${FAR};
const NONE = 0xffffffffu;
`;

const SIGHT = (): string => /* wgsl */ `
fn cross2(u: vec2f, v: vec2f) -> f32 { return fma(u.x, v.y, -(u.y * v.x)); }

// A corner on the line counts as left of it: a sight line that grazes a corner on its right is cut there,
// and goes on from that corner, which is a generator on the same line.
fn blocks(wall: vec4f, from_point: vec2f, to_point: vec2f) -> bool {
  let along = to_point - from_point;
  let left_a = cross2(along, wall.xy - from_point) >= 0.0;
  let left_b = cross2(along, wall.zw - from_point) >= 0.0;
  if (left_a == left_b) { return false; }
  let edge = wall.zw - wall.xy;
  let limit = params.tolerance * length(edge);
  let start = cross2(edge, from_point - wall.xy);
  let end = cross2(edge, to_point - wall.xy);
  // A point on the wall is not hidden by it: own edges, and sliding along.
  return (start > limit && end < -limit) || (start < -limit && end > limit);
}

fn bin_of(p: vec2f) -> vec2i {
  return clamp(vec2i(floor(p / params.bin)), vec2i(0), vec2i(params.bins) - 1);
}

// Where the line leaves column or row i, as a share of the way.
fn leaves(i: i32, step: i32, start: f32, along: f32) -> f32 {
  if (step == 0 || abs(along) < 1e-30) { return FAR; }
  return (f32(i + max(step, 0)) * params.bin - start) / along;
}

fn sees(from_point: vec2f, to_point: vec2f) -> bool {
  var at = bin_of(from_point);
  let end = bin_of(to_point);
  let along = to_point - from_point;
  let step = sign(end - at);
  loop {
    let bin = u32(at.y) * params.bins.x + u32(at.x);
    let stop = bin_starts[bin + 1u];
    for (var i = bin_starts[bin]; i < stop; i++) {
      if (blocks(walls[bin_walls[i]], from_point, to_point)) { return false; }
    }
    if (all(at == end)) { return true; }
    // The walls of a bin include those a little outside, so a rounded choice at a bin's corner loses none.
    let x = select(FAR, leaves(at.x, step.x, from_point.x, along.x), at.x != end.x);
    let y = select(FAR, leaves(at.y, step.y, from_point.y, along.y), at.y != end.y);
    if (at.y == end.y || (at.x != end.x && x < y)) { at.x += step.x; } else { at.y += step.y; }
  }
}

// Whether a way in that direction follows the wall from a corner to 'end', and is longer than 'least'.
fn follows(corner: vec2f, end: vec2f, direction: vec2f, least: f32) -> bool {
  let wall = end - corner;
  let size = length(wall);
  if (size == 0.0) { return false; }
  return abs(cross2(direction, wall)) <= params.tolerance * size && dot(direction, wall) > least * size;
}

// Whether a way from corner g in that direction runs into the obstacle that it belongs to.
fn enters(g: u32, direction: vec2f) -> bool {
  let own = generators[g];
  let first = own.first - own.a;
  let last = own.last - own.a;
  let before = cross2(direction, first) > params.tolerance * length(first);
  let beyond = cross2(last, direction) > params.tolerance * length(last);
  // Sectors of less than half a turn are generators only where there are barriers.
  if (params.barriers > 0u && cross2(first, last) > 0.0) { return before || beyond; }
  return before && beyond;
}

// Whether a way over state s of corner g in that direction bends around the obstacle: a shortest one does, but for those that
// touch a corner to leave a barrier's factor behind.
fn is_taut(g: u32, s: u32, direction: vec2f) -> bool {
  if (params.barriers > 0u) { return true; }
  let own = generators[g];
  let first = own.first - own.a;
  let last = own.last - own.a;
  let onward = own.a - states[s].origin;
  let slack = -params.tolerance;
  let bend = cross2(onward, direction) / max(length(onward), 1e-30);
  return (bend >= slack && cross2(direction, last) >= slack * length(last))
    || (-bend >= slack && cross2(first, direction) >= slack * length(first));
}

// Two corners at the ends of one wall, on the same side of it.
fn share_wall(g: u32, i: u32) -> bool {
  let one = generators[g];
  let two = generators[i];
  return (all(one.first == two.a) && all(two.last == one.a)) || (all(one.last == two.a) && all(two.first == one.a));
}

// A sight line on which corners count as left runs along the right side of the walls it follows. So a corner whose
// sector lies left of such a wall must not be left, nor reached, along it beyond that wall's end: the way may change
// sides there only if the end is a corner to turn at, and then it is a generator itself.
fn corner_sees_corner(g: u32, s: u32, i: u32, q: vec2f, p: vec2f) -> bool {
  // The other side of the same corner.
  if (all(q == p)) { return false; }
  if (share_wall(g, i)) { return true; }
  if (!is_taut(g, s, p - q)) { return false; }
  let own = generators[g];
  let other = generators[i];
  return !enters(g, p - q) && !follows(own.a, own.first, p - q, 0.0)
    && !enters(i, q - p) && !follows(other.a, other.last, q - p, 0.0)
    && sees(q, p);
}

// A source on a wall touches both sides of it.
fn source_sees_corner(i: u32, q: vec2f, p: vec2f) -> bool {
  let other = generators[i];
  let reach = length(other.last - p) + 4.0 * params.tolerance;
  return !enters(i, q - p) && !follows(p, other.last, q - p, reach) && sees(q, p);
}

// So does a cell whose centre is on one.
fn reaches(g: u32, s: u32, q: vec2f, p: vec2f) -> bool {
  let own = generators[g];
  if (g < params.sources) { return sees(q, p); }
  let reach = length(own.first - q) + 4.0 * params.tolerance;
  return is_taut(g, s, p - q) && !enters(g, p - q) && !follows(q, own.first, p - q, reach) && sees(q, p);
}

// The point of a generator nearest to p (section 3.4). A shorter way to another point of a hidden segment would
// touch a corner, which has its own generator, so no other point of the segment needs to be looked at.
fn foot(g: u32, p: vec2f) -> vec2f {
  let own = generators[g];
  let along = own.b - own.a;
  let length2 = dot(along, along);
  if (length2 == 0.0) { return own.a; }
  let t = dot(p - own.a, along) / length2;
  if (t <= 0.0) { return own.a; }
  if (t >= 1.0) { return own.b; }
  return own.a + t * along;
}
`;

/**
 * Barriers (section 5.5): what a straight leg costs from q, on the goal's side, to p. Whatever is nearer to a barrier than
 * the tolerance is on it, and who begins or ends there has not crossed it.
 */
const BARRIERS = (): string => /* wgsl */ `
// Where a leg passes to a barrier's dearer side, as a share of the way; 2 for nowhere.
fn crossing(k: u32, q: vec2f, p: vec2f) -> f32 {
  let ends = extras[2u * k];
  let side = extras[2u * k + 1u].y;
  let along = ends.zw - ends.xy;
  let size = length(along);
  let start = cross2(along, q - ends.xy);
  let end = cross2(along, p - ends.xy);
  let limit = params.tolerance * size;
  let to_left = start < -limit && end > limit && side != 2.0;
  let to_right = start > limit && end < -limit && side != 1.0;
  if (!to_left && !to_right) { return 2.0; }
  let t = start / (start - end);
  let at = dot(q + t * (p - q) - ends.xy, along);
  return select(2.0, t, at >= -limit && at <= size * size + limit);
}

// The leg's cost where its first metre costs 1: past each barrier its weight counts, nearest to q first.
fn leg(q: vec2f, p: vec2f) -> f32 {
  var cost = 1.0;
  var factor = 1.0;
  var last = -1.0;
  var last_index = 0u;
  loop {
    var next = 2.0;
    var index = 0u;
    for (var k = 0u; k < params.barriers; k++) {
      let t = crossing(k, q, p);
      let is_new = t > last || (t == last && k > last_index);
      if (is_new && t < next) { next = t; index = k; }
    }
    if (next > 1.0) { break; }
    let weight = extras[2u * index + 1u].x;
    cost += factor * (weight - 1.0) * (1.0 - next);
    factor *= weight;
    last = next;
    last_index = index;
  }
  return cost * length(p - q);
}

// What a metre costs after the leg, as a multiple of what its first one did.
fn carried(q: vec2f, p: vec2f) -> f32 {
  var factor = 1.0;
  for (var k = 0u; k < params.barriers; k++) {
    let barrier = extras[2u * k + 1u];
    if (barrier.z > 0.0 && crossing(k, q, p) <= 1.0) { factor *= barrier.x; }
  }
  return factor;
}
`;

/** Step 1, search: the unexpanded generator of least distance, the first of equals; one workgroup. */
const SEARCH = (): string => /* wgsl */ `
var<workgroup> least: array<f32, ${SEARCH_LANES}>;
var<workgroup> holder: array<u32, ${SEARCH_LANES}>;

@compute @workgroup_size(${SEARCH_LANES})
fn search(@builtin(local_invocation_index) lane: u32) {
  var distance = FAR;
  var found = NONE;
  for (var i = lane; i < params.generators * params.slots; i += ${SEARCH_LANES}u) {
    let state = states[i];
    if (state.expanded == 0u && state.distance < distance) { distance = state.distance; found = i; }
  }
  least[lane] = distance;
  holder[lane] = found;
  for (var half = ${SEARCH_LANES / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) {
      let other = least[lane + half];
      let nearer = other < least[lane] || (other == least[lane] && holder[lane + half] < holder[lane]);
      if (nearer) { least[lane] = other; holder[lane] = holder[lane + half]; }
    }
  }
  if (lane != 0u) { return; }
  let next = holder[0];
  order.current = next;
  if (next == NONE) { return; }
  states[next].expanded = 1u;
  order.items[order.count] = next;
  order.count += 1u;
}
`;

/** Step 4, distance: what the current way offers the corners that see it. */
const DISTANCE = (): string => /* wgsl */ `
// Where a way to corner i is to be kept; NONE where a known one is as good. Equal factors may differ by rounding.
fn slot_for(i: u32, distance: f32, factor: f32) -> u32 {
  var found = NONE;
  for (var s = i * params.slots; s < (i + 1u) * params.slots; s++) {
    let known = states[s];
    if (known.distance <= distance && known.factor <= factor * 1.0000005) { return NONE; }
    let is_free = known.distance == FAR || (distance <= known.distance && factor <= known.factor);
    if (known.expanded == 0u && is_free && found == NONE) { found = s; }
  }
  if (found == NONE) { atomicStore(&order.overflow, 1u); }
  return found;
}

@compute @workgroup_size(${DISTANCE_LANES})
fn offer(@builtin(global_invocation_id) id: vec3u) {
  let way = order.current;
  let i = id.x + params.sources;
  if (way == NONE || i >= params.generators) { return; }
  let g = way / params.slots;
  let p = generators[i].a;
  let q = foot(g, p);
  let known = states[i];
  // Most offers fail by their length alone.
  let least = states[way].distance + states[way].factor * length(p - q);
  if (params.slots == 1u && (known.expanded != 0u || least >= known.distance)) { return; }
  if (g < params.sources) {
    if (!source_sees_corner(i, q, p)) { return; }
  } else if (g == i || !corner_sees_corner(g, way, i, q, p)) { return; }
  let distance = states[way].distance + states[way].factor * leg(q, p);
  let factor = states[way].factor * carried(q, p);
  if (params.slots == 1u && distance >= known.distance) { return; }
  let slot = slot_for(i, distance, factor);
  if (slot == NONE) { return; }
  states[slot].origin = q;
  states[slot].distance = distance;
  states[slot].factor = factor;
  states[slot].source = states[way].source;
}
`;

/**
 * Steps 2 and 3, shadow and cone: what a range of the expanded ways offers every cell, and the probes in the rows after
 * them. They come by rising distance, so a cell is settled when the next one is already farther from the source.
 */
const CONE = (): string => /* wgsl */ `
@compute @workgroup_size(${CONE_SIDE}, ${CONE_SIDE})
fn cone(@builtin(global_invocation_id) id: vec3u) {
  let index = id.y * params.cells.x + id.x;
  let count = params.cells.x * params.cells.y;
  if (id.x >= params.cells.x || index >= count + params.probes) { return; }
  var best = cells[index];
  if (best.parent == ${BLOCKED}) { return; }
  var p = params.centre + vec2f(id.xy) * params.cell;
  if (index >= count) { p = extras[2u * params.barriers + index - count].xy; }
  for (var k = range.first; k < min(range.end, order.count); k++) {
    let way = order.items[k];
    let state = states[way];
    if (state.distance >= best.distance) { break; }
    let g = way / params.slots;
    let q = foot(g, p);
    if (state.distance + state.factor * length(p - q) >= best.distance) { continue; }
    let distance = state.distance + state.factor * leg(q, p);
    if (distance >= best.distance || !reaches(g, way, q, p)) { continue; }
    best = Cell(distance, i32(way));
  }
  cells[index] = best;
}
`;

/**
 * All kernels as one module, with the entry points `search`, `offer` and `cone`. Functions, so that bundlers can leave
 * the text out where nothing calls them.
 */
export function pathMapWgsl(): string {
  return [DECLARATIONS, SIGHT, BARRIERS, SEARCH, DISTANCE, CONE].map((part) => part()).join("");
}
