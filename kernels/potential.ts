/**
 * AssemblyScript: the two inner loops of potential fields with explicit vectors. `npm run build` compiles this file into
 * `src/potential/kernels.ts`. Both have a twin in TypeScript: `kernel.ts` and `eliminate.ts`.
 */

/** Maps that are relaxed at once, one per lane: two vectors of four. */
const LANES: usize = 8;
/** Bytes of one cell of all lanes. */
const CELL: usize = 4 * LANES;
const FREE: u8 = 0;
const GOAL: u8 = 2;

/**
 * Relaxes maps of size x size cells and writes the gradient at the centre of each.
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
    const centre = scratch + (cells >> 1) * CELL;
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

/** Gauss-Seidel, odd iterations backwards. What waits for the cell just done comes last, to shorten the chain. */
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
  for (let k: u32 = 0; k < iterations; k++) {
    if ((k & 1) == 0) {
      for (let r: usize = 1; r < size - 1; r++) {
        let at = u + r * row + CELL;
        const end = at + row - 2 * CELL;
        let done0 = v128.load(at - CELL);
        let done1 = v128.load(at - CELL, 16);
        for (; at < end; at += CELL) {
          const rest0 = f32x4.add(
            f32x4.mul(east0, v128.load(at + CELL)),
            f32x4.add(f32x4.mul(south0, v128.load(at - row)), f32x4.mul(north0, v128.load(at + row))),
          );
          const rest1 = f32x4.add(
            f32x4.mul(east1, v128.load(at + CELL, 16)),
            f32x4.add(f32x4.mul(south1, v128.load(at - row, 16)), f32x4.mul(north1, v128.load(at + row, 16))),
          );
          done0 = v128.bitselect(
            f32x4.add(f32x4.mul(west0, done0), rest0),
            v128.load(at),
            v128.load(at + shift),
          );
          done1 = v128.bitselect(
            f32x4.add(f32x4.mul(west1, done1), rest1),
            v128.load(at, 16),
            v128.load(at + shift, 16),
          );
          v128.store(at, done0);
          v128.store(at, done1, 16);
        }
      }
    } else {
      for (let r: usize = size - 2; r > 0; r--) {
        let at = u + r * row + row - 2 * CELL;
        const end = u + r * row;
        let done0 = v128.load(at + CELL);
        let done1 = v128.load(at + CELL, 16);
        for (; at > end; at -= CELL) {
          const rest0 = f32x4.add(
            f32x4.mul(west0, v128.load(at - CELL)),
            f32x4.add(f32x4.mul(south0, v128.load(at - row)), f32x4.mul(north0, v128.load(at + row))),
          );
          const rest1 = f32x4.add(
            f32x4.mul(west1, v128.load(at - CELL, 16)),
            f32x4.add(f32x4.mul(south1, v128.load(at - row, 16)), f32x4.mul(north1, v128.load(at + row, 16))),
          );
          done0 = v128.bitselect(
            f32x4.add(f32x4.mul(east0, done0), rest0),
            v128.load(at),
            v128.load(at + shift),
          );
          done1 = v128.bitselect(
            f32x4.add(f32x4.mul(east1, done1), rest1),
            v128.load(at, 16),
            v128.load(at + shift, 16),
          );
          v128.store(at, done0);
          v128.store(at, done1, 16);
        }
      }
    }
  }
}

/**
 * Applies the four pivots from p on to the rows from `from` to before `to` of a front: `eliminatePanel` of `eliminate.ts`,
 * two rows and two columns at a time.
 */
export function eliminatePanel(front: usize, from: usize, to: usize, stride: usize, p: usize): void {
  const bytes = stride << 3;
  const r0 = front + p * bytes + (p << 3);
  const r1 = r0 + bytes;
  const r2 = r1 + bytes;
  const r3 = r2 + bytes;
  const i0 = -1 / load<f64>(r0);
  const i1 = -1 / load<f64>(r1, 8);
  const i2 = -1 / load<f64>(r2, 16);
  const i3 = -1 / load<f64>(r3, 24);
  const u01 = load<f64>(r0, 8);
  const u02 = load<f64>(r0, 16);
  const u03 = load<f64>(r0, 24);
  const u12 = load<f64>(r1, 16);
  const u13 = load<f64>(r1, 24);
  const u23 = load<f64>(r2, 24);
  const columns = stride - p;
  for (let i = from; i < to; i += 2) {
    const t = front + i * bytes + (p << 3);
    // An odd last row is done twice over itself: the second time with factors of zero.
    const isPair = i + 1 < to;
    const s = isPair ? t + bytes : t;
    const a = load<f64>(t) * i0;
    const b = (load<f64>(t, 8) + a * u01) * i1;
    const c = (load<f64>(t, 16) + a * u02 + b * u12) * i2;
    const d = (load<f64>(t, 24) + a * u03 + b * u13 + c * u23) * i3;
    const e = isPair ? load<f64>(s) * i0 : 0;
    const f = isPair ? (load<f64>(s, 8) + e * u01) * i1 : 0;
    const g = isPair ? (load<f64>(s, 16) + e * u02 + f * u12) * i2 : 0;
    const h = isPair ? (load<f64>(s, 24) + e * u03 + f * u13 + g * u23) * i3 : 0;
    if (a + b + c + d + e + f + g + h == 0) continue;
    const va = f64x2.splat(a);
    const vb = f64x2.splat(b);
    const vc = f64x2.splat(c);
    const vd = f64x2.splat(d);
    const ve = f64x2.splat(e);
    const vf = f64x2.splat(f);
    const vg = f64x2.splat(g);
    const vh = f64x2.splat(h);
    let j: usize = 4;
    for (; j + 1 < columns; j += 2) {
      const o = j << 3;
      const w0 = v128.load(r0 + o);
      const w1 = v128.load(r1 + o);
      const w2 = v128.load(r2 + o);
      const w3 = v128.load(r3 + o);
      v128.store(
        t + o,
        f64x2.add(
          f64x2.add(v128.load(t + o), f64x2.add(f64x2.mul(va, w0), f64x2.mul(vb, w1))),
          f64x2.add(f64x2.mul(vc, w2), f64x2.mul(vd, w3)),
        ),
      );
      v128.store(
        s + o,
        f64x2.add(
          f64x2.add(v128.load(s + o), f64x2.add(f64x2.mul(ve, w0), f64x2.mul(vf, w1))),
          f64x2.add(f64x2.mul(vg, w2), f64x2.mul(vh, w3)),
        ),
      );
    }
    if (j < columns) {
      const o = j << 3;
      const x0 = load<f64>(r0 + o);
      const x1 = load<f64>(r1 + o);
      const x2 = load<f64>(r2 + o);
      const x3 = load<f64>(r3 + o);
      store<f64>(t + o, load<f64>(t + o) + a * x0 + b * x1 + c * x2 + d * x3);
      store<f64>(s + o, load<f64>(s + o) + e * x0 + f * x1 + g * x2 + h * x3);
    }
  }
}
