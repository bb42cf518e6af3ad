import type { Filter } from '@workbook-data-service/client';
import type { SortTerm } from '../../grid/types.js';

const ROW_ID = '__svc_row_id';

/** The rows that come before one: empty cells are last in both directions, and the id decides between equal rows. */
export function rowsBefore(row: Record<string, unknown>, sort: readonly SortTerm[]): Filter {
  const before: Filter[] = [];
  const equal: Filter[] = [];
  for (const { column, isDescending } of sort) {
    const value = row[column] ?? null;
    before.push({
      and: [
        ...equal,
        value === null
          ? { column, op: 'is_null', value: false }
          : { column, op: isDescending ? 'gt' : 'lt', value },
      ],
    });
    equal.push(value === null ? { column, op: 'is_null' } : { column, op: 'eq', value });
  }
  return { or: [...before, { and: [...equal, { column: ROW_ID, op: 'lt', value: row[ROW_ID] }] }] };
}
