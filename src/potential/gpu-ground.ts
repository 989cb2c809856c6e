/** What stays on a device between the steps of local maps: buffers that grow, and the static map of a world. */

import { InputError } from "../errors.js";
import { COPY_DST, STORAGE } from "../gpu/internal.js";
import { firstCapacity } from "../growth.js";
import type { World } from "../world/index.js";
import { wallBits } from "./gpu-attributes.js";
import type { Grid } from "./grid.js";
import { staticMap } from "./wall-cells.js";

/** A buffer that is made anew where it is too small. */
export class Room {
  private made: GPUBuffer | null = null;

  /** @param what is in it, for errors */
  constructor(
    private readonly device: GPUDevice,
    private readonly usage: number,
    private readonly what: string,
  ) {}

  get buffer(): GPUBuffer {
    return this.made!;
  }

  /** Makes room for so many bytes; true where the buffer is a new one, which holds nothing. */
  reserve(bytes: number): boolean {
    if (this.made && this.made.size >= bytes) return false;
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    const most = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    if (bytes > most)
      throw new InputError(`${this.what} take ${bytes} bytes; the GPU's limit is ${most}`, "gpu");
    this.made?.destroy();
    const size = Math.min(most, Math.max(4 * firstCapacity(256), 4 * Math.ceil(bytes / 3)));
    this.made = this.device.createBuffer({ size, usage: this.usage });
    return true;
  }

  destroy(): void {
    this.made?.destroy();
    this.made = null;
  }
}

/** The walls of one world as those of some radii meet them; another world takes their place. */
export class StaticMaps {
  readonly room: Room;
  private world: World | null = null;
  /** First word by radius. */
  private readonly layers = new Map<number, number>();
  private readonly maps: Uint32Array<ArrayBuffer>[] = [];
  private used = 0;

  constructor(private readonly device: GPUDevice) {
    this.room = new Room(device, STORAGE | COPY_DST, "static maps");
  }

  /** Brings the maps of these radii to the device where they are not there yet; true where the buffer is a new one. */
  settle(world: World, radii: Iterable<number>): boolean {
    if (world !== this.world) {
      this.layers.clear();
      this.maps.length = this.used = 0;
      this.world = world;
    }
    let known = this.maps.length;
    for (const radius of radii) {
      if (this.layers.has(radius)) continue;
      const bits = wallBits(staticMap(world, radius).grid);
      this.layers.set(radius, this.used);
      this.maps.push(bits);
      this.used += bits.length;
    }
    const isNew = this.room.reserve(4 * this.used);
    if (isNew) known = 0;
    let at = this.maps.slice(0, known).reduce((sum, { length }) => sum + length, 0);
    for (const bits of this.maps.slice(known)) {
      this.device.queue.writeBuffer(this.room.buffer, 4 * at, bits);
      at += bits.length;
    }
    return isNew;
  }

  /** The first word of a radius' map. */
  layerOf(radius: number): number {
    return this.layers.get(radius)!;
  }

  /** The cells, which are the same for all radii. */
  get frame(): Grid {
    const [radius] = this.layers.keys();
    return staticMap(this.world!, radius).grid;
  }
}
