import type { Node } from '../lineage/tree.js';

/** Marks a number that is text while JavaScript has the tree: doubles would lose digits and `50.0`. */
const MARK = '\\u0001';
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const markedNumber = /"\\u0001(-?[0-9.eE+-]+)"/g;

/**
 * The only statement of a serialized parse tree, with every number exactly as written; undefined if it has
 * none.
 */
export function parseTree(text: string): Node | undefined {
  if (text.includes(MARK)) return undefined;
  const marked = text.replaceAll(token, (found) => (found.startsWith('"') ? found : `"${MARK}${found}"`));
  const { statements } = JSON.parse(marked) as { statements?: Node[] };
  return statements?.length === 1 ? statements[0] : undefined;
}

export function printTree(statement: Node): string {
  const text = JSON.stringify({ error: false, statements: [statement] });
  return text.replaceAll(markedNumber, '$1');
}
