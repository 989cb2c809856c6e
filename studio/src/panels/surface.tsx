/** Surfaces: a mesh, a goal, painted obstacles, starts; loaded when asked for, since it brings three.js. */
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { THEMES } from "wayfield/draw";
import { BUILTIN_SURFACES } from "wayfield/scenes";
import type { Fact } from "../engine/protocol.js";
import type { Place3, SurfaceAnswer, SurfaceRequest } from "../engine/surface-protocol.js";
import type { Studio } from "../studio.js";
import { SurfaceView } from "../view/surface-view.js";
import { Choice, Facts, Section, Slider, Toggle } from "./fields.jsx";

const MODES = [
  ["goal", "choose the goal"],
  ["start", "add a start"],
  ["block", "paint obstacles"],
] as const;
type Mode = (typeof MODES)[number][0];

/** Green, as goals are everywhere. */
const GOAL = 0x2a9d4a;

/** The state of the view: one worker, one mesh. */
class SurfaceDesk {
  readonly worker = new Worker(new URL("../engine/surface-worker.ts", import.meta.url), { type: "module" });
  goal: Place3 | null = null;
  starts: Place3[] = [];
  blocks: { at: Place3; radius: number }[] = [];

  ask(request: SurfaceRequest): void {
    this.worker.postMessage(request);
  }

  solve(radius: number): void {
    if (this.goal) this.ask({ type: "solve", goal: this.goal, blocks: this.blocks, radius });
  }
}

export default function SurfacePanel({ studio }: { readonly studio: Studio }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<SurfaceView | null>(null);
  const desk = useRef<SurfaceDesk | null>(null);
  const [name, setName] = useState("torus");
  const [mode, setMode] = useState<Mode>("goal");
  const [brush, setBrush] = useState(0.1);
  const [radius, setRadius] = useState(0);
  const [follow, setFollow] = useState(false);
  const [facts, setFacts] = useState<readonly Fact[]>([]);
  const [field, setField] = useState<readonly Fact[]>([]);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    try {
      view.current = new SurfaceView(host.current!);
    } catch {
      setFault(
        "This browser shows no WebGL, which surfaces need. Plans work without it; `wayfield surface` draws meshes.",
      );
      return;
    }
    const made = new SurfaceDesk();
    desk.current = made;
    made.worker.onmessage = ({ data }: MessageEvent<SurfaceAnswer>) => take(data);
    made.worker.onerror = (event) => setFault(event.message);
    made.ask({ type: "open", name });
    return () => {
      made.worker.terminate();
      view.current?.close();
    };
  }, []);
  useSignalEffect(() => view.current?.setBackground(THEMES[studio.theme.value].canvas));
  useEffect(() => {
    if (view.current) view.current.follow = follow;
  }, [follow]);

  const take = (answer: SurfaceAnswer): void => {
    const [shown, now] = [view.current!, desk.current!];
    setFault(answer.type === "error" ? answer.message : null);
    if (answer.type === "mesh") {
      Object.assign(now, { goal: null, starts: [], blocks: [] });
      shown.show(answer.positions, answer.corners);
      setFacts(answer.facts);
      setField([]);
      setMode("goal");
    } else if (answer.type === "field") {
      shown.paint(answer.colours, answer.isolines);
      shown.mark(now.goal!, GOAL);
      for (const from of now.starts) now.ask({ type: "follow", from });
      setField([{ label: "Solved in", value: `${answer.solveMs.toFixed(0)} ms` }]);
    } else if (answer.type === "path") {
      shown.addPath(answer.points);
      setField((known) => [
        ...known,
        { label: `Path ${known.length}`, value: `${answer.length.toFixed(3)} m` },
      ]);
    }
  };

  const click = (at: Place3): void => {
    const now = desk.current!;
    if (mode === "goal") {
      now.goal = at;
      now.solve(radius);
      setMode("start");
    } else if (mode === "start") {
      now.starts.push(at);
      now.ask({ type: "follow", from: at });
    } else {
      now.blocks.push({ at, radius: brush });
      if (now.goal) now.solve(radius);
      else setFault("Choose a goal first.");
    }
  };

  const pressed = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    const element = host.current!;
    const down = (event: PointerEvent): void => {
      pressed.current = [event.offsetX, event.offsetY];
    };
    const up = (event: PointerEvent): void => {
      const from = pressed.current;
      pressed.current = null;
      // A drag turns the camera; only a click is meant for the mesh.
      if (!from || Math.hypot(event.offsetX - from[0], event.offsetY - from[1]) > 4 || event.button !== 0)
        return;
      const at = view.current?.pick(event.offsetX, event.offsetY);
      if (at) click(at);
    };
    element.addEventListener("pointerdown", down, true);
    element.addEventListener("pointerup", up, true);
    return () => {
      element.removeEventListener("pointerdown", down, true);
      element.removeEventListener("pointerup", up, true);
    };
  });

  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setName("");
    desk.current?.ask({ type: "open", name: file.name, bytes: await file.arrayBuffer() });
  };

  return (
    <>
      <div ref={host} class="surface" data-testid="surface" />
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
              desk.current?.ask({ type: "open", name: wanted });
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
              desk.current?.solve(value);
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
