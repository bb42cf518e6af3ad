import { text } from 'node:stream/consumers';
import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import type { TotalFunction } from '../../core/sheet-blocks.js';
import { identifier } from '../../core/sql-text.js';
import type { GovernedColumn } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { type TableView, type ViewStatement, viewStatement } from './table-view.js';
import { type PageBody, takePage } from './take-page.js';

/** Numbers that a double may not hold are text, so that no digit is lost. */
export type ViewCell = string | number | boolean | null;

export interface ViewRows {
  rows: { id: number; cells: ViewCell[] }[];
  /** How many rows the view has. */
  count: number;
}

interface ViewBounds {
  rows: number;
  bytes: number;
  /** Longer texts are cut. */
  characters: number;
}

/** The first rows of a view, with its columns in order; fewer if they would take too many bytes. */
export const firstRowsOfView = retryingLostFiles(
  async (data: WorkbookData, view: TableView, most: ViewBounds): Promise<ViewRows> => {
    const stores = storesOf(data);
    const { engine, queryTimeoutMs: deadlineMs } = stores;
    const limit = Math.min(view.limit ?? most.rows, most.rows);
    const { workbookId, relation, parameters, tail } = await viewStatement(stores, { ...view, limit });
    const cells = view.columns.map((column, i) => `${shownCell(column, most.characters)} as k${i}`);
    const reply = await takePage(engine, most.bytes, (bounds) =>
      engine.read({
        workbookId,
        relations: [relation],
        sql: `select ${[...cells, identifier(ROW_ID)].join(', ')} ${tail}`,
        parameters,
        output: { kind: 'page', format: 'json', limit, keys: 0, rowIds: true, bounds },
        deadlineMs,
      }),
    );
    const found = JSON.parse(await textOf(reply.page)) as Record<string, ViewCell>[];
    const rows = found.map((row, at) => ({
      id: reply.rowIds?.[at] as number,
      cells: view.columns.map((_, i) => row[`k${i}`] ?? null),
    }));
    const isWhole = !reply.cutBy && rows.length < most.rows;
    return { rows, count: isWhole ? rows.length : await countOf(data, view) };
  },
);

/** One character more than is shown, to detect the cut. */
function shownCell({ name, type }: GovernedColumn, characters: number): string {
  const cell = asCell(identifier(name), type);
  return type === 'VARCHAR' || type === 'JSON' ? `left(${cell}, ${characters + 1})` : cell;
}

async function textOf(page: PageBody): Promise<string> {
  if (typeof page === 'string') return page;
  return 'stream' in page ? await text(page.stream) : Buffer.from(page).toString();
}

async function countOf(data: WorkbookData, view: TableView): Promise<number> {
  const bounded = (count: number) => Math.min(count, view.limit ?? count);
  if (!view.filter) return bounded(view.table.rowCount);
  const { unordered, ...statement } = await viewStatement(storesOf(data), {
    ...view,
    columns: [],
    limit: null,
  });
  const { n } = await ask(data, statement, `select count(*) as n ${unordered}`);
  return bounded(Number(n));
}

interface ViewTotal {
  column: GovernedColumn;
  fn: TotalFunction;
}

/** The totals over all rows of a view, in their order; of masked columns null. */
export const totalsOfView = retryingLostFiles(
  async (data: WorkbookData, view: TableView, totals: readonly ViewTotal[]): Promise<ViewCell[]> => {
    const open = totals.filter(({ column }) => !column.masked);
    if (open.length === 0) return totals.map(() => null);
    const columns = [...new Set(open.map(({ column }) => column))];
    const { unordered, ...statement } = await viewStatement(storesOf(data), { ...view, columns });
    const names = columns.map(({ name }) => identifier(name)).join(', ');
    const selected = open.map(({ column, fn }, i) => `${totalSql(column, fn)} as t${i}`);
    const found = await ask(
      data,
      statement,
      `select ${selected.join(', ')} from (select ${names} ${unordered})`,
    );
    return totals.map((total) => (total.column.masked ? null : (found[`t${open.indexOf(total)}`] ?? null)));
  },
);

function totalSql({ name, type }: GovernedColumn, fn: TotalFunction): string {
  const total = `${fn}(${identifier(name)})`;
  if (fn === 'count' || fn === 'avg') return total;
  // A sum of whole numbers may be larger than any of them.
  return asCell(total, fn === 'sum' && isWhole(type) ? 'DECIMAL(38,0)' : type);
}

async function ask(
  data: WorkbookData,
  { workbookId, relation, parameters }: Pick<ViewStatement, 'workbookId' | 'relation' | 'parameters'>,
  sql: string,
): Promise<Record<string, ViewCell>> {
  const { engine, queryTimeoutMs } = storesOf(data);
  const { page } = await engine.read({
    workbookId,
    relations: [relation],
    sql,
    parameters,
    output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
    deadlineMs: queryTimeoutMs,
  });
  return (JSON.parse(page as string) as Record<string, ViewCell>[])[0] ?? {};
}

const isWhole = (type: ColumnType) => type === 'BIGINT' || type === 'INTEGER';

function asCell(sql: string, type: ColumnType): string {
  return type === 'JSON' || type === 'BIGINT' || type.startsWith('DECIMAL') ? `cast(${sql} as varchar)` : sql;
}
