/** What is wrong with the plan: each finding leads to its place, and what can be mended is mended in one click. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Finding } from "wayfield/world";
import type { Studio } from "../studio.js";
import { Section } from "./fields.js";

/** Findings of one kind that are listed one by one; the plan marks all of them. */
const MOST_FINDINGS = 3;

/** Findings by what they are, errors first. */
function grouped(findings: readonly Finding[]): (readonly Finding[])[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.code);
    if (group) group.push(finding);
    else groups.set(finding.code, [finding]);
  }
  const rank = ([{ severity }]: readonly Finding[]): number => (severity === "error" ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

function FindingGroup({
  studio,
  group,
}: {
  readonly studio: Studio;
  readonly group: readonly Finding[];
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const shown = open ? group : group.slice(0, MOST_FINDINGS);
  return (
    <>
      {shown.map(({ severity, where, message, at, level }) => (
        <li key={where + message} class={severity}>
          <button type="button" class="link" onClick={() => studio.showPlace(where, at, level)}>
            {where || "scene"}
          </button>{" "}
          {message}
        </li>
      ))}
      {group.length > shown.length && (
        <li class="more">
          <button type="button" class="link" onClick={() => setOpen(true)}>
            {group.length - shown.length} more like this
          </button>
        </li>
      )}
    </>
  );
}

export function Diagnosis({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const findings = studio.planning.findings.value;
  if (!studio.document.scene.value) return null;
  if (findings.length === 0)
    return (
      <Section title="Diagnosis">
        <p class="good">Nothing is wrong with this plan.</p>
      </Section>
    );
  const errors = studio.planning.errors.value.length;
  const warnings = findings.length - errors;
  const counts = [
    errors > 0 && `${errors} ${errors === 1 ? "error" : "errors"}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? "remark" : "remarks"}`,
  ];
  return (
    <Section title={`Diagnosis: ${counts.filter(Boolean).join(", ")}`}>
      <ul class="findings">
        {grouped(findings).map((group) => (
          <FindingGroup key={group[0].code} studio={studio} group={group} />
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={() => studio.repair()}>
          Repair
        </button>
      </div>
    </Section>
  );
}
