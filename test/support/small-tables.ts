/** Set-up of the tests that run once more with tables that begin with a single row: see `src/growth.ts`. */
import { vi } from "vitest";
import { firstCapacity } from "../../src/growth.js";

vi.mock("../../src/growth.js", async (original) => ({
  ...(await original<typeof import("../../src/growth.js")>()),
  firstCapacity: () => 1,
}));

if (firstCapacity(64) !== 1) throw new Error("tables are as large as usual");
