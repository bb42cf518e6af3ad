import { say } from '@workbook-data-service/contract/messages';
import type { ViewChange } from '@workbook-data-service/contract/views';
import { isNumberFormat } from '@workbook-data-service/sheets/number-formats';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnNamed } from '../../core/column-named.js';
import { compileFilter } from '../../core/filter-sql.js';
import { fieldError, type Problem, problem } from '../../core/problems.js';
import { ANY_COLUMN, type RowFilter, renameColumns } from '../../core/row-filter.js';
import { namedOrder } from '../../core/row-order.js';
import { unknownColumn } from '../../core/unknown-column.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governance/governed-tables.js';

/** A view as it is stored: with ids in place of the names of columns, so that renaming one changes nothing. */
export interface StoredView {
  filter: RowFilter | null;
  orderBy: { column: string; descending: boolean }[];
  columns: StoredColumn[];
  groupBy: string[];
}

interface StoredColumn {
  id: string;
  width: number | null;
  isHidden: boolean;
  isFrozen: boolean;
  format: string | null;
}

/** The view with the columns that a reader sees; what names another one is left out. */
export interface BoundView {
  filter: RowFilter | null;
  /** Whether the filter is kept from the reader, because it names a column that is gone or not theirs to see. */
  isFilterWithheld: boolean;
  orderBy: { column: GovernedColumn; descending: boolean }[];
  columns: (Omit<StoredColumn, 'id'> & { column: GovernedColumn })[];
  groupBy: GovernedColumn[];
}

export const emptyView: StoredView = { filter: null, orderBy: [], columns: [], groupBy: [] };

/** The view with what a request says of it; refused if it names a column that the caller does not see. */
export function changedView(before: StoredView, table: GovernedTable, change: ViewChange): StoredView {
  const { filter, order_by: orderBy, columns, group_by: groupBy } = change;
  const idAt = (name: string, path: string) => requireColumn(table, name, path).id;
  return {
    filter: filter === undefined ? before.filter : storedFilter(table, filter),
    orderBy:
      orderBy === undefined
        ? before.orderBy
        : namedOrder(JSON.stringify(orderBy), table.columns).map(({ name, descending }) => ({
            column: columnNamed(table.columns, name)?.id ?? name,
            descending,
          })),
    columns:
      columns === undefined
        ? before.columns
        : columns.map(({ name, width, hidden, frozen, format }, i) => {
            if (format && !isNumberFormat(format)) throw unknownFormat(`/columns/${i}/format`);
            return {
              id: idAt(name, `/columns/${i}/name`),
              width: width ?? null,
              isHidden: hidden ?? false,
              isFrozen: frozen ?? false,
              format: format ?? null,
            };
          }),
    groupBy: groupBy === undefined ? before.groupBy : groupBy.map((name, i) => idAt(name, `/group_by/${i}`)),
  };
}

export function boundView(stored: StoredView, { columns }: GovernedTable): BoundView {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const filter = namedFilter(stored.filter, byId);
  return {
    filter: filter ?? null,
    isFilterWithheld: filter === undefined,
    orderBy: stored.orderBy.flatMap(({ column, descending }) => {
      const found = byId.get(column);
      return found ? [{ column: found, descending }] : [];
    }),
    columns: stored.columns.flatMap(({ id, ...shown }) => {
      const column = byId.get(id);
      return column ? [{ ...shown, column }] : [];
    }),
    groupBy: stored.groupBy.flatMap((id) => byId.get(id) ?? []),
  };
}

/** Undefined if it names a column that the reader does not see: its values would tell of the column. */
function namedFilter(
  filter: RowFilter | null,
  byId: ReadonlyMap<string, GovernedColumn>,
): RowFilter | null | undefined {
  let isSeen = true;
  const named = renameColumns(filter, (id) => {
    if (id === ROW_ID || id === ANY_COLUMN) return id;
    const column = byId.get(id);
    if (!column || column.masked) isSeen = false;
    return column?.name ?? id;
  });
  return isSeen ? (named as RowFilter | null) : undefined;
}

function storedFilter(table: GovernedTable, filter: Record<string, unknown> | null): RowFilter | null {
  if (filter === null) return null;
  compileFilter(JSON.stringify(filter), [...table.columns, { name: ROW_ID, type: 'BIGINT' as const }], []);
  return renameColumns(filter, (name) => {
    if (name.toLowerCase() === ROW_ID) return ROW_ID;
    if (name === ANY_COLUMN && !columnNamed(table.columns, name)) return name;
    const column = requireColumn(table, name, '/filter');
    if (column.masked) throw filterWithheld();
    return column.id;
  }) as RowFilter;
}

function requireColumn(table: GovernedTable, name: string, path: string): GovernedColumn {
  const column = columnNamed(table.columns, name);
  if (column) return column;
  throw unknownColumn({ table: table.record.name, column: name, path });
}

export function filterWithheld(): Problem {
  return problem('forbidden', say('view-filter-withheld'), { fix: say('fix-view-filter-withheld') });
}

function unknownFormat(path: string): Problem {
  return problem('invalid-request', say('view-format-unknown'), {
    fix: say('fix-view-format'),
    members: { errors: [fieldError(path, say('number-format-unknown'))] },
  });
}
