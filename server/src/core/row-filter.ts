import { columnNamed } from './column-named.js';
import { problem } from './problems.js';
import { identifier } from './sql-text.js';

/** A filter as callers write it; see the `filter` parameter in the API guide. */
export type RowFilter =
  | { and: RowFilter[] }
  | { or: RowFilter[] }
  | { not: RowFilter }
  | { column: string; op: FilterOp; value?: unknown };

const ops = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'contains', 'starts_with', 'is_null'] as const;
type FilterOp = (typeof ops)[number];

interface FilterColumn {
  name: string;
  type: string;
}

const comparison: Partial<Record<FilterOp, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
const MOST_NODES = 500;

/** A condition in SQL whose values are parameters, numbered on from those already there. */
export function compileFilter(text: string, columns: readonly FilterColumn[], parameters: unknown[]): string {
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    throw refuse('', 'is not valid JSON');
  }
  let nodes = 0;

  function compile(node: unknown, path: string): string {
    if (++nodes > MOST_NODES) throw refuse(path, `has more than ${MOST_NODES} conditions`);
    if (typeof node !== 'object' || node === null || Array.isArray(node))
      throw refuse(path, 'must be an object');
    const keys = Object.keys(node);
    const only = keys.length === 1 ? keys[0] : undefined;
    if (only === 'and' || only === 'or')
      return compileList(only, (node as Record<string, unknown>)[only], `${path}/${only}`);
    if (only === 'not')
      return `not coalesce(${compile((node as { not: unknown }).not, `${path}/not`)}, false)`;
    return compileCondition(node as Record<string, unknown>, path);
  }

  function compileList(joiner: 'and' | 'or', list: unknown, path: string): string {
    if (!Array.isArray(list) || list.length === 0)
      throw refuse(path, 'must be a list of at least one filter');
    return `(${list.map((item, i) => compile(item, `${path}/${i}`)).join(` ${joiner} `)})`;
  }

  function compileCondition(node: Record<string, unknown>, path: string): string {
    const unknownKey = Object.keys(node).find((key) => !['column', 'op', 'value'].includes(key));
    if (unknownKey) throw refuse(`${path}/${unknownKey}`, 'is not a known field');
    const column = columnNamed(columns, String(node.column));
    if (!column) throw refuse(`${path}/column`, `names no column: ${JSON.stringify(node.column)}`);
    const op = ops.find((candidate) => candidate === node.op);
    if (!op) throw refuse(`${path}/op`, `must be one of ${ops.join(', ')}`);
    const name = identifier(column.name);
    if (op === 'is_null') return node.value === false ? `${name} is not null` : `${name} is null`;
    if (op === 'in') {
      if (!Array.isArray(node.value)) throw refuse(`${path}/value`, 'must be a list');
      if (node.value.length === 0) return 'false';
      return `${name} in (${node.value.map((value, i) => cast(value, column, `${path}/value/${i}`)).join(', ')})`;
    }
    if (op === 'contains' || op === 'starts_with') {
      if (typeof node.value !== 'string') throw refuse(`${path}/value`, 'must be text');
      return `${op}(cast(${name} as varchar), ${parameter(node.value)})`;
    }
    return `${name} ${comparison[op]} ${cast(node.value, column, `${path}/value`)}`;
  }

  function cast(value: unknown, column: FilterColumn, path: string): string {
    if (value === null || value === undefined)
      throw refuse(path, 'must be given; use the op is_null to test for empty cells');
    if (typeof value === 'object') throw refuse(path, 'must be text, a number or a boolean');
    return `cast(${parameter(value)} as ${column.type})`;
  }

  function parameter(value: unknown): string {
    parameters.push(value);
    return `$${parameters.length}`;
  }

  return compile(filter, '');
}

function refuse(path: string, message: string) {
  return problem('invalid-request', `The filter is not valid: ${path || '/'} ${message}.`, {
    fix: 'Write {"column": "amount", "op": "gt", "value": 10}, or join such conditions with {"and": […]}, {"or": […]}, {"not": …}.',
    members: { errors: [{ path: `/filter${path}`, message }] },
  });
}
