/** A public name means one thing: no two folders export different things under one name. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "./repository.js";

/** Names that a folder's index exports, itself or from its own files. */
function exportsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement): string[] => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    )
      return statement.exportClause.elements.map(({ name }) => name.text);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    const named = statement as ts.DeclarationStatement;
    return named.name ? [named.name.getText(source)] : [];
  });
}

test("no two folders export one name", () => {
  const homes = new Map<string, string[]>();
  for (const { name: folder } of readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((e) =>
    e.isDirectory(),
  )) {
    // A folder that the package does not export has no index.
    const index = join(ROOT, "src", folder, "index.ts");
    if (!existsSync(index)) continue;
    for (const name of exportsOf(index)) homes.set(name, [...(homes.get(name) ?? []), folder]);
  }
  expect(homes.size).toBeGreaterThan(200);
  expect([...homes].filter(([, folders]) => folders.length > 1)).toEqual([]);
});
