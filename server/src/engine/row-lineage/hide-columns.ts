import type { NodeKind } from '../guard/grammar.js';
import { patternMatches } from '../lineage/name-pattern.js';
import { fieldsOf, literal, type Node, nameKey, nodes, texts } from '../lineage/tree.js';
import { Untraceable } from './tracing.js';

/** An added column in a FROM clause, and its relation. */
export interface RowsColumn {
  /** Lowercase; empty if the relation has no name. */
  relation: string;
  column: string;
}

/** Rewrites expressions so that they mean the same after FROM got added columns: `*` does not show those. */
export function hideColumns<Field>(field: Field, ours: readonly RowsColumn[]): Field {
  return ours.length === 0 ? field : (mapNodes(field, (node) => hideIn(node, 'expression', ours)) as Field);
}

const within: ReadonlySet<string> = new Set(['expression', 'order', 'caseCheck', 'modifier', 'replacement']);

function hideIn(node: Node, kind: NodeKind, ours: readonly RowsColumn[]): Node {
  const isReference = kind === 'expression' && node.class === 'POSITIONAL_REFERENCE';
  // `#3` counts the columns of FROM, and added ones are between those of two relations.
  if (isReference && ours.length > 1) throw new Untraceable();
  const changed = Object.entries(fieldsOf(kind, node)).flatMap(([field, held]) =>
    within.has(held) && node[field] !== undefined
      ? [[field, mapNodes(node[field], (child) => hideIn(child, held as NodeKind, ours))]]
      : [],
  );
  const copy = { ...node, ...Object.fromEntries(changed) };
  return kind === 'expression' && node.class === 'STAR' ? hideInStar(copy, ours) : copy;
}

function hideInStar(star: Node, ours: readonly RowsColumn[]): Node {
  const [choice] = nodes(star.expr);
  const relation = nameKey(star.relation_name);
  const shown = relation === '' ? ours : ours.filter((one) => one.relation === relation);
  if (choice) {
    if (!shown.every(({ column }) => leavesOut(choice, column))) throw new Untraceable();
    return star;
  }
  return { ...star, exclude_list: [...texts(star.exclude_list), ...shown.map(({ column }) => column)] };
}

/** Whether COLUMNS(…) certainly does not select a column. */
function leavesOut(choice: Node, column: string): boolean {
  const pattern = literal(choice);
  if (typeof pattern === 'string') return patternMatches(pattern, column) === false;
  return nameKey(choice.function_name) === 'list_value';
}

function mapNodes(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((one) => mapNodes(one, change));
  return typeof value === 'object' && value !== null ? change(value as Node) : value;
}
