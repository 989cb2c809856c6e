/** `npm run fuzz -- [--minutes M] [--seed S] [--corners N]`: the path fuzz for as long as one likes, with counts at the end. */
import { parseArgs } from "node:util";
import { noCounts, pathTrial } from "./support/path-fuzz.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "100000" },
    corners: { type: "string", default: "2000" },
    count: { type: "string", default: "Infinity" },
  },
});

const counts = noCounts();
const end = Date.now() + 60_000 * Number(values.minutes);
let seed = Number(values.seed);
const last = seed + Number(values.count);
let failed = 0;
for (; Date.now() < end && seed < last; seed++) {
  // Every other plan is small: more of them, and easier to look into.
  const corners = seed % 2 === 0 ? Number(values.corners) : 60 + (seed % 400);
  try {
    pathTrial(seed, corners, counts);
  } catch (error) {
    failed++;
    console.error(error instanceof Error ? error.message.slice(0, 600) : error);
    if (process.env.STACK) console.error(error);
  }
}
console.log(JSON.stringify({ seeds: [Number(values.seed), seed - 1], failed, ...counts }));
process.exitCode = failed > 0 ? 1 : 0;
