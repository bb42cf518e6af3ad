import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { CellRefused, type CellValue, type ColumnType, castCell } from '@workbook-data-service/sheets/values';
import { columnNamed } from './column-named.js';
import { parseJson } from './parse-json.js';
import { fieldError, problem } from './problems.js';
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

export interface FilterColumn {
  name: string;
  type: ColumnType;
}

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
export type TextTest = 'contains' | 'starts_with' | 'ends_with';

/** What a condition looks at: a cell, or what a function makes of it. */
export interface Compared {
  column: FilterColumn;
  apply?: AppliedFunction | undefined;
  /** Of what is compared. */
  type: ColumnType;
}

/** A filter that was checked: its values are cast by the rule of what they are compared with. */
export type CheckedFilter =
  | { kind: 'all' | 'any'; of: CheckedFilter[] }
  | { kind: 'not'; of: CheckedFilter }
  | { kind: 'is-empty'; column: FilterColumn; empty: boolean }
  | { kind: 'compare'; of: Compared; op: Comparison; value: CellValue }
  | { kind: 'among'; of: Compared; values: CellValue[] }
  | { kind: 'text'; of: Compared; test: TextTest; text: string }
  | { kind: 'search'; of: Compared; text: string }
  | { kind: 'search-any'; columns: FilterColumn[]; text: string };

interface Applied {
  of(type: ColumnType): boolean;
  gives: ColumnType;
}

const isText = (type: ColumnType) => type === 'VARCHAR';
const isFraction = (type: ColumnType) => type === 'DOUBLE' || type.startsWith('DECIMAL');
const hasDate = (type: ColumnType) => type === 'DATE' || type.startsWith('TIMESTAMP');
const hasTime = (type: ColumnType) => type.startsWith('TIME');

/** What a condition may compare in place of a cell, by the types of columns that it can be made of. */
const applied = {
  lower: { of: isText, gives: 'VARCHAR' },
  upper: { of: isText, gives: 'VARCHAR' },
  trim: { of: isText, gives: 'VARCHAR' },
  length: { of: isText, gives: 'BIGINT' },
  floor: { of: isFraction, gives: 'DOUBLE' },
  ceiling: { of: isFraction, gives: 'DOUBLE' },
  round: { of: isFraction, gives: 'DOUBLE' },
  date: { of: hasDate, gives: 'DATE' },
  year: { of: hasDate, gives: 'BIGINT' },
  month: { of: hasDate, gives: 'BIGINT' },
  day: { of: hasDate, gives: 'BIGINT' },
  hour: { of: hasTime, gives: 'BIGINT' },
  minute: { of: hasTime, gives: 'BIGINT' },
  second: { of: hasTime, gives: 'BIGINT' },
} as const satisfies Record<string, Applied>;
export type AppliedFunction = keyof typeof applied;

const partsOfCondition = ['column', 'apply', 'op', 'value'];
const MAX_NODES = 500;
/** In place of a column, for `search`: any that holds texts. */
export const ANY_COLUMN = '*';

/** Refuses a filter that is not one of these columns. */
export function checkFilter(text: string, columns: readonly FilterColumn[]): CheckedFilter {
  let filter: unknown;
  try {
    filter = parseJson(text);
  } catch {
    throw refuse('', say('field-json'));
  }
  let nodes = 0;

  function check(node: unknown, path: string): CheckedFilter {
    if (++nodes > MAX_NODES) throw refuse(path, say('filter-conditions', { max: MAX_NODES }));
    if (typeof node !== 'object' || node === null || Array.isArray(node))
      throw refuse(path, say('field-object'));
    const keys = Object.keys(node);
    const only = keys.length === 1 ? keys[0] : undefined;
    if (only === 'and' || only === 'or') {
      const of = checkList((node as Record<string, unknown>)[only], `${path}/${only}`);
      return { kind: only === 'and' ? 'all' : 'any', of };
    }
    if (only === 'not') return { kind: 'not', of: check((node as { not: unknown }).not, `${path}/not`) };
    return checkCondition(node as Record<string, unknown>, path);
  }

  function checkList(list: unknown, path: string): CheckedFilter[] {
    if (!Array.isArray(list) || list.length === 0) throw refuse(path, say('filter-list'));
    return list.map((item, i) => check(item, `${path}/${i}`));
  }

  function checkCondition(node: Record<string, unknown>, path: string): CheckedFilter {
    const unknown = Object.keys(node).find((key) => !partsOfCondition.includes(key));
    if (unknown !== undefined) throw refuse(`${path}/${unknown}`, unknownField(unknown, partsOfCondition));
    const column = columnNamed(columns, String(node.column));
    if (!column && node.column === ANY_COLUMN && node.op === 'search')
      return {
        kind: 'search-any',
        columns: columns.filter(({ type }) => isText(type)),
        text: textOf(node.value, path),
      };
    if (!column)
      throw refuse(`${path}/column`, say('field-no-column', { column: JSON.stringify(node.column) }));
    const op = ops.find((candidate) => candidate === node.op);
    if (!op) throw refuse(`${path}/op`, say('field-one-of', { values: ops.join(', ') }));
    const of = compared(column, node.apply, path);
    const { value } = node;
    switch (op) {
      case 'is_null':
        return { kind: 'is-empty', column, empty: value !== false };
      case 'in':
        if (!Array.isArray(value)) throw refuse(`${path}/value`, say('field-list'));
        return {
          kind: 'among',
          of,
          values: value.map((item, i) => cast(item, of.type, `${path}/value/${i}`)),
        };
      case 'search':
        return { kind: 'search', of, text: textOf(value, path) };
      case 'contains':
      case 'starts_with':
      case 'ends_with':
        return { kind: 'text', of, test: op, text: textOf(value, path) };
      default:
        return { kind: 'compare', of, op, value: cast(value, of.type, `${path}/value`) };
    }
  }

  return check(filter, '');
}

function compared(column: FilterColumn, apply: unknown, path: string): Compared {
  const { type } = column;
  if (apply === undefined) return { column, type: type === 'JSON' ? 'VARCHAR' : type };
  const usable = (Object.keys(applied) as AppliedFunction[]).filter((name) => applied[name].of(type));
  const wanted = usable.find((name) => name === apply);
  if (wanted) return { column, apply: wanted, type: applied[wanted].gives };
  const values = usable.join(', ');
  throw refuse(`${path}/apply`, values ? say('field-one-of', { values }) : say('filter-apply-none'));
}

function textOf(value: unknown, path: string): string {
  if (typeof value !== 'string') throw refuse(`${path}/value`, say('field-text'));
  return cast(value, 'VARCHAR', `${path}/value`) as string;
}

function cast(value: unknown, type: ColumnType, path: string): CellValue {
  if (value === null || value === undefined) throw refuse(path, say('filter-value'));
  try {
    return castCell(value, type);
  } catch (error) {
    if (error instanceof CellRefused)
      throw refuse(path, say('field-cell-type', { type, ...whyOf(error.said) }));
    throw error;
  }
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
