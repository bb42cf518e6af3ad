import { isDateFormat } from '../src/grid/format-kind.js';
import { CellKind, type CellRange, type CellStyle, plainStyle, type Sheet } from '../src/grid/grid.js';
import { CellBudget, GridBuilder } from '../src/grid/grid-builder.js';
import { SheetTexts } from '../src/grid/sheet-texts.js';
import { nothingAround } from '../src/spreadsheet/spreadsheet-file.js';

export type DrawnCell = string | number | null | { value: string | number; style: Partial<CellStyle> };

const contentOf = (cell: DrawnCell | undefined) => (typeof cell === 'object' && cell ? cell.value : cell);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Texts are shared, as they are in the files of most programs. */
export function drawSheet(rows: DrawnCell[][], merges: CellRange[] = []): Sheet {
  const grid = new GridBuilder(new CellBudget());
  const shared = [...new Set(rows.flat().map(contentOf).filter(isText))];
  const texts = new SheetTexts(shared);
  const styles = [plainStyle];
  rows.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      const { value, style } = typeof cell === 'object' && cell ? cell : { value: cell, style: null };
      const index = style ? styles.push({ ...plainStyle, ...style }) - 1 : 0;
      const kind = isDateFormat(style?.numberFormat ?? '') ? CellKind.date : CellKind.number;
      if (typeof value === 'number') grid.add(row, column, kind, value, index);
      else if (value) grid.add(row, column, CellKind.text, shared.indexOf(value), index);
      else if (style) grid.add(row, column, CellKind.empty, 0, index);
    });
  });
  return {
    ...nothingAround,
    name: 'シート',
    dateSystem: '1900',
    styles,
    ...grid.finish(),
    texts,
    merges,
  };
}
