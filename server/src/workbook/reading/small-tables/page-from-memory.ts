import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import type { OrderTerm } from '../../../core/row-order.js';
import { uniqueColumnNames } from '../../../engine/encode/column-names.js';
import { rowTooLarge } from '../../../engine/encode/page-builder.js';
import type { GovernedColumn } from '../../governance/governed-tables.js';
import type { Stores } from '../../stores.js';
import type { PageFound, PageWanted } from '../page-wanted.js';
import { LeftToEngine } from './left-to-engine.js';
import { type CellsNamed, matching, type RowTest } from './match-rows.js';
import type { SmallTable } from './small-table.js';
import { comparedWith, orderingBy, type SortKey, sortedWindow } from './sorted-rows.js';
import { type Value, valueOfText } from './stored-value.js';
import { jsonOf, positionText } from './value-text.js';

/** Argued: more would hold other requests up, and the engine sends large pages from a file. */
const MAX_CELLS = 16 * 1024;
const MAX_CHARACTERS = 256 * 1024;

/** The page that the engine would make, to the byte; undefined where it is to make it. */
export async function pageFromMemory(stores: Stores, wanted: PageWanted): Promise<PageFound | undefined> {
  const { format, entity, emptyIsLeast } = wanted.request;
  if (format !== 'json' || entity || emptyIsLeast) return undefined;
  return await stores.smallTables.read(stores, wanted.table, (rows) => pageOf(rows, wanted));
}

function pageOf(table: SmallTable, wanted: PageWanted): PageFound {
  const { columns, terms, request } = wanted;
  const { limit } = request;
  if (limit * (columns.length + 1) > MAX_CELLS) throw new LeftToEngine();
  const cellsNamed = cellsOfReader(table, wanted.table.columns);
  const keys = terms.map(({ name, descending }) => ({
    cells: name === ROW_ID ? ('row' as const) : cellsNamed(name),
    descending,
  }));
  const { rows, total } = findRows(table, wanted, keys, cellsNamed);
  const texts = rowTexts(table, columns, rows.subarray(0, limit), cellsNamed);
  const { page, rowCount } = asPage(texts, wanted.maxBytes);
  const cutBy = rowCount < texts.length ? 'bytes' : rows.length > limit ? 'limit' : undefined;
  return {
    page,
    rowIds: Array.from(rows.subarray(0, rowCount), (row) => table.rowIdAt(row)),
    cutBy,
    next: cutBy && positionOf(table, terms, keys, rows[rowCount - 1] as number),
    total,
  };
}

function cellsOfReader(table: SmallTable, visible: readonly GovernedColumn[]): CellsNamed {
  const byName = new Map(visible.map((column) => [column.name, column]));
  return (name) => {
    if (name === ROW_ID) return table.rowIds;
    const column = byName.get(name);
    if (column?.masked) return undefined;
    const cells = column && table.cellsOf(column);
    if (!cells) throw new LeftToEngine();
    return cells;
  };
}

/** The rows of the page and one more, if there is one. */
function findRows(
  table: SmallTable,
  { filter, terms, position, request: { offset = 0, limit } }: PageWanted,
  keys: readonly SortKey[],
  cellsNamed: CellsNamed,
): { rows: Int32Array; total: number } {
  const isById = keys[0]?.cells === 'row' && !keys[0].descending;
  const values = position && valuesOf(table, terms, position);
  if (isById && !filter) {
    const from = values ? Math.floor(values[0] as number) + 1 : offset;
    const count = Math.max(0, Math.min(limit + 1, table.rowCount - from));
    return { rows: Int32Array.from({ length: count }, (_, i) => from + i), total: table.rowCount };
  }
  const isFound: RowTest = filter ? matching(filter, cellsNamed) : () => true;
  const compared = values && comparedWith(keys, values);
  const found = new Int32Array(table.rowCount);
  let [count, total] = [0, 0];
  for (let row = 0; row < table.rowCount; row += 1) {
    if (!isFound(row)) continue;
    total += 1;
    if (!compared || compared(row) > 0) found[count++] = row;
  }
  const rows = found.subarray(0, count);
  const window = isById
    ? rows.subarray(offset, offset + limit + 1)
    : sortedWindow(rows, offset, offset + limit + 1, orderingBy(keys));
  return { rows: window, total };
}

/** A row's id is its place: between two places, if that row is gone. */
function valuesOf(
  table: SmallTable,
  terms: readonly OrderTerm[],
  position: readonly (string | null)[],
): (Value | null)[] {
  return terms.map(({ name, type }, i) => {
    const text = position[i] ?? null;
    if (name !== ROW_ID) return text === null ? null : valueOfText(text, type as ColumnType);
    const rowId = text === null ? undefined : valueOfText(text, 'BIGINT');
    if (typeof rowId !== 'number') throw new LeftToEngine();
    const place = table.placeOf(rowId);
    return place < table.rowCount && table.rowIdAt(place) === rowId ? place : place - 0.5;
  });
}

function positionOf(
  table: SmallTable,
  terms: readonly OrderTerm[],
  keys: readonly SortKey[],
  row: number,
): (string | null)[] {
  return keys.map(({ cells }, i) => {
    if (cells === 'row') return String(table.rowIdAt(row));
    if (!cells || cells.isEmpty(row)) return null;
    return positionText(cells.valueAt(row), terms[i]?.type as ColumnType);
  });
}

function rowTexts(
  table: SmallTable,
  columns: readonly GovernedColumn[],
  rows: Int32Array,
  cellsNamed: CellsNamed,
): string[] {
  const names = uniqueColumnNames([...columns.map(({ name }) => name), ROW_ID]);
  const cells = columns.map(({ name, type }, i) => ({
    key: `${i === 0 ? '{' : ','}${JSON.stringify(names[i])}:`,
    cells: cellsNamed(name),
    json: jsonOf(type),
  }));
  const idKey = `${columns.length === 0 ? '{' : ','}${JSON.stringify(names.at(-1))}:`;
  return Array.from(rows, (row) => {
    let text = '';
    for (const { key, cells: column, json } of cells)
      text += key + (!column || column.isEmpty(row) ? 'null' : json(column.valueAt(row)));
    return `${text}${idKey}${table.rowIdAt(row)}}`;
  });
}

/** As many of the rows as fit into the page, each counted with what separates it from the next. */
function asPage(rows: readonly string[], maxBytes: number): { page: string; rowCount: number } {
  const page = `[${rows.join(',')}]`;
  if (page.length > MAX_CHARACTERS) throw new LeftToEngine();
  if (rows.length === 0 || Buffer.byteLength(page) + 1 <= maxBytes) return { page, rowCount: rows.length };
  let bytes = 2;
  const fits = rows.findIndex((row) => {
    bytes += Buffer.byteLength(row) + 1;
    return bytes > maxBytes;
  });
  if (fits === 0) throw rowTooLarge(maxBytes);
  const rowCount = fits === -1 ? rows.length : fits;
  return { page: `[${rows.slice(0, rowCount).join(',')}]`, rowCount };
}
