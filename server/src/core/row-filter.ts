import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { CellRefused, type ColumnType, castCell } from '@workbook-data-service/sheets/values';
import { columnNamed } from './column-named.js';
import { parseJson } from './parse-json.js';
import { fieldError, problem } from './problems.js';
import { identifier } from './sql-text.js';
import { unknownField } from './unknown-field.js';

/** A filter as callers write it; see the `filter` parameter in the API guide. */
export type RowFilter =
  | { and: RowFilter[] }
  | { or: RowFilter[] }
  | { not: RowFilter }
  | { column: string; apply?: AppliedFunction; op: FilterOp; value?: unknown };

const ops = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'in',
  'contains',
  'search',
  'starts_with',
  'ends_with',
  'is_null',
] as const;
type FilterOp = (typeof ops)[number];

interface FilterColumn {
  name: string;
  type: ColumnType;
}

const comparison: Partial<Record<FilterOp, string>> = {
  eq: '=',
  ne: 'is distinct from',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

interface Applied {
  of(type: ColumnType): boolean;
  gives: ColumnType;
  sql(cell: string): string;
}

const isText = (type: ColumnType) => type === 'VARCHAR';
const isFraction = (type: ColumnType) => type === 'DOUBLE' || type.startsWith('DECIMAL');
const hasDate = (type: ColumnType) => type === 'DATE' || type.startsWith('TIMESTAMP');
const hasTime = (type: ColumnType) => type.startsWith('TIME');

/** What a condition may compare in place of a cell, by the types of columns that it can be made of. */
const applied = {
  lower: { of: isText, gives: 'VARCHAR', sql: (cell) => `lower(${cell})` },
  upper: { of: isText, gives: 'VARCHAR', sql: (cell) => `upper(${cell})` },
  trim: { of: isText, gives: 'VARCHAR', sql: (cell) => `trim(${cell})` },
  length: { of: isText, gives: 'BIGINT', sql: (cell) => `length(${cell})` },
  floor: { of: isFraction, gives: 'DOUBLE', sql: (cell) => `floor(${cell})` },
  ceiling: { of: isFraction, gives: 'DOUBLE', sql: (cell) => `ceil(${cell})` },
  round: { of: isFraction, gives: 'DOUBLE', sql: (cell) => `round(${cell})` },
  date: { of: hasDate, gives: 'DATE', sql: (cell) => `cast(${cell} as date)` },
  year: { of: hasDate, gives: 'BIGINT', sql: (cell) => `year(${cell})` },
  month: { of: hasDate, gives: 'BIGINT', sql: (cell) => `month(${cell})` },
  day: { of: hasDate, gives: 'BIGINT', sql: (cell) => `day(${cell})` },
  hour: { of: hasTime, gives: 'BIGINT', sql: (cell) => `hour(${cell})` },
  minute: { of: hasTime, gives: 'BIGINT', sql: (cell) => `minute(${cell})` },
  second: { of: hasTime, gives: 'BIGINT', sql: (cell) => `second(${cell})` },
} as const satisfies Record<string, Applied>;
export type AppliedFunction = keyof typeof applied;

const partsOfCondition = ['column', 'apply', 'op', 'value'];
const MAX_NODES = 500;
/** In place of a column, for `search`: any that holds texts. */
export const ANY_COLUMN = '*';

/**
 * A SQL condition whose values are parameters, numbered after the existing ones. Every value is first cast by
 * the rule of its column, so that the engine has nothing to refuse. A row meets a condition or does not: an
 * empty cell equals no value, so `ne` finds it, and `not` finds exactly the rows that its condition does not.
 */
export function compileFilter(text: string, columns: readonly FilterColumn[], parameters: unknown[]): string {
  let filter: unknown;
  try {
    filter = parseJson(text);
  } catch {
    throw refuse('', say('field-json'));
  }
  let nodes = 0;

  function compile(node: unknown, path: string): string {
    if (++nodes > MAX_NODES) throw refuse(path, say('filter-conditions', { max: MAX_NODES }));
    if (typeof node !== 'object' || node === null || Array.isArray(node))
      throw refuse(path, say('field-object'));
    const keys = Object.keys(node);
    const only = keys.length === 1 ? keys[0] : undefined;
    if (only === 'and' || only === 'or')
      return compileList(only, (node as Record<string, unknown>)[only], `${path}/${only}`);
    if (only === 'not')
      return `not coalesce(${compile((node as { not: unknown }).not, `${path}/not`)}, false)`;
    return compileCondition(node as Record<string, unknown>, path);
  }

  function compileList(joiner: 'and' | 'or', list: unknown, path: string): string {
    if (!Array.isArray(list) || list.length === 0) throw refuse(path, say('filter-list'));
    return `(${list.map((item, i) => compile(item, `${path}/${i}`)).join(` ${joiner} `)})`;
  }

  function compileCondition(node: Record<string, unknown>, path: string): string {
    const unknown = Object.keys(node).find((key) => !partsOfCondition.includes(key));
    if (unknown !== undefined) throw refuse(`${path}/${unknown}`, unknownField(unknown, partsOfCondition));
    const column = columnNamed(columns, String(node.column));
    if (!column && node.column === ANY_COLUMN && node.op === 'search') return searchInAny(node.value, path);
    if (!column)
      throw refuse(`${path}/column`, say('field-no-column', { column: JSON.stringify(node.column) }));
    const op = ops.find((candidate) => candidate === node.op);
    if (!op) throw refuse(`${path}/op`, say('field-one-of', { values: ops.join(', ') }));
    const { cell, type } = compared(column, node.apply, path);
    if (op === 'is_null') {
      const name = identifier(column.name);
      return node.value === false ? `${name} is not null` : `${name} is null`;
    }
    if (op === 'in') {
      if (!Array.isArray(node.value)) throw refuse(`${path}/value`, say('field-list'));
      if (node.value.length === 0) return 'false';
      return `${cell} in (${node.value.map((value, i) => cast(value, type, `${path}/value/${i}`)).join(', ')})`;
    }
    if (op === 'search') return found(cell, searched(node.value, path));
    if (op === 'contains' || op === 'starts_with' || op === 'ends_with') {
      if (typeof node.value !== 'string') throw refuse(`${path}/value`, say('field-text'));
      return `${op}(cast(${cell} as varchar), ${cast(node.value, 'VARCHAR', `${path}/value`)})`;
    }
    return `${cell} ${comparison[op]} ${cast(node.value, type, `${path}/value`)}`;
  }

  function compared({ name, type }: FilterColumn, apply: unknown, path: string) {
    const cell = identifier(name);
    if (apply === undefined)
      return type === 'JSON' ? { cell: `${cell}->>'$'`, type: 'VARCHAR' as const } : { cell, type };
    const usable = Object.entries(applied).filter(([, { of }]) => of(type));
    const wanted = usable.find(([known]) => known === apply)?.[1];
    if (wanted) return { cell: wanted.sql(cell), type: wanted.gives };
    const values = usable.map(([known]) => known).join(', ');
    throw refuse(`${path}/apply`, values ? say('field-one-of', { values }) : say('filter-apply-none'));
  }

  function searchInAny(value: unknown, path: string): string {
    const text = searched(value, path);
    const texts = columns.filter(({ type }) => isText(type));
    return texts.length === 0
      ? 'false'
      : `(${texts.map(({ name }) => found(identifier(name), text)).join(' or ')})`;
  }

  function searched(value: unknown, path: string): string {
    if (typeof value !== 'string') throw refuse(`${path}/value`, say('field-text'));
    return `lower(${cast(value, 'VARCHAR', `${path}/value`)})`;
  }

  function found(cell: string, text: string): string {
    return `contains(lower(cast(${cell} as varchar)), ${text})`;
  }

  function cast(value: unknown, type: ColumnType, path: string): string {
    if (value === null || value === undefined) throw refuse(path, say('filter-value'));
    try {
      return `cast(${parameter(castCell(value, type))} as ${type})`;
    } catch (error) {
      if (error instanceof CellRefused)
        throw refuse(path, say('field-cell-type', { type, ...whyOf(error.said) }));
      throw error;
    }
  }

  function parameter(value: unknown): string {
    parameters.push(value);
    return `$${parameters.length}`;
  }

  return compile(filter, '');
}

/** The filter with other names for its columns; what is not a filter stays as it is. */
export function renameColumns(filter: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(filter)) return filter.map((item) => renameColumns(item, rename));
  if (typeof filter !== 'object' || filter === null) return filter;
  const { and, or, not, column, ...rest } = filter as Record<string, unknown>;
  return {
    ...(and !== undefined && { and: renameColumns(and, rename) }),
    ...(or !== undefined && { or: renameColumns(or, rename) }),
    ...(not !== undefined && { not: renameColumns(not, rename) }),
    ...(column !== undefined && { column: typeof column === 'string' ? rename(column) : column }),
    ...rest,
  };
}

function refuse(path: string, fault: Message) {
  return problem('invalid-request', say('filter-invalid', { path: path || '/', ...whyOf(fault) }), {
    fix: say('fix-filter-invalid'),
    members: { errors: [fieldError(`/filter${path}`, fault)] },
  });
}
