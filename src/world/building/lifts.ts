/** Lifts as ways see them: doors, and what a ride from one to another counts as. */
import type { Point } from "../../geometry/index.js";
import type { BuildingScene } from "../scene.js";
import { mayEnter } from "../zones.js";
import type { LiftInput } from "./flight.js";
import { meanRide, type WalkingPace } from "./pace.js";
import type { Sheet } from "./sheet.js";

/** A lift for ways. People get in and out at the middle of its doors. */
export interface LiftRide {
  /** Its number among the scene's connections, and its name. */
  readonly connection: number;
  readonly name: string;
  /** The middle of each door, on the sheet, from the lowest level up. */
  readonly doors: readonly Point[];
  /** What a ride from one door to another counts as: the metres up or down, or what is walked on the flat in its mean time. */
  cost(from: number, to: number): number;
}

/** Numbers of the connections of lifts that those with a profile may not use. */
export function liftsBarredTo({ connections = [] }: BuildingScene, profile: string | null): number[] {
  return connections.flatMap((connection, i) =>
    connection.kind === "lift" && !mayEnter(connection, profile) ? [i] : [],
  );
}

/** Whether a lift carries anybody, by the number of its connection. */
export function inService({ connections = [] }: BuildingScene, connection: number): boolean {
  return (connections[connection] as LiftInput).on !== false;
}

/**
 * The lifts of a building for ways in metres, or in time at a pace.
 *
 * @param barred connections that are left out
 */
export function liftRides(
  { scene, sheet }: { readonly scene: BuildingScene; readonly sheet: Sheet },
  barred: readonly number[],
  pace: WalkingPace | null,
): LiftRide[] {
  return sheet.lifts
    .filter(({ connection }) => !barred.includes(connection) && inService(scene, connection))
    .map(({ connection, name, doors }) => {
      const input = scene.connections![connection] as LiftInput;
      const cost = (from: number, to: number): number =>
        pace
          ? meanRide(input, doors, from, to) * pace.speed
          : Math.abs(doors[from].elevation - doors[to].elevation);
      return { connection, name, doors: doors.map(({ middle }) => middle), cost };
    });
}
