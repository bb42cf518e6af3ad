import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnsAt } from '../../catalog/tables.js';
import { columnNamed } from '../../core/column-named.js';
import { Problem } from '../../core/problems.js';
import { identifier } from '../../core/sql-text.js';
import { bindSql } from '../../core/transform-template.js';
import type { ResultOrder } from '../../engine/lineage/result-order.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { findRun } from './provenance/find-run.js';

/** A column, and its term in ORDER BY over `rows`. */
interface OrderTerm {
  name: string;
  sql: string;
}

/**
 * The order of a table's exported rows: that of the statement which computed it, then by row id. Only what
 * the reader sees decides: the order tells nothing about hidden columns.
 */
export async function rowOrder(stores: Stores, table: ReadableTable): Promise<OrderTerm[]> {
  const terms = (await visibleOrder(stores, table)).map(({ name, descending, nullsFirst }) => {
    const direction = `${descending ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`;
    return { name, sql: `rows.${identifier(name)} ${direction}` };
  });
  return [...terms, { name: ROW_ID, sql: `rows.${identifier(ROW_ID)}` }];
}

interface VisibleTerm extends Omit<ResultOrder, 'column'> {
  name: string;
}

/** The order of the statement that computed a table, up to the first column that the reader does not see. */
export async function computedOrder(data: WorkbookData, table: ReadableTable): Promise<VisibleTerm[]> {
  return await visibleOrder(storesOf(data), table);
}

async function visibleOrder(stores: Stores, table: ReadableTable): Promise<VisibleTerm[]> {
  const terms: VisibleTerm[] = [];
  const order = await statementOrder(stores, table);
  const columns = order.length > 0 ? await columnsAt(stores.catalog.db, table.record.id, table.version) : [];
  for (const { column, ...direction } of order) {
    const ordered = typeof column === 'number' ? columns[column] : columnNamed(columns, column);
    const visible = table.columns.find(({ id, masked }) => id === ordered?.id && !masked);
    if (!visible) break;
    terms.push({ name: visible.name, ...direction });
  }
  return terms;
}

async function statementOrder({ catalog, engine }: Stores, table: ReadableTable): Promise<ResultOrder[]> {
  const { record, version } = table;
  const run = record.kind === 'derived' ? await findRun(catalog.db, record, version) : undefined;
  if (run?.kind !== 'sql') return [];
  try {
    return (await engine.inspect(record.workbook_id, bindSql(run.code))).order;
  } catch (error) {
    // A statement of an earlier release, which this one refuses, must not keep its rows from being exported.
    if (error instanceof Problem) return [];
    throw error;
  }
}
