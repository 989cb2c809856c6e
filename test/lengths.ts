/** Finds functions and files that are too long to be read at a sitting. */
import ts from "typescript";

/** A function, and how many lines it has from its first to its last. */
export interface Length {
  /** Where it is: `file.ts: Class.method`, or the name of what it is assigned to. */
  readonly name: string;
  readonly lines: number;
}

/** What a function is called: by itself, or by what holds it. */
function nameOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (at !== node && ts.isFunctionLike(at)) break;
    if (ts.isConstructorDeclaration(at)) return `${nameOf(at.parent)}.constructor`;
    const named = at as { name?: ts.Node };
    if (!named.name || ts.isSourceFile(at)) continue;
    const own = named.name.getText();
    const isMember = ts.isClassElement(at) || ts.isObjectLiteralElement(at);
    return isMember ? `${nameOf(at.parent)}.${own}` : own;
  }
  return "a function without a name";
}

/** All functions of a source text with more lines than `most`, the outermost of nested ones included. */
export function longFunctions(file: string, text: string, most: number): Length[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Length[] = [];
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const lines = lineAt(node.getEnd()) - lineAt(node.getStart(source)) + 1;
      if (lines > most) found.push({ name: `${file}: ${nameOf(node)}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
