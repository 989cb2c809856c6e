// Compiles the schemas of scene and study files (src/world/scene-schema.ts, src/study/study-schema.ts, zod) to what is used at
// run time and published: beside each the type and the table of the validator, and schema/*.json. --check writes nothing and
// fails when a file is not what its schema gives.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { z } from "zod";

/** What is compiled: the file of schemas, what each of them gives, and where that finds the validator. */
const SCHEMAS = [
  {
    file: "scene",
    folder: "src/world",
    validator: "./validate.js",
    roots: [
      {
        schema: "sceneSchema",
        type: "Scene",
        shape: "SCENE_SHAPE",
        says: "What a scene of one floor may hold, for `validate`.",
      },
      {
        schema: "buildingSchema",
        type: "BuildingScene",
        shape: "BUILDING_SHAPE",
        says: "What a building may hold.",
      },
    ],
  },
  {
    file: "study",
    folder: "src/study",
    validator: "../world/internal.js",
    roots: [
      {
        schema: "studySchema",
        type: "StudyFile",
        shape: "STUDY_SHAPE",
        says: "What a study may hold, for `validate`.",
      },
    ],
  },
];

/** @typedef {z.core.$ZodType} Schema */

/** @param {string} file */
const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/**
 * The definition of a schema, and of what is inside `optional`.
 * @param {Schema} schema
 * @returns {{ def: any, schema: Schema, optional: boolean }}
 */
function unwrap(schema) {
  const def = /** @type {any} */ (schema)._zod.def;
  if (def.type !== "optional") return { def, schema, optional: false };
  return { ...unwrap(def.innerType), optional: true };
}

/**
 * The bounds of a number, string or array, and its rules.
 * @param {any} def
 */
function checksOf(def) {
  /** @type {Record<string, unknown>} */
  const bounds = def.format === "safeint" ? { whole: true } : {};
  const rules = [];
  for (const check of def.checks ?? []) {
    const { check: kind, value, inclusive, minimum, maximum, params, format } = check._zod.def;
    if (kind === "greater_than") bounds[inclusive ? "least" : "above"] = value;
    else if (kind === "less_than" && inclusive) bounds.most = value;
    else if (kind === "min_length") bounds.least = minimum;
    else if (kind === "max_length") bounds.most = maximum;
    else if (kind === "number_format" && format === "safeint") bounds.whole = true;
    else if (kind === "custom" && params?.rule) {
      rules.push({ name: params.rule, ...(params.keys.length > 0 ? { keys: params.keys } : {}) });
    } else throw new Error(`a schema: a check "${kind}" cannot be compiled; see obeys()`);
  }
  return rules.length > 0 ? { ...bounds, rules } : bounds;
}

/**
 * The table of the validator: see `Shape` in src/world/validate.ts.
 * @param {Schema} given
 * @returns {object}
 */
function shapeOf(given) {
  const { def, schema } = unwrap(given);
  const checks = checksOf(def);
  switch (def.type) {
    case "number":
    case "string":
    case "boolean":
      return { kind: def.type, ...checks };
    case "literal":
      return { kind: "word", words: def.values };
    case "enum":
      return { kind: "word", words: Object.values(def.entries) };
    case "array":
      return { kind: "list", of: shapeOf(def.element), ...checks };
    case "tuple":
      return { kind: "tuple", ...saysOf(schema), of: def.items.map(shapeOf), ...checks };
    case "record":
      return { kind: "names", key: shapeOf(def.keyType), of: shapeOf(def.valueType), ...checks };
    case "union":
      return { kind: "either", of: def.options.map(shapeOf), ...checks };
    case "object": {
      if (def.catchall?._zod.def.type !== "never") throw new Error(`a schema: objects must be strict`);
      const entries = Object.entries(def.shape);
      const needs = entries.filter(([, value]) => !unwrap(value).optional).map(([key]) => key);
      return {
        kind: "object",
        keys: Object.fromEntries(entries.map(([key, value]) => [key, shapeOf(value)])),
        needs,
        ...checks,
      };
    }
    default:
      throw new Error(`a schema: "${def.type}" cannot be compiled`);
  }
}

/**
 * "A point [x, y]." says "point [x, y]" in messages.
 * @param {Schema} schema
 */
function saysOf(schema) {
  const words = /^An? (.*\])\.$/.exec(descriptionOf(schema))?.[1];
  return words ? { says: words } : {};
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function descriptionOf(schema) {
  return String(z.globalRegistry.get(schema)?.description ?? "");
}

/**
 * The TypeScript type of what a schema accepts.
 * @param {Schema} given
 * @param {string} indent
 * @returns {string}
 */
function typeOf(given, indent) {
  const { def } = unwrap(given);
  switch (def.type) {
    case "literal":
      return def.values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "array": {
      const type = typeOf(def.element, indent);
      const isUnion = ["union", "enum", "literal"].includes(unwrap(def.element).def.type);
      return isUnion ? `(${type})[]` : `${type}[]`;
    }
    case "tuple":
      return `[${def.items.map((/** @type {Schema} */ item) => typeOf(item, indent)).join(", ")}]`;
    case "record":
      return `Record<${typeOf(def.keyType, indent)}, ${typeOf(def.valueType, indent)}>`;
    case "union":
      return def.options.map((/** @type {Schema} */ option) => typeOf(option, indent)).join(" | ");
    case "object":
      return objectTypeOf(def.shape, indent);
    default:
      return def.type;
  }
}

/**
 * @param {Record<string, Schema>} shape
 * @param {string} indent
 */
function objectTypeOf(shape, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(shape).flatMap(([key, value]) => {
    const { optional, schema } = unwrap(value);
    const description = descriptionOf(value) || descriptionOf(schema);
    const type = `${inner}${key}${optional ? "?" : ""}: ${typeOf(value, inner)}${optional ? " | undefined" : ""};`;
    return description ? [`${inner}/** ${description} */`, type] : [type];
  });
  return ["{", ...lines, `${indent}}`].join("\n");
}

/**
 * The shapes as code: those that occur more than once stand first, under a name.
 * @param {readonly { name: string, says: string, shape: object }[]} roots
 */
function codeOf(roots) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  const count = (/** @type {unknown} */ value) => {
    if (typeof value !== "object" || value === null) return;
    if ("kind" in value) {
      const text = JSON.stringify(value);
      uses.set(text, (uses.get(text) ?? 0) + 1);
      if (/** @type {number} */ (uses.get(text)) > 1) return;
    }
    for (const part of Object.values(value)) count(part);
  };
  for (const { shape } of roots) count(shape);
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {string[]} */
  const lines = [];
  /**
   * @param {unknown} value
   * @returns {string}
   */
  const print = (value) => {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(print).join(", ")}]`;
    const text = JSON.stringify(value);
    const known = names.get(text);
    if (known) return known;
    const entries = Object.entries(value).map(([key, part]) => `${key}: ${print(part)}`);
    const code = `{ ${entries.join(", ")} }`;
    if (!("kind" in value) || uses.get(text) === 1) return code;
    const name = `S${names.size + 1}`;
    names.set(text, name);
    lines.push(`const ${name}: Shape = ${code};`);
    return name;
  };
  const tables = roots.flatMap(({ name, says, shape }) => {
    const { keys, needs } = /** @type {{ keys: object, needs: string[] }} */ (shape);
    return [
      "",
      `/** ${says} */`,
      `export const ${name}: Shape = {`,
      '  kind: "object",',
      `  needs: ${print(needs)},`,
      "  keys: {",
      ...Object.entries(keys).map(([key, part]) => `    ${key}: ${print(part)},`),
      "  },",
      "};",
    ];
  });
  return [...lines, ...tables].join("\n");
}

/** @param {z.ZodType} schema */
const saidOf = (schema) => schema.meta()?.description;

/**
 * The files that come of a schema, by name.
 * @param {(typeof SCHEMAS)[number]} of
 */
async function filesOf({ file, folder, validator, roots }) {
  const source = `${folder}/${file}-schema.ts`;
  const { module } = await runnerImport(path(source), { configFile: false, logLevel: "error" });
  const schemas = roots.map(({ schema }) => /** @type {Record<string, z.ZodType>} */ (module)[schema]);
  const types = roots.flatMap(({ type }, k) => [
    `/** ${saidOf(schemas[k])} */`,
    `export type ${type} = ${typeOf(schemas[k], "")};`,
    "",
  ]);
  const compiled = [
    `// Generated from ${source} by scripts/build-schema.js; not to be edited. npm run build writes it.`,
    `import type { Shape } from "${validator}";`,
    "",
    ...types,
    codeOf(roots.map(({ shape, says }, k) => ({ name: shape, says, shape: shapeOf(schemas[k]) }))),
    "",
  ].join("\n");
  const whole = schemas.length > 1 ? z.union(schemas) : schemas[0];
  const json = z.toJSONSchema(whole, { target: "draft-2020-12", io: "input" });
  return {
    [`${folder}/${file}-compiled.ts`]: compiled,
    [`schema/${file}.json`]: `${JSON.stringify(json, null, 2)}\n`,
  };
}

mkdirSync(path("schema"), { recursive: true });
for (const one of SCHEMAS) {
  for (const [file, text] of Object.entries(await filesOf(one))) {
    if (existsSync(path(file)) && readFileSync(path(file), "utf8") === text) continue;
    if (!process.argv.includes("--check")) writeFileSync(path(file), text);
    else {
      process.stderr.write(`${file} is not what its schema gives; run npm run build\n`);
      process.exitCode = 1;
    }
  }
}
