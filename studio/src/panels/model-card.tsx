/** What a movement model and a population were compared with: green what holds, red what does not, grey what nobody checked. */
import type { JSX } from "preact";
import { VALIDATED } from "wayfield/report";
import { PUBLISHED } from "./published.js";

const POPULATION_TEXTS: Readonly<Record<string, string>> = {
  adults: "Speeds of Weidmann's adults; doors of 0.8 to 5 m were measured with them.",
  students: "Fitted to the Hermes experiments at doors of 2.4 to 5 m.",
  "students-at-ease": "Fitted to the Hermes experiments in corridors with exits of 0.7 to 1.2 m.",
  imo: "The ten groups of the IMO's circular, with its greatest flows at doors.",
};

/** One line of colour: shares of what holds, of what fails, of what was not run. */
function Bar({ held, failed, all }: { held: number; failed: number; all: number }): JSX.Element {
  const share = (count: number): string => `${(100 * count) / all}%`;
  return (
    <div class="verdicts" aria-hidden="true">
      <span class="held" style={{ width: share(held) }} />
      <span class="failed" style={{ width: share(failed) }} />
    </div>
  );
}

export function ModelCard({
  model,
  population,
}: {
  readonly model: string;
  readonly population: string;
}): JSX.Element {
  const isOurs = model === VALIDATED.model;
  const published = PUBLISHED[model];
  const [held, run] = isOurs
    ? [VALIDATED.rows - VALIDATED.failed.length, VALIDATED.rows]
    : (published ?? [0, 0]);
  return (
    <div class="card">
      {run > 0 ? (
        <>
          <Bar held={held} failed={run - held} all={VALIDATED.rows} />
          <p>
            <strong>{model}</strong> meets <span class="good">{held}</span> of {run} figures of the standard
            cases{run < VALIDATED.rows && `; ${VALIDATED.rows - run} were not run with it`}.
          </p>
        </>
      ) : (
        <p>
          <strong>{model}</strong> was not compared with the standard cases.
        </p>
      )}
      {population && (
        <p>
          <strong>{population}</strong>: {POPULATION_TEXTS[population]}
        </p>
      )}
      {isOurs && (
        <details>
          <summary>The figures that it misses</summary>
          <p>
            {VALIDATED.failed.join(", ")}. RiMEA, IMO and NIST cases, measured doors and corridors, with seed
            1; <code>wayfield validate</code> prints all of them, for more seeds.
          </p>
        </details>
      )}
    </div>
  );
}
