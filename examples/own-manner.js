// A manner of one's own: people who turn a little to the right of their way. Two groups meet in a corridor.
import { Crowd, PathMap, World } from "wayfield";

/** @type {import("wayfield/crowd").Manner} */
const keepRight = {
  interval: 0.5,
  think: (people) =>
    people.map(({ way, facing }) => {
      if (!way) return { facing, aim: [0, 0] };
      // 10 degrees to the right of the way, at full speed.
      const [c, s] = [Math.cos(-Math.PI / 18), Math.sin(-Math.PI / 18)];
      const aim = [way[0] * c - way[1] * s, way[0] * s + way[1] * c];
      return { facing: aim, aim };
    }),
};

/** Metres by which those who walk to the right are, in the mean, below those who come towards them, when they meet. */
function shift(manner) {
  const world = new World({
    boundary: [
      [0, 0],
      [40, 0],
      [40, 4],
      [0, 4],
    ],
    goals: {
      left: {
        segments: [
          [
            [0, 0.5],
            [0, 3.5],
          ],
        ],
      },
      right: {
        segments: [
          [
            [40, 0.5],
            [40, 3.5],
          ],
        ],
      },
    },
  });
  const ways = ["right", "left"].map((goal) => new PathMap(world, { goals: [goal], radius: 0.25 }));
  const crowd = new Crowd(world);
  for (let i = 0; i < 24; i++) {
    const isRight = i % 2 === 0;
    const x = 2 + Math.floor(i / 6);
    crowd.add({
      position: [isRight ? x : 40 - x, 0.7 + 1.2 * (Math.floor(i / 2) % 3)],
      guide: ways[isRight ? 0 : 1],
      group: isRight ? 0 : 1,
      ...(manner ? { manner } : {}),
    });
  }
  while (crowd.time < 14) crowd.step(0.05);
  const { y, group } = crowd.columns;
  const mean = (of) => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < crowd.size; i++) if (group[i] === of) [sum, count] = [sum + y[i], count + 1];
    return sum / count;
  };
  return mean(1) - mean(0);
}

console.log(`without a manner: ${shift(null).toFixed(2)} m apart`);
console.log(`keeping right:    ${shift(keepRight).toFixed(2)} m apart`);
