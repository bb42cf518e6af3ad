import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { columnsAt } from '../../../catalog/tables.js';
import { identifier } from '../../../core/sql-text.js';
import type { Stores } from '../../stores.js';
import { physicalRelation } from '../../ungoverned/physical-relation.js';
import { discardPage, type PageBody, takePage } from '../take-page.js';
import { SmallTable } from './small-table.js';
import { type Value, whole } from './stored-value.js';

const MAX_ROWS = 100_000;
const MAX_CELLS = 1_000_000;
/** Of the texts that the engine makes of all cells. */
const MAX_BYTES = 32 * 1024 * 1024;

interface TableToLoad {
  record: { id: string; workbook_id: string };
  version: number;
  rowCount: number;
}

export function isSmall(rowCount: number, columns: number): boolean {
  return rowCount <= MAX_ROWS && rowCount * (columns + 1) <= MAX_CELLS;
}

/** Every row and column of a table, read by the engine; undefined if they are too many. Holds nobody up for long. */
export async function loadSmallTable(
  { catalog, engine, queryTimeoutMs: deadlineMs }: Stores,
  { record, version, rowCount }: TableToLoad,
): Promise<SmallTable | undefined> {
  const columns = await columnsAt(catalog.db, record.id, version);
  if (!isSmall(rowCount, columns.length)) return undefined;
  const id = identifier(ROW_ID);
  const cells = columns.map((column) => identifier(column.id));
  const { page, cutBy } = await takePage(engine, MAX_BYTES, (bounds) =>
    engine.read({
      workbookId: record.workbook_id,
      relations: [physicalRelation(record, version, columns)],
      sql: `select ${[...cells, id].join(', ')} from rows order by ${id}`,
      output: { kind: 'page', format: 'columns', limit: MAX_ROWS, keys: 0, bounds },
      deadlineMs,
    }),
  );
  if (cutBy) discardPage(page);
  if (cutBy) return undefined;
  const table = new SmallTable(version, columns);
  for await (const line of linesOf(page)) {
    const lists = JSON.parse(line) as (string | number | boolean | null)[][];
    const rowIds = lists.pop() as (number | string)[];
    // A string is a number that a double would change.
    if (rowIds.some((rowId) => typeof rowId === 'string')) return undefined;
    table.append(
      rowIds as number[],
      lists.map((list, i) => list.map((cell) => loadedValue(cell, columns[i]?.type as ColumnType))),
    );
    await nextTurn();
  }
  return table;
}

async function* linesOf(page: PageBody): AsyncGenerator<string> {
  if (typeof page === 'string') {
    if (page !== '') yield* page.split('\n');
    return;
  }
  if (!('stream' in page)) throw new Error('columns are sent as text');
  let rest = '';
  for await (const part of page.stream.setEncoding('utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function loadedValue(cell: string | number | boolean | null, type: ColumnType): Value | null {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return Number(cell);
  if (type === 'VARCHAR' || type === 'JSON') return cell;
  return type === 'DOUBLE' ? Number(cell) : whole(BigInt(cell));
}
