/**
 * The whole step of local maps on a WebGPU device (Fischer, Silveira and Nedel 2009, section V): the static map stays on the
 * device, everybody's attributes are sent once per step, maps are drawn and relaxed there, and all gradients come back at once.
 */

import type { Gpu } from "../gpu/index.js";
import { COMPUTE, COPY_DST, COPY_SRC, MAP_READ, READ_MODE, STORAGE, UNIFORM } from "../gpu/internal.js";
import type { World } from "../world/index.js";
import { AttributePacker, type Attributes, type Looker, type PeopleColumns } from "./gpu-attributes.js";
import { Room, StaticMaps } from "./gpu-ground.js";
import { type FieldMemory, localMapWgsl, programFor, STEP_BYTES, workgroupBytes } from "./gpu-maps-wgsl.js";
import type { LocalMapOptions } from "./local-map.js";

/** Maps of one layout that are wanted in a step. */
export interface LocalMapOrder {
  readonly world: World;
  /** Everybody, those who look included: to others they are obstacles. */
  readonly people: PeopleColumns;
  readonly lookers: readonly Looker[];
  /** As `LocalMap.options` has it. */
  readonly layout: Readonly<Required<LocalMapOptions>>;
}

/** An order, and who waits for it. */
interface Waiting {
  readonly order: LocalMapOrder;
  readonly done: (gradients: Float32Array) => void;
  readonly failed: (reason: unknown) => void;
}

/** One dispatch: so many lookers from `first` on, all of one layout. */
interface Dispatch {
  readonly pipeline: GPUComputePipeline;
  readonly first: number;
  readonly count: number;
  readonly layout: LocalMapOrder["layout"];
}

/** Offsets of uniform buffers are multiples of this on every device. */
const STEP_STRIDE = 256;

/** Bytes for the fields of maps that are not in a workgroup's memory; further maps go in another dispatch. */
const FIELD_BYTES = 64 * 2 ** 20;

/** What is compiled for a device: the layout of all programs, and a program per size and memory. */
interface Programs {
  readonly layout: GPUBindGroupLayout;
  readonly pipelines: Map<string, Promise<GPUComputePipeline>>;
}

const compiled = new WeakMap<GPUDevice, Programs>();

function programsOf(device: GPUDevice): Programs {
  let programs = compiled.get(device);
  if (!programs) {
    const types = ["uniform", "read-only-storage", "read-only-storage", "storage", "storage"] as const;
    const entries = types.map((type, binding) => ({
      binding,
      visibility: COMPUTE,
      buffer: { type, hasDynamicOffset: binding === 0 },
    }));
    programs = { layout: device.createBindGroupLayout({ entries }), pipelines: new Map() };
    compiled.set(device, programs);
  }
  return programs;
}

/** The program for maps of a size, compiled once per device. */
function pipelineOf(device: GPUDevice, size: number, memory: FieldMemory): Promise<GPUComputePipeline> {
  const { layout, pipelines } = programsOf(device);
  const program = programFor(size, memory);
  const key = Object.values(program).join(" ");
  let pipeline = pipelines.get(key);
  if (!pipeline) {
    pipeline = device.createComputePipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: {
        module: device.createShaderModule({ code: localMapWgsl(program) }),
        entryPoint: "local_map",
      },
    });
    pipelines.set(key, pipeline);
  }
  return pipeline;
}

/** Orders of one world and one crowd are one step. */
function stepsOf(asked: readonly Waiting[]): Waiting[][] {
  const steps: Waiting[][] = [];
  for (const one of asked) {
    const isSame = ([{ order }]: Waiting[]): boolean =>
      order.world === one.order.world && order.people === one.order.people;
    const step = steps.find(isSame);
    if (step) step.push(one);
    else steps.push([one]);
  }
  return steps;
}

/**
 * Local maps on a device, for `LocalMapWalking` and `Simulation`. Orders of one turn go to the device together, and their
 * gradients come back together.
 *
 * The fields are those of `LocalMap` but for the rounding of single precision. Whatever lies nearer than 1e-5 m to the edge of a
 * wall's cell, a body, a goal's reach or the view may count on either side of it.
 */
export class GpuLocalMaps {
  /** The adapter, in words. */
  readonly adapter: string;
  private readonly device: GPUDevice;
  private readonly packer = new AttributePacker();
  private readonly ground: StaticMaps;
  private readonly steps: Room;
  private readonly attributes: Room;
  private readonly gradients: Room;
  private readonly fields: Room;
  private readonly answers: Room;
  private group: GPUBindGroup | null = null;
  private waiting: Waiting[] = [];
  private last: Promise<void> = Promise.resolve();
  private lost: string | null = null;

  /** @param gpu as `openGpu` gives it; it stays the caller's to destroy */
  constructor(private readonly gpu: Gpu) {
    const { device } = gpu;
    this.device = device;
    this.adapter = gpu.name;
    this.ground = new StaticMaps(device);
    this.steps = new Room(device, UNIFORM | COPY_DST, "dispatches");
    this.attributes = new Room(device, STORAGE | COPY_DST, "attributes");
    this.gradients = new Room(device, STORAGE | COPY_SRC, "gradients");
    this.fields = new Room(device, STORAGE, "fields");
    this.answers = new Room(device, MAP_READ | COPY_DST, "gradients");
    void device.lost.then(({ message, reason }) => {
      this.lost = message || reason;
    });
  }

  /**
   * The gradients at the lookers' places, x and y each; [0, 0] for someone boxed in.
   *
   * @throws InputError when something is larger than the device's limits
   */
  ask(order: LocalMapOrder): Promise<Float32Array> {
    if (order.lookers.length === 0) return Promise.resolve(new Float32Array(0));
    return new Promise((done, failed) => {
      // Whoever asks in the same turn goes along: the other manners of this step.
      if (this.waiting.push({ order, done, failed }) > 1) return;
      queueMicrotask(() => {
        const asked = this.waiting;
        this.waiting = [];
        for (const step of stepsOf(asked)) this.last = this.last.then(() => this.serve(step));
      });
    });
  }

  /** Frees what was allocated on the device, which stays open. */
  close(): void {
    const { ground, steps, attributes, gradients, fields, answers } = this;
    for (const room of [ground.room, steps, attributes, gradients, fields, answers]) room.destroy();
  }

  private async serve(step: readonly Waiting[]): Promise<void> {
    try {
      const orders = step.map(({ order }) => order);
      const dispatches = await this.dispatchesOf(orders);
      const gradients = await this.checked(() => this.run(orders, dispatches));
      let from = 0;
      for (const { order, done } of step) {
        const to = from + 2 * order.lookers.length;
        done(gradients.slice(from, to));
        from = to;
      }
    } catch (error) {
      for (const { failed } of step) failed(error);
    }
  }

  /** Work on the device, whose calls are all made before it first waits; what the device says against them is thrown. */
  private async checked<T>(work: () => Promise<T>): Promise<T> {
    const { device } = this;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    const working = work();
    const scopes = Promise.all([device.popErrorScope(), device.popErrorScope()]);
    const [result, faults] = await Promise.allSettled([working, scopes]);
    const fault = faults.status === "fulfilled" ? faults.value.find((error) => error !== null) : null;
    if (fault) throw new Error(`WebGPU: ${fault.message}`);
    if (result.status === "fulfilled") return result.value;
    throw this.lost === null ? result.reason : new Error(`WebGPU: the device was lost: ${this.lost}`);
  }

  /** A dispatch for the lookers of each order, or several where their fields would take too much. */
  private async dispatchesOf(orders: readonly LocalMapOrder[]): Promise<Dispatch[]> {
    const { device } = this;
    const { limits } = device;
    const dispatches: Dispatch[] = [];
    let first = 0;
    for (const { layout, lookers } of orders) {
      const { size } = layout;
      const memory = this.memoryFor(size);
      const pipeline = await pipelineOf(device, size, memory);
      const most = Math.min(FIELD_BYTES, limits.maxStorageBufferBindingSize) / (4 * size * size);
      const atOnce = Math.min(
        limits.maxComputeWorkgroupsPerDimension,
        memory === "buffer" ? Math.floor(most) : Infinity,
      );
      const end = first + lookers.length;
      for (; first < end; first += atOnce) {
        dispatches.push({ pipeline, first, count: Math.min(atOnce, end - first), layout });
      }
      first = end;
    }
    return dispatches;
  }

  /** A software adapter has no faster memory, and takes seconds to compile large arrays in it. */
  private memoryFor(size: number): FieldMemory {
    const bytes = workgroupBytes(size);
    const isFast = !this.gpu.software && bytes <= this.device.limits.maxComputeWorkgroupStorageSize;
    return isFast ? "workgroup" : "buffer";
  }

  /** All orders of one step: one upload, a dispatch per layout, one read. */
  private async run(
    orders: readonly LocalMapOrder[],
    dispatches: readonly Dispatch[],
  ): Promise<Float32Array> {
    const { device, ground, gradients, answers } = this;
    const [{ world, people }] = orders;
    const lookers = orders.flatMap((order) => order.lookers);
    const isNew = ground.settle(world, new Set(lookers.map(({ slot }) => people.radius[slot])));
    const packed = this.packer.pack(ground.frame, people, lookers, (radius) => ground.layerOf(radius));
    const bytes = 8 * lookers.length;
    this.reserve(packed, dispatches, bytes, isNew);
    device.queue.writeBuffer(this.attributes.buffer, 0, packed.words);
    device.queue.writeBuffer(this.steps.buffer, 0, this.parametersOf(packed, dispatches));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    dispatches.forEach(({ pipeline, count }, k) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, this.group!, [STEP_STRIDE * k]);
      pass.dispatchWorkgroups(count);
    });
    pass.end();
    encoder.copyBufferToBuffer(gradients.buffer, 0, answers.buffer, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await answers.buffer.mapAsync(READ_MODE, 0, bytes);
    const result = new Float32Array(answers.buffer.getMappedRange(0, bytes).slice(0));
    answers.buffer.unmap();
    return result;
  }

  /** Makes room for a step, and binds what is new. */
  private reserve(packed: Attributes, dispatches: readonly Dispatch[], bytes: number, isNew: boolean): void {
    const { device, ground, steps, attributes, gradients, fields } = this;
    const field = dispatches.reduce(
      (most, { count, layout }) => Math.max(most, this.fieldBytes(count, layout.size)),
      0,
    );
    const made = [
      isNew,
      steps.reserve(STEP_STRIDE * dispatches.length),
      attributes.reserve(packed.words.byteLength),
      gradients.reserve(bytes),
      fields.reserve(field),
    ];
    this.answers.reserve(bytes);
    if (this.group && !made.includes(true)) return;
    const rooms = [ground.room, attributes, gradients, fields];
    this.group = device.createBindGroup({
      layout: programsOf(device).layout,
      entries: [
        { binding: 0, resource: { buffer: steps.buffer, size: STEP_BYTES } },
        ...rooms.map(({ buffer }, k) => ({ binding: k + 1, resource: { buffer } })),
      ],
    });
  }

  private fieldBytes(count: number, size: number): number {
    return this.memoryFor(size) === "buffer" ? 4 * count * size * size : 4;
  }

  /** `Step` of every dispatch. */
  private parametersOf(packed: Attributes, dispatches: readonly Dispatch[]): ArrayBuffer {
    const { width, height, cell: groundCell } = this.ground.frame;
    const { bins, people, lookers, greatestRadius } = packed;
    const buffer = new ArrayBuffer(STEP_STRIDE * dispatches.length);
    dispatches.forEach(({ first, layout: { size, cell, relaxations, view, project } }, k) => {
      const whole = [width, height, bins.columns, bins.rows, bins.side, people, lookers, first, relaxations];
      const parts = [cell / groundCell, 1 / cell, view === "full" ? -2 : Math.cos(view / 2), greatestRadius];
      const words = new Uint32Array(buffer, STEP_STRIDE * k, STEP_BYTES / 4);
      words.set([...whole, project ? 1 : 0]);
      words.set(new Uint32Array(Float32Array.from(parts).buffer), whole.length + 1);
      words[whole.length + 1 + parts.length] = size;
    });
    return buffer;
  }
}
