import { textWidth } from '../../core/text-width.js';
import { type BatchColumn, cellAt, lengthOf, type XlsxCell, type XlsxColumn } from './workbook-content.js';

const NARROWEST = 8;
const WIDEST = 60;
const SAMPLED_ROWS = 500;
/** Applying a number format is slow, and its texts are mostly of one length. */
const FORMATTED_ROWS = 100;
/** Space for the filter button beside a heading, and for padding beside a value. */
const BUTTON = 3;
const AIR = 2;

const widthOfMeaning = { date: 10, timestamp: 19, time: 8 };

/** In characters: enough for the heading with its filter button, and for the values of the first rows. */
export function columnWidth(
  column: XlsxColumn,
  sample: BatchColumn | undefined,
  display?: (value: number) => string,
): number {
  const content = contentWidth(column, sample, display);
  return Math.min(WIDEST, Math.max(NARROWEST, textWidth(column.name) + BUTTON, content + AIR));
}

/** The widest of the first values. `display` is the text of a number, if the column does not have the default format. */
export function contentWidth(
  { meaning }: XlsxColumn,
  sample: BatchColumn | undefined,
  display?: (value: number) => string,
): number {
  if (display) return widestOf(sample, display, FORMATTED_ROWS);
  return meaning === 'number' ? widestOf(sample, String, SAMPLED_ROWS) : widthOfMeaning[meaning];
}

function widestOf(sample: BatchColumn = [], display: (value: number) => string, rows: number): number {
  let widest = 0;
  for (let row = 0; row < Math.min(rows, lengthOf(sample)); row++) {
    widest = Math.max(widest, cellWidth(cellAt(sample, row), display));
  }
  return widest;
}

function cellWidth(cell: XlsxCell, display: (value: number) => string): number {
  if (typeof cell === 'string') return textWidth(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? textWidth(display(cell)) : 0;
  return typeof cell === 'boolean' ? String(cell).length : 0;
}
