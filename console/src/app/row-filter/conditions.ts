import type { Filter } from '@workbook-data-service/client';

const operators = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'contains', 'starts_with', 'in', 'is_null'] as const;
export type Operator = (typeof operators)[number];

/** What a column must be. */
export interface Condition {
  column: string;
  op: Operator;
  value?: unknown;
}

export function isCondition(value: unknown): value is Condition {
  const condition = value as Condition | null;
  return (
    typeof condition === 'object' &&
    typeof condition?.column === 'string' &&
    (operators as readonly unknown[]).includes(condition.op)
  );
}

export function filterOf(conditions: readonly Condition[] = []): Filter | undefined {
  return conditions.length > 0 ? { and: conditions as Filter[] } : undefined;
}

/** The conditions that all hold; undefined if the filter says more than such a list. */
export function conditionsOf(filter: unknown): Condition[] | undefined {
  if (filter === undefined || filter === null) return [];
  if (isCondition(filter)) return [filter];
  const { and, ...others } = filter as { and?: unknown };
  const isList = Array.isArray(and) && and.every(isCondition) && Object.keys(others).length === 0;
  return isList ? and : undefined;
}
