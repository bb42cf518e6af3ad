import type { Filter } from '@workbook-data-service/client';

const operators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'search',
  'starts_with',
  'in',
  'is_null',
] as const;
export type Operator = (typeof operators)[number];

/** In place of a column: any that holds texts. */
export const ANY_COLUMN = '*';

/** What a column must be. A null in the list of `in` stands for an empty cell. */
export interface Condition {
  column: string;
  op: Operator;
  value?: unknown;
}

/** What is typed into the field for all columns. */
export const isSearch = ({ column, op }: Condition): boolean => column === ANY_COLUMN && op === 'search';

export function isCondition(value: unknown): value is Condition {
  const condition = value as Condition | null;
  return (
    typeof condition === 'object' &&
    typeof condition?.column === 'string' &&
    !('apply' in condition) &&
    (operators as readonly unknown[]).includes(condition.op)
  );
}

export function filterOf(conditions: readonly Condition[] = []): Filter | undefined {
  return conditions.length > 0 ? { and: conditions.map(filterOfOne) } : undefined;
}

/** No cell that is empty is in a list, so that it is asked for beside it. */
function filterOfOne(condition: Condition): Filter {
  const { column, op, value } = condition;
  if (op !== 'in' || !Array.isArray(value) || !value.includes(null)) return condition as Filter;
  const filled = value.filter((one) => one !== null);
  return {
    or: [
      { column, op: 'in', value: filled },
      { column, op: 'is_null' },
    ],
  };
}

/** The conditions that all hold; undefined if the filter says more than such a list. */
export function conditionsOf(filter: unknown): Condition[] | undefined {
  if (filter === undefined || filter === null) return [];
  const one = conditionOfOne(filter);
  if (one) return [one];
  const { and, ...others } = filter as { and?: unknown };
  if (!Array.isArray(and) || Object.keys(others).length > 0) return undefined;
  const conditions = and.map(conditionOfOne);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

function conditionOfOne(filter: unknown): Condition | undefined {
  if (isCondition(filter)) return filter;
  const { or } = (filter ?? {}) as { or?: unknown };
  const [list, empty] = Array.isArray(or) && or.length === 2 ? (or as unknown[]) : [];
  const isListOrEmpty =
    isCondition(list) &&
    list.op === 'in' &&
    isCondition(empty) &&
    empty.op === 'is_null' &&
    empty.value !== false;
  if (!isListOrEmpty || list.column !== empty.column || !Array.isArray(list.value)) return undefined;
  return { ...list, value: [...list.value, null] };
}
