/** Pictures of cases: where people went, and where they stood at a moment. */
import { agentsPicture, tracksPicture } from "../src/draw/index.js";
import type { Point } from "../src/geometry/index.js";
import type { CaseFigure } from "./case.js";
import { placeAt, type Trajectories } from "./trajectories.js";

/** Pixels along the longer side. */
const SIZE = 640;

/** Ways that are drawn, at most, and seconds between their points: a page of pictures must stay light. */
const MOST_WAYS = 150;
const POINT_TIME = 0.5;

const rounded = ([x, y]: Point): Point => [Math.round(100 * x) / 100, Math.round(100 * y) / 100];

/** Everybody's way on the plan; of many people, some. */
export function waysFigure(run: Trajectories, caption: string): CaseFigure {
  const { tracks, times, scene } = run;
  const share = Math.max(1, Math.ceil(tracks.length / MOST_WAYS));
  const stride = times.length > 1 ? Math.max(1, Math.round(POINT_TIME / (times[1] - times[0]))) : 1;
  const ways = tracks
    .filter((_, k) => k % share === 0)
    .map(({ group, x, y }) => ({
      group,
      points: x.flatMap((value, k): Point[] =>
        k % stride === 0 || k === x.length - 1 ? [rounded([value, y[k]])] : [],
      ),
    }));
  const some = share > 1 ? ` The ways of one person in ${share}.` : "";
  return { caption: `${caption}${some}`, svg: tracksPicture(scene, ways, { size: SIZE }).toSvg() };
}

/** Everybody where they stood at a time, in seconds. */
export function peopleFigure(run: Trajectories, time: number, caption: string): CaseFigure {
  const { tracks, times, scene } = run;
  const frame = Math.max(
    0,
    times.findLastIndex((at) => at <= time),
  );
  const people = tracks.flatMap((track) => {
    const place = placeAt(track, frame);
    return place ? [{ group: track.group, position: rounded(place), radius: track.radius }] : [];
  });
  const at = (times[frame] ?? 0).toFixed(1);
  return {
    caption: `${caption} People after ${at} s.`,
    svg: agentsPicture(scene, people, { size: SIZE }).toSvg(),
  };
}
