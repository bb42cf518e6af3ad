import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnNamed } from '../../core/column-named.js';
import { compileFilter } from '../../core/filter-sql.js';
import { ANY_COLUMN, type RowFilter, renameColumns } from '../../core/row-filter.js';
import { type OrderTerm, orderClause, totalOrder } from '../../core/row-order.js';
import { identifier } from '../../core/sql-text.js';
import type { Relation } from '../../engine/engine.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import type { Stores } from '../stores.js';
import { rowOrder } from './export-order.js';
import type { RowIdRange } from './row-id-parts.js';

/** Some rows and columns of a table, in an order. */
export interface TableView {
  table: ReadableTable;
  columns: GovernedColumn[];
  /** With the names of columns. */
  filter: RowFilter | null;
  /** Empty: the order in which the table is exported. */
  orderBy: readonly OrderTerm[];
  limit: number | null;
  /** Rows with these ids alone; all without it. */
  rowIds?: RowIdRange | undefined;
}

/** The parts of a statement over the rows of a view; `select … ${tail}` reads them in order. */
export interface ViewStatement {
  workbookId: string;
  relation: Relation;
  parameters: unknown[];
  /** From FROM to LIMIT. */
  tail: string;
  /** The same rows in any order where that makes no difference, as for totals. */
  unordered: string;
}

export async function viewStatement(stores: Stores, view: TableView): Promise<ViewStatement> {
  const { table, filter, limit, rowIds } = view;
  const parameters: unknown[] = [];
  const filterable = [...table.columns, { name: ROW_ID, type: 'BIGINT' as const }];
  const conditions = [
    ...(filter ? [`(${compileFilter(JSON.stringify(filter), filterable, parameters)})`] : []),
    ...(rowIds?.from === undefined ? [] : [`rows.${identifier(ROW_ID)} >= ${rowIds.from}`]),
    ...(rowIds?.before === undefined ? [] : [`rows.${identifier(ROW_ID)} < ${rowIds.before}`]),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const ordered =
    view.orderBy.length > 0
      ? totalOrder(view.orderBy).map((term) => ({ name: term.name, sql: orderClause([term]) }))
      : await rowOrder(stores, table);
  const order = ordered.map(({ sql }) => sql).join(', ');
  const used = new Set([...view.columns.map(({ name }) => name), ...ordered.map(({ name }) => name)]);
  renameColumns(filter, (name) => {
    const column = columnNamed(table.columns, name);
    const meant = column || name !== ANY_COLUMN ? [{ name: column?.name ?? name }] : table.columns;
    for (const one of meant) used.add(one.name);
    return name;
  });
  const relation = relationOf(table, 'rows');
  const from = `from rows ${where}`;
  const tail = `${from} order by ${order}${limit === null ? '' : ` limit ${limit}`}`;
  return {
    workbookId: table.record.workbook_id,
    // Even a column that is not read costs time.
    relation: { ...relation, columns: relation.columns.filter(({ name }) => used.has(name)) },
    parameters,
    tail,
    unordered: limit === null ? from : tail,
  };
}
