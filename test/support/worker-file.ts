/** Where tests have the worker of crowds, bundled from source by `workerFromSource`. */
import { join } from "node:path";
import { ROOT } from "../repository.js";

export const WORKER_FILE = join(ROOT, "node_modules/.cache/wayfield/worker.js");
