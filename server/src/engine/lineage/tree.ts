import type { Node } from '../guard/function-rules.js';
import { type Fields, grammar, type Kind, type NodeKind } from '../guard/grammar.js';
import { lowerAscii } from '../guard/lower-ascii.js';

export type { Node };

/** The nodes in a field, whether it has one, a list, a list of lists or nothing. */
export function nodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  return typeof value === 'object' && value !== null ? [value as Node] : [];
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** A name as DuckDB compares it; empty if there is none. */
export function nameKey(value: unknown): string {
  return typeof value === 'string' ? lowerAscii(value) : '';
}

const holders: ReadonlySet<Kind> = new Set(['order', 'caseCheck', 'modifier', 'replacement']);

/** The expressions directly within one, without those of a subquery, which have another scope. */
export function subexpressions(node: Node, kind: NodeKind = 'expression'): Node[] {
  return Object.entries(fieldsOf(kind, node)).flatMap(([field, held]) => {
    if (held === 'expression') return nodes(node[field]);
    if (!holders.has(held)) return [];
    return nodes(node[field]).flatMap((child) => subexpressions(child, held as NodeKind));
  });
}

export function fieldsOf(kind: NodeKind, node: Node): Fields {
  const shape = grammar[kind];
  if (!('variants' in shape) || typeof shape.variants !== 'object') return shape as Fields;
  return shape.variants[String(node[shape.by as string])] ?? {};
}

/** Whether the expression, or one within it, satisfies the condition. */
export function contains(expression: Node, isSuch: (node: Node) => boolean): boolean {
  return isSuch(expression) || subexpressions(expression).some((child) => contains(child, isSuch));
}

/** The value of a literal; undefined for other nodes. */
export function literal(node: Node | undefined): unknown {
  if (node?.class !== 'CONSTANT') return undefined;
  const [value] = nodes(node.value);
  return value?.is_null ? null : value?.value;
}
