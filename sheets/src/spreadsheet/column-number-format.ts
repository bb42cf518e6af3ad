import { isNumberFormat } from '../core/number-format.js';
import { CellKind } from '../grid/grid.js';
import type { ColumnCells } from './column-cells.js';
import type { ColumnData } from './column-data.js';

/** Reading millions of texts of a csv column again, only for their percent signs, would take as long as its import. */
const MAX_TEXTS = 1000;
const GENERAL = 'General';
const percentage = /^[^%％]*?(?:[.,](\d+))?\s*[%％]$/;

/**
 * The most frequent format of a column's numbers or dates, so that an export can show them as the file did;
 * undefined for the default format.
 */
export function columnNumberFormat(
  cells: ColumnCells,
  rows: Uint32Array,
  type: ColumnData['type'],
): string | undefined {
  if (type === 'VARCHAR' || type === 'BOOLEAN') return undefined;
  const frequencies = new Map([[GENERAL, 0]]);
  const count = (format: string, cells: number) =>
    frequencies.set(format, (frequencies.get(format) ?? 0) + cells);
  let texts = 0;
  // Most columns have one style throughout, so cells are counted in runs.
  let first = 0;
  let run = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const kind = cells.kind(row);
    if (kind === CellKind.number || kind === CellKind.date) {
      if (run > 0 && cells.style(row) !== cells.style(first)) {
        count(cells.numberFormat(first), run);
        run = 0;
      }
      if (run === 0) first = row;
      run += 1;
    } else if (kind === CellKind.text && texts < MAX_TEXTS) {
      texts += 1;
      count(formatOfText(cells.text(row).trim()), 1);
    }
  }
  if (run > 0) count(cells.numberFormat(first), run);
  const [[format] = [GENERAL]] = [...frequencies].sort(([, one], [, other]) => other - one);
  return /^general$/i.test(format) || !isNumberFormat(format) ? undefined : format;
}

/** `12.5%` written as text is read as 0.125. */
function formatOfText(text: string): string {
  const match = percentage.exec(text);
  if (!match) return GENERAL;
  const decimals = match[1]?.length ?? 0;
  return decimals === 0 ? '0%' : `0.${'0'.repeat(Math.min(decimals, 15))}%`;
}
