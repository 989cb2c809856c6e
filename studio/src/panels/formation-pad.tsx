/** A pad on which a formation is drawn: one stroke, along which people walk side by side. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Scene } from "wayfield";
import { formationPlaces } from "wayfield/groups";

type Formation = NonNullable<Scene["groups"]>[number]["formation"];
type Stroke = [number, number][];

/** Metres of the pad, across and along the way; up is ahead. */
const SIDE = 12;
const LONG = 8;
/** Members that are shown on it. */
const SHOWN = 12;
/** Metres between the points of a stroke. */
const APART = 0.4;

/** x ahead, y to the left, as a place on the pad. */
const onPad = ([x, y]: readonly [number, number]): string =>
  `${(SIDE / 2 - y).toFixed(2)},${(LONG / 2 - x).toFixed(2)}`;

export function FormationPad({
  formation,
  set,
}: {
  readonly formation: Formation;
  readonly set: (stroke: Stroke) => void;
}): JSX.Element {
  const pad = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const stroke = drawn ?? (typeof formation === "object" && "stroke" in formation ? formation.stroke! : null);
  const at = (event: PointerEvent): [number, number] => {
    const { left, top, width, height } = pad.current!.getBoundingClientRect();
    const across = SIDE * ((event.clientX - left) / width - 0.5);
    const ahead = LONG * (0.5 - (event.clientY - top) / height);
    return [Math.round(ahead * 100) / 100, Math.round(-across * 100) / 100];
  };
  const down = (event: PointerEvent): void => {
    pad.current!.setPointerCapture(event.pointerId);
    setDrawn([at(event)]);
  };
  const move = (event: PointerEvent): void => {
    if (!drawn) return;
    const p = at(event);
    const [x, y] = drawn[drawn.length - 1];
    if (Math.hypot(p[0] - x, p[1] - y) >= APART) setDrawn([...drawn, p]);
  };
  const up = (): void => {
    if (drawn && drawn.length > 1) set(drawn);
    setDrawn(null);
  };
  return (
    <div class="pad">
      <svg
        ref={pad}
        viewBox={`0 0 ${SIDE} ${LONG}`}
        role="img"
        aria-label="Pad for a formation: draw a stroke; up is ahead"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => setDrawn(null)}
      >
        <path
          d={`M${SIDE / 2} ${LONG - 0.6}V0.8M${SIDE / 2 - 0.4} 1.3L${SIDE / 2} 0.8l0.4 0.5`}
          class="ahead"
        />
        {stroke && <polyline points={stroke.map(onPad).join(" ")} />}
        {!drawn &&
          places(formation).map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={SIDE / 2 - y} cy={LONG / 2 - x} r="0.22" />
          ))}
      </svg>
      <p class="muted">Draw a stroke; up is ahead.</p>
    </div>
  );
}

/** Where members walk; nowhere for a shape that cannot be used. */
function places(formation: Formation): readonly (readonly [number, number])[] {
  try {
    return formationPlaces(formation as never, SHOWN) as (readonly [number, number])[];
  } catch {
    return [];
  }
}
