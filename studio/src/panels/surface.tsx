/** Surfaces: a mesh, a goal, painted obstacles, starts; loaded when asked for, since it brings three.js. */
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { THEMES } from "wayfield/draw";
import { BUILTIN_SURFACES } from "wayfield/scenes";
import type { Fact } from "../engine/protocol.js";
import { SurfaceClient } from "../engine/surface-client.js";
import type { Place3, SurfaceAnswer } from "../engine/surface-protocol.js";
import type { Studio } from "../studio.js";
import { SurfaceView } from "../view/surface-view.js";
import { Choice, Facts, Section, Slider, Toggle } from "./fields.jsx";

const MODES = [
  ["goal", "choose the goal"],
  ["start", "add a start"],
  ["block", "paint obstacles"],
] as const;
type Mode = (typeof MODES)[number][0];

/** Colours of the goal, green as goals are everywhere, and of obstacles before there is a field. */
const GOAL = 0x2a9d4a;
const BLOCK = 0x55585e;

/** Pixels that an arrow key moves the cross. */
const STEP = 12;

/** A place on the view, in pixels. */
type Pixel = readonly [number, number];

/** Clicks and keys on the view: a drag turns the camera, a click or Enter is meant for the mesh. */
function usePicking(
  host: { readonly current: HTMLDivElement | null },
  pick: (at: Pixel) => void,
): readonly [cross: Pixel | null, onKey: (event: KeyboardEvent) => void] {
  const pressed = useRef<Pixel | null>(null);
  const [cross, setCross] = useState<Pixel | null>(null);
  useEffect(() => {
    const element = host.current!;
    const down = (event: PointerEvent): void => {
      pressed.current = [event.offsetX, event.offsetY];
      setCross(null);
    };
    const up = (event: PointerEvent): void => {
      const from = pressed.current;
      pressed.current = null;
      const isClick = from && Math.hypot(event.offsetX - from[0], event.offsetY - from[1]) <= 4;
      if (isClick && event.button === 0) pick([event.offsetX, event.offsetY]);
    };
    element.addEventListener("pointerdown", down, true);
    element.addEventListener("pointerup", up, true);
    return () => {
      element.removeEventListener("pointerdown", down, true);
      element.removeEventListener("pointerup", up, true);
    };
  });
  const onKey = (event: KeyboardEvent): void => {
    const { clientWidth, clientHeight } = host.current!;
    const [x, y] = cross ?? [clientWidth / 2, clientHeight / 2];
    const step = event.shiftKey ? 4 * STEP : STEP;
    const moves: Record<string, Pixel> = {
      ArrowLeft: [x - step, y],
      ArrowRight: [x + step, y],
      ArrowUp: [x, y - step],
      ArrowDown: [x, y + step],
    };
    if (moves[event.key]) setCross(moves[event.key]);
    else if (event.key === "Enter") pick([x, y]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return [cross, onKey];
}

/** Over half a second it says what is computed, and lets one give it up. */
function SurfaceBusy({ client, cancel }: { client: SurfaceClient; cancel: () => void }): JSX.Element | null {
  const busy = client.busy.value;
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), 500);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!busy || !late) return null;
  return (
    <div class="busy" role="status">
      <div class="thread" />
      <p>
        Computing on the mesh…{" "}
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </p>
    </div>
  );
}

const NO_WEBGL =
  "This browser shows no WebGL, which surfaces need. Plans work without it; `wayfield surface` draws meshes.";

export default function SurfacePanel({ studio }: { readonly studio: Studio }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<SurfaceView | null>(null);
  const [name, setName] = useState("torus");
  const [mode, setMode] = useState<Mode>("goal");
  const [brush, setBrush] = useState(0.1);
  const [radius, setRadius] = useState(0);
  const [follow, setFollow] = useState(false);
  const [facts, setFacts] = useState<readonly Fact[]>([]);
  const [field, setField] = useState<readonly Fact[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [client] = useState(() => new SurfaceClient((answer) => take(answer)));

  useEffect(() => {
    try {
      view.current = new SurfaceView(host.current!);
    } catch {
      setFault(NO_WEBGL);
      return;
    }
    client.open(name);
    return () => {
      client.close();
      view.current?.close();
    };
  }, []);
  useSignalEffect(() => view.current?.setBackground(THEMES[studio.theme.value].canvas));
  useEffect(() => {
    if (view.current) view.current.follow = follow;
  }, [follow]);

  const take = (answer: SurfaceAnswer): void => {
    const shown = view.current;
    if (!shown) return;
    setFault(answer.type === "error" ? answer.message : null);
    if (answer.type === "mesh") {
      shown.show(answer.positions, answer.corners);
      setFacts(answer.facts);
      setField([]);
      if (!client.goal) setMode("goal");
    } else if (answer.type === "field") {
      // The camera walks on from where it is, without a stop.
      const { walking } = shown;
      if (walking) client.starts.splice(-1, 1, walking);
      shown.paint(answer.colours, answer.isolines);
      shown.mark(client.goal!, GOAL);
      for (const from of client.starts) client.follow(from);
      setField([{ label: "Solved in", value: `${answer.solveMs.toFixed(0)} ms` }]);
    } else if (answer.type === "path") {
      shown.addPath(answer.points);
      setField((known) => [
        ...known,
        { label: `Path ${known.length}`, value: `${answer.length.toFixed(3)} m` },
      ]);
    }
  };

  const act = (at: Place3): void => {
    if (mode === "goal") {
      client.goal = at;
      client.solve(radius);
      setMode("start");
    } else if (mode === "start") {
      client.starts.push(at);
      client.follow(at);
    } else {
      client.blocks.push({ at, radius: brush });
      view.current!.mark(at, BLOCK);
      client.solve(radius);
    }
  };
  const [cross, onKey] = usePicking(host, ([x, y]) => {
    const at = view.current?.pick(x, y);
    if (at) act(at);
  });

  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setName("");
    client.open(file.name, await file.arrayBuffer());
  };

  return (
    <>
      <div
        ref={host}
        class="surface"
        data-testid="surface"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the mesh is clicked by keys as well as by pointers
        tabIndex={0}
        role="application"
        aria-label="Mesh. Arrow keys move a cross, Enter clicks there; drag to turn, wheel to zoom."
        onKeyDown={onKey}
      >
        {cross && <span class="cross" style={{ left: `${cross[0]}px`, top: `${cross[1]}px` }} />}
      </div>
      <SurfaceBusy client={client} cancel={() => client.close()} />
      <aside class="inspector" aria-label="Surface">
        <Section title="Surface">
          <p class="about">
            A potential on the mesh itself; paths descend it. <cite>Fischer 2011</cite>
          </p>
          <Choice
            label="Mesh"
            value={name}
            options={[
              ...(name === "" ? [["", "a file"] as const] : []),
              ...BUILTIN_SURFACES.map(({ name: known }) => [known, known] as const),
            ]}
            set={(wanted) => {
              setName(wanted);
              client.open(wanted);
            }}
          />
          <label class="number">
            <span>A file</span>
            <input
              type="file"
              accept=".obj,.ply,.stl,.glb,.gltf"
              onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
            />
          </label>
          <Choice label="A click" value={mode} options={MODES} set={(wanted) => setMode(wanted as Mode)} />
          {mode === "block" && (
            <Slider label="Brush" value={brush} min={0.02} max={1} step={0.02} unit="m" set={setBrush} />
          )}
          <Slider
            label="Body radius"
            value={radius}
            min={0}
            max={0.5}
            step={0.02}
            unit="m"
            set={(value) => {
              setRadius(value);
              client.solve(value);
            }}
          />
          <Toggle label="The camera walks along" value={follow} set={setFollow} />
          {fault && (
            <p class="fault" role="status">
              {fault}
            </p>
          )}
          <Facts facts={[...facts, ...field]} />
        </Section>
      </aside>
    </>
  );
}
