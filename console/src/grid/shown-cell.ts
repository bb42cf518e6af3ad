import type { Language } from '../preferences.js';
import { shownText } from './cell-text.js';
import type { GridColumn, GridRow } from './types.js';

/** How a cell is drawn. */
interface ShownCell {
  value: unknown;
  column: GridColumn;
  language: Language;
  text: string;
  /** The text in one line, as a canvas draws it. */
  line: string;
  /** Of the line, once it was measured. */
  width?: number;
}

const known = new WeakMap<GridRow, ShownCell[]>();

/** Formatting and measuring take longer than drawing, and a cell is drawn at every frame, so that both are done once. */
export function shownCell(row: GridRow, index: number, column: GridColumn, language: Language): ShownCell {
  let cells = known.get(row);
  if (!cells) {
    cells = [];
    known.set(row, cells);
  }
  const value = row.cells[index];
  const before = cells[index];
  if (before && before.value === value && before.column === column && before.language === language)
    return before;
  const text = shownText(value, column, language);
  const cell: ShownCell = { value, column, language, text, line: text.replaceAll('\n', ' ') };
  cells[index] = cell;
  return cell;
}
