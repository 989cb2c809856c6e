/** The supermarket in a real browser: somebody with a mouse alone does the practice and all tasks. */
import { describe } from "vitest";
import { MouseUser } from "./support/market-hands.js";
import { doesEverything } from "./support/market-pages.js";

describe("somebody with a mouse alone", () => doesEverything("a mouse alone", MouseUser));
