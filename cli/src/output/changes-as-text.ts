import type { DifferingCell, TableDiff } from '@workbook-data-service/client/api';
import { counted } from './counted.js';
import { plainText } from './plain-text.js';
import { cut } from './text-table.js';

type Changed = Pick<TableDiff, 'name' | 'renamed_from' | 'status' | 'columns' | 'rows' | 'cells'>;

const WIDEST_VALUE = 40;

/** What differs between two states, table by table, a line for each row with its values before and after. */
export function changesAsText(tables: readonly Changed[], maxRows: number): string[] {
  return tables.flatMap((table) => [headOf(table), ...columnsOf(table), ...rowsOf(table, maxRows)]);
}

function headOf({ name, renamed_from, status, rows }: Changed): string {
  const named = renamed_from ? `${renamed_from} → ${name}` : name;
  const told = [
    ...(status === 'added' || status === 'removed' ? [status] : []),
    ...(rows && rows.inserted > 0 ? [`${counted(rows.inserted, 'row')} more`] : []),
    ...(rows && rows.updated > 0 ? [`${counted(rows.updated, 'row')} changed`] : []),
    ...(rows && rows.deleted > 0 ? [`${counted(rows.deleted, 'row')} gone`] : []),
  ];
  return plainText(told.length > 0 ? `${named}: ${told.join(', ')}` : `${named}: ${status}`);
}

function columnsOf({ columns: { added, removed, renamed, retyped } }: Changed): string[] {
  const lines = [
    ...added.map((name) => `+ column ${name}`),
    ...removed.map((name) => `- column ${name}`),
    ...renamed.map(({ from, to }) => `~ column ${from} → ${to}`),
    ...retyped.map(({ column, from, to }) => `~ column ${column}: ${from} → ${to}`),
  ];
  return lines.map((line) => `  ${plainText(line)}`);
}

function rowsOf({ cells }: Changed, maxRows: number): string[] {
  const byRow = new Map<number, DifferingCell[]>();
  for (const cell of cells) byRow.set(cell.row_id, [...(byRow.get(cell.row_id) ?? []), cell]);
  const rows = [...byRow.values()];
  const hidden = rows.length - maxRows;
  return [
    ...rows.slice(0, maxRows).map((row) => `  ${rowAsText(row)}`),
    ...(hidden > 0 ? [`  … and ${counted(hidden, 'more row')}. --cells shows every cell.`] : []),
  ];
}

const signs = { insert: '+', update: '~', delete: '-' } as const;

/** `~ row 3  qty: 1 → 7`. */
function rowAsText(cells: readonly DifferingCell[]): string {
  const [{ row_id, change } = { row_id: 0, change: 'update' as const }] = cells;
  const told = cells.map(({ column, old, new: now }) => {
    if (change === 'update') return `${plainText(column)}: ${shown(old)} → ${shown(now)}`;
    return `${plainText(column)}: ${shown(change === 'insert' ? now : old)}`;
  });
  return `${signs[change]} row ${row_id}  ${told.join(', ')}`;
}

/** An empty text is told from no value. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  return value === '' ? '""' : cut(plainText(value), WIDEST_VALUE);
}
