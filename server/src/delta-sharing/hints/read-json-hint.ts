import { type Comparison, type Hint, type HintValue, mirrored, unknown } from './hint.js';

interface Node {
  op?: unknown;
  children?: unknown;
  name?: unknown;
  value?: unknown;
  valueType?: unknown;
}

const comparisons: Readonly<Record<string, Comparison>> = {
  equal: '=',
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
};

/** A `float` has fewer digits than the column that is cast to it. */
const kinds: Readonly<Record<string, HintValue['kind']>> = {
  int: 'number',
  long: 'number',
  double: 'number',
  string: 'text',
  date: 'date',
  timestamp: 'timestamp',
};

/** Deeper ones are not followed. */
const MAX_DEPTH = 50;

/** The tree of a predicate in JSON; what it has beyond the protocol may be anything. */
export function readJsonHint(json: string): Hint {
  try {
    return hintOf(JSON.parse(json), 0);
  } catch {
    return unknown;
  }
}

function hintOf(given: unknown, depth: number): Hint {
  if (typeof given !== 'object' || given === null || depth > MAX_DEPTH) return unknown;
  const { op, children } = given as Node;
  const parts = Array.isArray(children) ? children : [];
  if ((op === 'and' || op === 'or') && parts.length > 0)
    return { is: op, of: parts.map((part) => hintOf(part, depth + 1)) };
  if (op === 'not' && parts.length === 1) return { is: 'not', of: hintOf(parts[0], depth + 1) };
  if (op === 'isNull' && parts.length === 1) {
    const column = columnOf(parts[0]);
    return column ? { is: 'empty', column: column.name } : unknown;
  }
  return compared(String(op), parts);
}

function compared(op: string, [left, right]: unknown[]): Hint {
  const how = Object.hasOwn(comparisons, op) ? comparisons[op] : undefined;
  const column = columnOf(left) ?? columnOf(right);
  const value = hintValue(right) ?? hintValue(left);
  if (!how || !column || !value || kindOf(column.valueType) !== value.kind) return unknown;
  return { is: 'compare', column: column.name, how: columnOf(left) ? how : mirrored[how], value };
}

function columnOf(given: unknown): { name: string; valueType: unknown } | undefined {
  const { op, name, valueType } = (given ?? {}) as Node;
  return op === 'column' && typeof name === 'string' ? { name, valueType } : undefined;
}

function hintValue(given: unknown): HintValue | undefined {
  const { op, value, valueType } = (given ?? {}) as Node;
  const kind = kindOf(valueType);
  return op === 'literal' && kind && typeof value === 'string' ? { kind, text: value } : undefined;
}

const kindOf = (type: unknown): HintValue['kind'] | undefined =>
  typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
