/**
 * AssemblyScript: the inner loops of potential fields with explicit vectors. `npm run build` compiles this file into
 * `src/potential/module.ts`. The tests compare both with plain TypeScript: `kernel.ts`, and elimination by bands.
 */

/** Maps that are relaxed at once, one per lane: two vectors of four. */
const LANES: usize = 8;
/** Bytes of one cell of all lanes. */
const CELL: usize = 4 * LANES;
const FREE: u8 = 0;
const GOAL: u8 = 2;

/**
 * Relaxes maps of size x size cells and writes the gradient at the agent's cell of each.
 *
 * @param kinds one byte per cell, map after map
 * @param bends epsilon times the vector, two floats per map
 * @param out two floats per map
 * @param scratch room for two floats per cell and lane
 */
export function relaxMaps(
  kinds: usize,
  bends: usize,
  out: usize,
  scratch: usize,
  size: usize,
  count: usize,
  iterations: u32,
): void {
  const cells = size * size;
  const mask = scratch + cells * CELL;
  for (let first: usize = 0; first < count; first += LANES) {
    const lanes = min(LANES, count - first);
    spread(kinds + first * cells, scratch, mask, cells, lanes);
    relaxLanes(scratch, mask, bends + first * 8, size, lanes, iterations);
    const centre = scratch + ((size - 1) >> 1) * (size + 1) * CELL;
    for (let lane: usize = 0; lane < lanes; lane++) {
      const at = centre + lane * 4;
      const to = out + (first + lane) * 8;
      store<f32>(to, <f32>0.5 * (load<f32>(at + CELL) - load<f32>(at - CELL)));
      store<f32>(to + 4, <f32>0.5 * (load<f32>(at + size * CELL) - load<f32>(at - size * CELL)));
    }
  }
}

/** Lays maps beside each other: u is 1 at goals and 0 elsewhere, the mask is set where a cell is free. */
function spread(kinds: usize, u: usize, mask: usize, cells: usize, lanes: usize): void {
  for (let i: usize = 0; i < cells; i++) {
    for (let lane: usize = 0; lane < LANES; lane++) {
      const kind: u8 = lane < lanes ? load<u8>(kinds + lane * cells + i) : 1;
      const at = i * CELL + lane * 4;
      store<f32>(u + at, kind == GOAL ? <f32>1 : <f32>0);
      store<i32>(mask + at, kind == FREE ? -1 : 0);
    }
  }
}

// @ts-ignore: decorator
@inline
function share(bends: usize, axis: usize, sign: f32, lane: usize, lanes: usize): f32 {
  if (lane >= lanes) return 0.25;
  return <f32>(0.25 + <f64>sign * 0.125 * <f64>load<f32>(bends + lane * 8 + axis * 4));
}

// @ts-ignore: decorator
@inline
function shares(bends: usize, axis: usize, sign: f32, first: usize, lanes: usize): v128 {
  let v = f32x4.splat(share(bends, axis, sign, first, lanes));
  v = f32x4.replace_lane(v, 1, share(bends, axis, sign, first + 1, lanes));
  v = f32x4.replace_lane(v, 2, share(bends, axis, sign, first + 2, lanes));
  v = f32x4.replace_lane(v, 3, share(bends, axis, sign, first + 3, lanes));
  return v;
}

/**
 * Gauss-Seidel in the order of a chessboard: first the cells whose row and column add up to an even number, then the others. Every
 * cell sees the same of its neighbours on both sides, so a map that is its own mirror image has a field that is.
 */
function relaxLanes(u: usize, mask: usize, bends: usize, size: usize, lanes: usize, iterations: u32): void {
  const west0 = shares(bends, 0, 1, 0, lanes);
  const west1 = shares(bends, 0, 1, 4, lanes);
  const east0 = shares(bends, 0, -1, 0, lanes);
  const east1 = shares(bends, 0, -1, 4, lanes);
  const south0 = shares(bends, 1, 1, 0, lanes);
  const south1 = shares(bends, 1, 1, 4, lanes);
  const north0 = shares(bends, 1, -1, 0, lanes);
  const north1 = shares(bends, 1, -1, 4, lanes);
  const row = size * CELL;
  const shift = mask - u;
  for (let k: u32 = 0; k < 2 * iterations; k++) {
    for (let r: usize = 1; r < size - 1; r++) {
      const end = u + (r + 1) * row - CELL;
      for (let at = u + r * row + (1 + ((r + 1 + (k & 1)) & 1)) * CELL; at < end; at += 2 * CELL) {
        const sum0 = f32x4.add(
          f32x4.add(f32x4.mul(west0, v128.load(at - CELL)), f32x4.mul(east0, v128.load(at + CELL))),
          f32x4.add(f32x4.mul(south0, v128.load(at - row)), f32x4.mul(north0, v128.load(at + row))),
        );
        const sum1 = f32x4.add(
          f32x4.add(f32x4.mul(west1, v128.load(at - CELL, 16)), f32x4.mul(east1, v128.load(at + CELL, 16))),
          f32x4.add(f32x4.mul(south1, v128.load(at - row, 16)), f32x4.mul(north1, v128.load(at + row, 16))),
        );
        v128.store(at, v128.bitselect(sum0, v128.load(at), v128.load(at + shift)));
        v128.store(at, v128.bitselect(sum1, v128.load(at, 16), v128.load(at + shift, 16)), 16);
      }
    }
  }
}

/*
 * Fronts of the elimination (`eliminate.ts`): dense matrices of doubles, row by row, with the right-hand sides as the last
 * column and the diagonal negative, so that eliminating only ever adds. Of a symmetric front only the upper triangle counts.
 */

// @ts-ignore: decorator
@inline
function add2(to: usize, a: v128, x: v128): void {
  v128.store(to, f64x2.add(v128.load(to), f64x2.mul(a, x)));
}

/** Applies pivot p to the rows after it, up to `end`. */
function applyPivot(front: usize, stride: usize, p: usize, end: usize, isSymmetric: bool): void {
  const bytes = stride << 3;
  const row = front + p * bytes;
  const last = row + bytes;
  const inverse = -1 / load<f64>(row + (p << 3));
  for (let i = p + 1; i < end; i++) {
    const target = front + i * bytes;
    const factor = (isSymmetric ? load<f64>(row + (i << 3)) : load<f64>(target + (p << 3))) * inverse;
    if (factor == 0) continue;
    const f = f64x2.splat(factor);
    let from = row + ((isSymmetric ? i : p + 1) << 3);
    const shift = target - row;
    for (; from + 8 < last; from += 16) add2(from + shift, f, v128.load(from));
    if (from < last) store<f64>(from + shift, load<f64>(from + shift) + factor * load<f64>(from));
  }
}

/** Applies the four pivots from p on to all rows after them, two rows and two columns at a time. */
function applyPanel(front: usize, size: usize, stride: usize, p: usize, isSymmetric: bool): void {
  const bytes = stride << 3;
  const r0 = front + p * bytes;
  const r1 = r0 + bytes;
  const r2 = r1 + bytes;
  const r3 = r2 + bytes;
  const o = p << 3;
  const i0 = -1 / load<f64>(r0 + o);
  const i1 = -1 / load<f64>(r1 + o, 8);
  const i2 = -1 / load<f64>(r2 + o, 16);
  const i3 = -1 / load<f64>(r3 + o, 24);
  const u01 = load<f64>(r0 + o, 8);
  const u02 = load<f64>(r0 + o, 16);
  const u03 = load<f64>(r0 + o, 24);
  const u12 = load<f64>(r1 + o, 16);
  const u13 = load<f64>(r1 + o, 24);
  const u23 = load<f64>(r2 + o, 24);
  for (let i = p + 4; i < size; i += 2) {
    const t = front + i * bytes;
    // An odd last row is done twice over itself: the second time with factors of zero.
    const isPair = i + 1 < size;
    const s = isPair ? t + bytes : t;
    let a: f64, b: f64, c: f64, d: f64;
    let e: f64 = 0;
    let f: f64 = 0;
    let g: f64 = 0;
    let h: f64 = 0;
    if (isSymmetric) {
      const at = i << 3;
      a = load<f64>(r0 + at) * i0;
      b = load<f64>(r1 + at) * i1;
      c = load<f64>(r2 + at) * i2;
      d = load<f64>(r3 + at) * i3;
      if (isPair) {
        e = load<f64>(r0 + at, 8) * i0;
        f = load<f64>(r1 + at, 8) * i1;
        g = load<f64>(r2 + at, 8) * i2;
        h = load<f64>(r3 + at, 8) * i3;
      }
    } else {
      a = load<f64>(t + o) * i0;
      b = (load<f64>(t + o, 8) + a * u01) * i1;
      c = (load<f64>(t + o, 16) + a * u02 + b * u12) * i2;
      d = (load<f64>(t + o, 24) + a * u03 + b * u13 + c * u23) * i3;
      if (isPair) {
        e = load<f64>(s + o) * i0;
        f = (load<f64>(s + o, 8) + e * u01) * i1;
        g = (load<f64>(s + o, 16) + e * u02 + f * u12) * i2;
        h = (load<f64>(s + o, 24) + e * u03 + f * u13 + g * u23) * i3;
      }
    }
    if (a + b + c + d + e + f + g + h == 0) continue;
    const va = f64x2.splat(a);
    const vb = f64x2.splat(b);
    const vc = f64x2.splat(c);
    const vd = f64x2.splat(d);
    const ve = f64x2.splat(e);
    const vf = f64x2.splat(f);
    const vg = f64x2.splat(g);
    const vh = f64x2.splat(h);
    // A symmetric pair begins at its first diagonal; the second row's entry before its own is never read.
    let j = (isSymmetric ? i : p + 4) << 3;
    for (; j + 8 < bytes; j += 16) {
      const w0 = v128.load(r0 + j);
      const w1 = v128.load(r1 + j);
      const w2 = v128.load(r2 + j);
      const w3 = v128.load(r3 + j);
      v128.store(
        t + j,
        f64x2.add(
          f64x2.add(v128.load(t + j), f64x2.add(f64x2.mul(va, w0), f64x2.mul(vb, w1))),
          f64x2.add(f64x2.mul(vc, w2), f64x2.mul(vd, w3)),
        ),
      );
      v128.store(
        s + j,
        f64x2.add(
          f64x2.add(v128.load(s + j), f64x2.add(f64x2.mul(ve, w0), f64x2.mul(vf, w1))),
          f64x2.add(f64x2.mul(vg, w2), f64x2.mul(vh, w3)),
        ),
      );
    }
    if (j < bytes) {
      const x0 = load<f64>(r0 + j);
      const x1 = load<f64>(r1 + j);
      const x2 = load<f64>(r2 + j);
      const x3 = load<f64>(r3 + j);
      store<f64>(t + j, load<f64>(t + j) + a * x0 + b * x1 + c * x2 + d * x3);
      store<f64>(s + j, load<f64>(s + j) + e * x0 + f * x1 + g * x2 + h * x3);
    }
  }
}

/** Eliminates the first `pivots` members of a front. */
export function factorFront(front: usize, size: usize, pivots: usize, isSymmetric: bool): void {
  const stride = size + 1;
  let p: usize = 0;
  for (; p + 4 <= pivots; p += 4) {
    for (let q = p; q < p + 3; q++) applyPivot(front, stride, q, p + 4, isSymmetric);
    applyPanel(front, size, stride, p, isSymmetric);
  }
  for (; p < pivots; p++) applyPivot(front, stride, p, size, isSymmetric);
}

/** Zeroes a front. */
export function clearFront(front: usize, size: usize): void {
  memory.fill(front, 0, size * (size + 1) * 8);
}

/**
 * Adds what is left of a region to a front of `size` members: `count` rows with their right-hand sides, of symmetric ones only what
 * begins at the diagonal. `places` says where its members are in the front.
 */
export function addRemainder(
  front: usize,
  size: usize,
  remainder: usize,
  count: usize,
  places: usize,
  isSymmetric: bool,
): void {
  const stride = size + 1;
  let from = remainder;
  for (let i: usize = 0; i < count; i++) {
    const r = <usize>load<u32>(places + (i << 2));
    const row = front + ((r * stride) << 3);
    if (isSymmetric) {
      for (let j = i; j < count; j++, from += 8) {
        const c = <usize>load<u32>(places + (j << 2));
        const to = c >= r ? row + (c << 3) : front + ((c * stride + r) << 3);
        store<f64>(to, load<f64>(to) + load<f64>(from));
      }
    } else {
      for (let j: usize = 0; j < count; j++, from += 8) {
        const to = row + ((<usize>load<u32>(places + (j << 2))) << 3);
        store<f64>(to, load<f64>(to) + load<f64>(from));
      }
    }
    const right = row + (size << 3);
    store<f64>(right, load<f64>(right) + load<f64>(from));
    from += 8;
  }
}

/** Copies the rows of the pivots: the inverse of the diagonal, the right-hand side, the coefficients of the members after. */
export function keepRows(front: usize, size: usize, pivots: usize, to: usize): void {
  const bytes = (size + 1) << 3;
  for (let p: usize = 0; p < pivots; p++) {
    const row = front + p * bytes;
    store<f64>(to, -1 / load<f64>(row + (p << 3)));
    store<f64>(to, load<f64>(row + (size << 3)), 8);
    const rest = (size - p - 1) << 3;
    memory.copy(to + 16, row + ((p + 1) << 3), rest);
    to += 16 + rest;
  }
}

/** Copies what is left of a front: all rows after the pivots, of symmetric ones from the diagonal on. */
export function keepRemainder(front: usize, size: usize, pivots: usize, to: usize, isSymmetric: bool): void {
  const bytes = (size + 1) << 3;
  for (let i = pivots; i < size; i++) {
    const skip = (isSymmetric ? i : pivots) << 3;
    memory.copy(to, front + i * bytes + skip, bytes - skip);
    to += bytes - skip;
  }
}

/** The pivots' values from those of the members after them; `members` are offsets in x, `scratch` has room for all. */
export function substitute(rows: usize, members: usize, size: usize, pivots: usize, x: usize, scratch: usize): void {
  for (let j = pivots; j < size; j++) {
    store<f64>(scratch + (j << 3), load<f64>(x + (load<u32>(members + (j << 2)) << 3)));
  }
  const end = scratch + (size << 3);
  let row = rows + ((pivots * (size + 1) - ((pivots * (pivots - 1)) >> 1)) << 3);
  for (let p = pivots; p-- > 0; ) {
    row -= (size - p + 1) << 3;
    let sums = f64x2.splat(0);
    let at = scratch + ((p + 1) << 3);
    const shift = row + 16 - at;
    for (; at + 8 < end; at += 16) sums = f64x2.add(sums, f64x2.mul(v128.load(at), v128.load(at + shift)));
    let sum = load<f64>(row, 8) + f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    if (at < end) sum += load<f64>(at) * load<f64>(at + shift);
    sum *= load<f64>(row);
    store<f64>(scratch + (p << 3), sum);
    store<f64>(x + (load<u32>(members + (p << 2)) << 3), sum);
  }
}
