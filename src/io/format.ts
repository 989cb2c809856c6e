/** What a file format is: the type that every reader and writer of scenes shares. */
import type { AnyScene, BuildingScene, Scene } from "../world/index.js";

/** A scene read from a foreign file, with what had to be decided on the way. */
export interface Imported {
  readonly scene: Scene;
  /** One line per decision a user should know of, such as "3 open polylines became walls". */
  readonly notes: readonly string[];
}

/** A scene as text, with what the format could not hold. */
export interface Written {
  readonly text: string;
  /** One line per part of the scene that was left out or changed. */
  readonly notes: readonly string[];
}

/** One file format. */
export interface Format {
  /** The field's short name, such as `wkt`. */
  readonly id: string;
  readonly title: string;
  /** Endings with the dot, lower case; the first is the one written. */
  readonly extensions: readonly string[];
  /** Absent where a format is only written. */
  read?(text: string): Imported;
  /** Absent where a format is only read. */
  write?(scene: Scene): Written;
  /** Reads plans and buildings; absent where a format knows no levels. */
  readAny?(text: string): { readonly scene: AnyScene; readonly notes: readonly string[] };
  /** Absent where a format knows no levels. */
  writeBuilding?(scene: BuildingScene): Written;
}
