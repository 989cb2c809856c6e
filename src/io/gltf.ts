/**
 * glTF 2.0, as JSON and binary (Khronos Group 2021): the triangles of all nodes, in world coordinates.
 *
 * What a file asks for is added up before any of it is made, since a few bytes can ask for much: an accessor names its
 * count, and many nodes may place the same mesh.
 */
import { InputError } from "../errors.js";
import { BYTES, needMemory } from "../limits.js";
import { GltfFile, type Part, type Resources } from "./gltf-container.js";
import { type Matrix, placedMeshes } from "./gltf-nodes.js";
import { type ImportedMesh, MeshBuilder } from "./mesh-builder.js";

const TRIANGLES = 4;

/** Bytes of a component, how it is read, and what a normalised one is divided by. */
const COMPONENTS: Readonly<
  Record<number, { size: number; read: (v: DataView, at: number) => number; unit: number }>
> = {
  5120: { size: 1, read: (view, at) => view.getInt8(at), unit: 127 },
  5121: { size: 1, read: (view, at) => view.getUint8(at), unit: 255 },
  5122: { size: 2, read: (view, at) => view.getInt16(at, true), unit: 32767 },
  5123: { size: 2, read: (view, at) => view.getUint16(at, true), unit: 65535 },
  5125: { size: 4, read: (view, at) => view.getUint32(at, true), unit: 4294967295 },
  5126: { size: 4, read: (view, at) => view.getFloat32(at, true), unit: 1 },
};

/** Triangles: vertices, three numbers each, and the corners of faces. */
interface Primitive {
  readonly positions: Float64Array;
  readonly corners: Uint32Array | null;
}

/**
 * Reads all triangles of the default scene, or of all nodes where there is none.
 *
 * @param resources gives the files that this one refers to, by the names it uses; without it there are none
 * @throws InputError that names the place: the file is damaged, asks for too much, or needs what is not supported
 */
export async function readGltf(bytes: Uint8Array, resources: Resources = missing): Promise<ImportedMesh> {
  const file = new GltfFile(bytes, resources);
  const reader = new Reader(file);
  const placed = placedMeshes(file.root).map(({ mesh, matrix }) => ({ matrix, mesh: reader.open(mesh) }));
  const total = (key: "vertices" | "corners" | "skipped"): number =>
    placed.reduce((sum, { mesh }) => sum + mesh[key], 0);
  const [vertices, corners, skipped] = [total("vertices"), total("corners"), total("skipped")];
  needMemory(
    `${vertices} vertices and ${Math.floor(corners / 3)} faces`,
    vertices * BYTES.meshVertex + (corners / 3) * BYTES.meshFace,
    "meshes",
  );
  const builder = new MeshBuilder();
  for (const { matrix, mesh } of placed) {
    for (const primitive of mesh.primitives) addPrimitive(builder, reader.read(primitive), matrix);
  }
  const notes = skipped > 0 ? [`${skipped} parts that are not lists of triangles were left out`] : [];
  return { mesh: builder.mesh(), notes };
}

function missing(uri: string): Uint8Array {
  throw new InputError(`the file refers to ${uri}, which is not at hand`);
}

/** A mesh before its numbers are read: its parts that are triangles, and how much they declare. */
interface OpenedMesh {
  readonly primitives: readonly Part[];
  readonly vertices: number;
  readonly corners: number;
  /** Parts that are not triangles. */
  readonly skipped: number;
}

/** Reads meshes, each once, however often it is placed. */
class Reader {
  private readonly accessors: readonly Part[];
  private readonly views: readonly Part[];
  private readonly opened = new Map<unknown, OpenedMesh>();
  private readonly known = new Map<unknown, Primitive>();

  constructor(private readonly file: GltfFile) {
    this.accessors = file.root.get("accessors").list();
    this.views = file.root.get("bufferViews").list();
  }

  /** Looks at what a mesh declares. */
  open(mesh: Part): OpenedMesh {
    let opened = this.opened.get(mesh.value);
    if (opened) return opened;
    const isTriangles = (part: Part): boolean => part.get("mode").whole(0, 6, TRIANGLES) === TRIANGLES;
    const all = mesh.get("primitives").list();
    const primitives = all.filter((part) => isTriangles(part) && !positionsOf(part).isMissing);
    opened = {
      primitives,
      vertices: primitives.reduce((sum, part) => sum + this.countOf(positionsOf(part)), 0),
      corners: primitives.reduce((sum, part) => sum + this.cornersOf(part), 0),
      skipped: all.filter((part) => !isTriangles(part)).length,
    };
    this.opened.set(mesh.value, opened);
    return opened;
  }

  /** The count that the accessor behind a number declares. */
  private countOf(index: Part): number {
    return index.in(this.accessors).get("count").whole(1, Number.MAX_SAFE_INTEGER);
  }

  private cornersOf(primitive: Part): number {
    const indices = primitive.get("indices");
    return this.countOf(indices.isMissing ? positionsOf(primitive) : indices);
  }

  read(primitive: Part): Primitive {
    let found = this.known.get(primitive.value);
    if (!found) {
      found = this.readPrimitive(primitive);
      this.known.set(primitive.value, found);
    }
    return found;
  }

  private readPrimitive(primitive: Part): Primitive {
    const place = positionsOf(primitive);
    const positions = this.numbers(place.in(this.accessors), "VEC3");
    const odd = positions.findIndex((x) => !Number.isFinite(x));
    if (odd >= 0) throw new InputError(`vertex ${Math.floor(odd / 3)} is not finite`, place.where);
    const indices = primitive.get("indices");
    if (indices.isMissing) return { positions, corners: null };
    const corners = this.numbers(indices.in(this.accessors), "SCALAR");
    const count = positions.length / 3;
    const beyond = corners.find((corner) => !(Number.isInteger(corner) && corner >= 0 && corner < count));
    if (beyond !== undefined) {
      throw new InputError(`corners are vertices from 0 to ${count - 1}; given: ${beyond}`, indices.where);
    }
    return { positions, corners: Uint32Array.from(corners) };
  }

  /** The numbers of an accessor, of a type, element by element. */
  private numbers(accessor: Part, type: "VEC3" | "SCALAR"): Float64Array {
    if (accessor.get("type").value !== type) accessor.get("type").refuse(`expected ${JSON.stringify(type)}`);
    const width = type === "VEC3" ? 3 : 1;
    const count = accessor.get("count").whole(1, Number.MAX_SAFE_INTEGER);
    const view = accessor.get("bufferView");
    const sparse = accessor.get("sparse");
    if (view.isMissing && sparse.isMissing)
      throw new InputError("declares numbers and holds none", accessor.where);
    const component = accessor.get("componentType");
    const bytes = view.isMissing
      ? null
      : this.bytesOf(view, accessor.get("byteOffset"), component, width, count);
    needMemory(`${count} elements`, 8 * width * count, accessor.where);
    const numbers = new Float64Array(width * count);
    const unit = accessor.get("normalized").value === true ? componentOf(component).unit : 1;
    bytes?.forEach((index, k, value) => {
      numbers[width * index + k] = Math.max(value / unit, unit > 1 ? -1 : value);
    });
    if (!sparse.isMissing) this.replaceSome(numbers, sparse, component, width, unit);
    return numbers;
  }

  /** Sparse accessors: some elements stand elsewhere. */
  private replaceSome(
    numbers: Float64Array,
    sparse: Part,
    component: Part,
    width: number,
    unit: number,
  ): void {
    const elements = numbers.length / width;
    const count = sparse.get("count").whole(1, elements);
    const [indices, values] = [sparse.get("indices"), sparse.get("values")];
    const places: number[] = [];
    this.bytesOf(
      indices.get("bufferView"),
      indices.get("byteOffset"),
      indices.get("componentType"),
      1,
      count,
    ).forEach((_, __, value) => {
      if (value >= elements)
        indices.refuse(`elements from 0 to ${elements - 1} can be replaced, not ${value}`);
      places.push(value);
    });
    this.bytesOf(values.get("bufferView"), values.get("byteOffset"), component, width, count).forEach(
      (i, k, value) => {
        numbers[width * places[i] + k] = Math.max(value / unit, unit > 1 ? -1 : value);
      },
    );
  }

  /** Elements in a buffer view, checked to lie within it. */
  private bytesOf(view: Part, offset: Part, component: Part, width: number, count: number): Elements {
    const { bytes, stride } = this.file.view(view.in(this.views));
    const { size, read } = componentOf(component);
    const step = stride || size * width;
    const first = offset.whole(0, bytes.length, 0);
    if (first + step * (count - 1) + size * width > bytes.length) {
      throw new InputError(`${count} elements do not fit in ${bytes.length - first} bytes`, view.where);
    }
    return new Elements(bytes, { first, step, width, count, size, read });
  }
}

/** The number of the accessor that holds the vertices. */
function positionsOf(primitive: Part): Part {
  return primitive.get("attributes").get("POSITION");
}

function componentOf(part: Part): (typeof COMPONENTS)[number] {
  const found = typeof part.value === "number" ? COMPONENTS[part.value] : undefined;
  return found ?? part.refuse(`expected one of ${Object.keys(COMPONENTS).join(", ")}`);
}

/** Where elements lie in bytes. */
interface Layout {
  readonly first: number;
  readonly step: number;
  readonly width: number;
  readonly count: number;
  readonly size: number;
  readonly read: (view: DataView, at: number) => number;
}

/** Elements of some components each. */
class Elements {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly layout: Layout,
  ) {}

  /** Calls with the number of each element, the number of each of its components, and its value. */
  forEach(tell: (element: number, component: number, value: number) => void): void {
    const { first, step, width, count, size, read } = this.layout;
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < width; k++) tell(i, k, read(view, first + step * i + size * k));
    }
  }
}

function addPrimitive(builder: MeshBuilder, { positions, corners }: Primitive, m: Matrix): void {
  const first = builder.vertexCount;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    builder.vertex(
      m[0] * x + m[4] * y + m[8] * z + m[12],
      m[1] * x + m[5] * y + m[9] * z + m[13],
      m[2] * x + m[6] * y + m[10] * z + m[14],
    );
  }
  const count = corners ? corners.length : positions.length / 3;
  const at = (i: number): number => first + (corners ? corners[i] : i);
  for (let i = 0; i + 2 < count; i += 3) builder.face(at(i), at(i + 1), at(i + 2));
}
