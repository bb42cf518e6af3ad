import type { QueryAnswer } from '@workbook-data-service/client/api';
import { readResult } from './result-query.js';

const ROWS_AT_ONCE = 10_000;

/** All kept rows of a result as a CSV file for Excel; `onProgress` hears which share of them is read. */
export async function resultAsCsv(
  result: QueryAnswer,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const parts = ['\uFEFF', csvLine(result.columns.map(({ name }) => name))];
  for (let from = 0; from < result.row_count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, result.row_count);
    const rows = await readResult(result, from, to, signal);
    parts.push(rows.map(csvLine).join(''));
    onProgress(to / result.row_count);
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands a file to the user as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read the file by the next minute, and needs its address no longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
