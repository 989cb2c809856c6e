/** `--backend` of the built command line: what it computes on, what it says, and that drivers say nothing. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findSoftwareVulkan } from "../../scripts/find-vulkan.js";
import { builtinScene } from "../../src/scenes/index.js";
import { CLI } from "../../test/repository.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-backend-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment with these drivers for Vulkan: those of the system, one file, or none. */
function environment(driver: string | null | undefined): NodeJS.ProcessEnv {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES, VK_ADD_DRIVER_FILES, XDG_RUNTIME_DIR, ...rest } = process.env;
  const file = driver === null ? join(folder, "no-such-driver.json") : driver;
  return file === undefined ? rest : { ...rest, VK_ICD_FILENAMES: file, VK_DRIVER_FILES: file };
}

function wayfield(driver: string | null | undefined, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    env: environment(driver),
  });
  return { code: status, out: stdout, err: stderr };
}

const software = (): string => {
  const driver = findSoftwareVulkan();
  expect(driver, "Debian's package chromium is needed").not.toBeNull();
  return driver!;
};

const barred = join(folder, "barred.json");
writeFileSync(
  barred,
  JSON.stringify({
    ...builtinScene("evacuation"),
    barriers: [
      {
        segment: [
          [18, 11],
          [18, 13],
        ],
        weight: 2,
      },
    ],
  }),
);

const map = ["map", "two-rooms", "--goal", "exit", "--size", "20", "--json"];

describe("map", () => {
  test("by default nothing of drivers is on standard error, with the system's, a software one and none", () => {
    for (const driver of [undefined, software(), null]) {
      const { code, out, err } = wayfield(driver, ...map);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      if (driver !== undefined) expect(JSON.parse(out).backend).toBe("cpu");
    }
  });

  test("--backend gpu without an adapter is one line that says so, and exit code 2", () => {
    expect(wayfield(null, ...map, "--backend", "gpu")).toEqual({
      code: 2,
      out: "",
      err: "wayfield: --backend gpu: the graphics drivers that are installed offer no adapter that WebGPU can use; use --backend cpu\n",
    });
  });

  test("--backend gpu takes a software adapter, which is named", () => {
    const { code, out, err } = wayfield(software(), ...map, "--backend", "gpu");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ backend: "gpu", adapter: expect.stringMatching(/swiftshader/i) });
  });

  test.each([
    ["weights", "transport", "station", []],
    ["weights and a radius", "transport", "station", ["--radius", "0.3"]],
    ["barriers", barred, "exit", []],
    ["barriers and a radius", barred, "exit", ["--radius", "0.2"]],
  ])(
    "--backend gpu knows %s: the CPU's costs, and auto leaves a software adapter alone",
    (_, scene, goal, more) => {
      const args = ["map", scene, "--goal", goal, "--size", "40", "--json", ...more];
      const [cpu, gpu, auto] = ["cpu", "gpu", "auto"].map((backend) => {
        const { code, out, err } = wayfield(software(), ...args, "--backend", backend);
        expect({ code, err }).toEqual({ code: 0, err: "" });
        const { buildMs, rasterMs, adapter, ...facts } = JSON.parse(out);
        return facts;
      });
      expect(auto).toEqual(cpu);
      expect(gpu).toEqual({ ...cpu, backend: "gpu", maxDistance: expect.closeTo(cpu.maxDistance, 3) });
      expect(cpu).toMatchObject({ backend: "cpu", quantity: "cost" });
    },
  );
});

describe("run", () => {
  const run = (scene: string, name: string): string[] => [
    "run",
    scene,
    "--out",
    join(folder, name),
    "--json",
  ];

  test("on the CPU unless asked otherwise; on the adapter everybody arrives in the park as well", () => {
    const [here, there] = [[], ["--backend", "gpu"]].map((more, k) => {
      const { code, out, err } = wayfield(
        software(),
        ...run("park", `park-${k}`),
        "--record",
        "none",
        ...more,
      );
      expect({ code, err }).toEqual({ code: 0, err: "" });
      return JSON.parse(out);
    });
    expect(here).toMatchObject({ backend: "cpu", agents: 5, arrived: 5 });
    expect(there).toMatchObject({
      backend: "gpu",
      adapter: expect.stringMatching(/swiftshader/i),
      arrived: 5,
    });
    expect(Math.abs(there.meanTravelTime - here.meanTravelTime)).toBeLessThan(0.02 * here.meanTravelTime);
  });

  test.each([
    ["no adapter", null, "park", /^wayfield: --backend gpu: [^\n]* no adapter [^\n]*; use --backend cpu\n$/],
    [
      "nobody with a local map",
      undefined,
      "corridor",
      /^wayfield: --backend gpu: nobody in this scene walks by a local map[^\n]*; use --backend cpu\n$/,
    ],
  ])("--backend gpu with %s: one line and exit code 2", (_, driver, scene, line) => {
    const file = driver === null ? null : software();
    const { code, out, err } = wayfield(file, ...run(scene, scene), "--backend", "gpu");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(line);
  });

  test("a recording is measured as it is: --backend is refused with --replay", () => {
    const { code, err } = wayfield(
      undefined,
      ...run("park", "replay"),
      "--replay",
      "x.csv",
      "--backend",
      "gpu",
    );
    expect(code).toBe(2);
    expect(err).toMatch(/^wayfield: --backend: a recording is measured as it is/);
  });
});
