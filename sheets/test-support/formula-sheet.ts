import { CellKind, plainStyle, type Sheet } from '../src/grid/grid.js';
import { CellBudget, GridBuilder } from '../src/grid/grid-builder.js';
import { SheetTexts } from '../src/grid/sheet-texts.js';
import { nothingAround } from '../src/spreadsheet/spreadsheet-file.js';

/** Texts that begin with an equals sign are formulas without results; null is no cell. */
export function formulaSheet(
  rows: readonly (readonly (string | number | boolean | null)[])[],
  more: Partial<Sheet> = {},
): Sheet {
  const grid = new GridBuilder(new CellBudget());
  const texts = new SheetTexts([]);
  rows.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      if (typeof cell === 'number') grid.add(row, column, CellKind.number, cell, 0);
      else if (typeof cell === 'boolean') grid.add(row, column, CellKind.boolean, Number(cell), 0);
      else if (cell?.startsWith('=')) {
        grid.add(row, column, CellKind.empty, 0, 0);
        grid.addFormula(row, column, cell.slice(1));
      } else if (cell !== null) grid.add(row, column, CellKind.text, texts.add(cell), 0);
    });
  });
  return {
    ...nothingAround,
    name: 'Sheet1',
    dateSystem: '1900',
    styles: [plainStyle],
    ...grid.finish(),
    texts,
    ...more,
  };
}
