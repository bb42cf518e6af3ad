import { columnLetters } from '../src/core/column-letters.js';
import { CellKind, plainStyle, type Sheet } from '../src/grid/grid.js';
import { ColumnReader } from '../src/spreadsheet/read-cell.js';

const kinds = Object.keys(CellKind);

/** Everything that a sheet says, whatever the form in which it is stored: cells with their looks, and what is around them. */
export function sheetContent(sheet: Sheet) {
  const cells: Record<string, string> = {};
  for (const [at, column] of sheet.columns.entries()) {
    if (!column) continue;
    const reader = new ColumnReader(sheet, column);
    for (
      let row = column.firstRow;
      row < Math.min(column.firstRow + column.kinds.length, sheet.rowCount);
      row++
    ) {
      const kind = reader.kind(row);
      const isText = kind === CellKind.text || kind === CellKind.error;
      const value = isText ? reader.text(row) : reader.number(row);
      const style = lookOf(sheet, reader.style(row));
      const formula = column.formulas.get(row);
      if (kind === CellKind.empty && style === '{}' && formula === undefined) continue;
      cells[columnLetters(at) + (row + 1)] = JSON.stringify([kinds[kind], value, style, formula]);
    }
  }
  const { dateSystem, rowCount, merges } = sheet;
  const numbers = (set: ReadonlySet<number>) => [...set].sort((a, b) => a - b);
  const hidden = { rows: numbers(sheet.hiddenRows), columns: numbers(sheet.hiddenColumns) };
  return { dateSystem, rowCount, columnCount: sheet.columns.length, merges, hidden, cells };
}

/** How a style differs from the plain one. */
function lookOf({ styles }: Sheet, style: number): string {
  const { borders, ...look } = styles[style] ?? plainStyle;
  const differing = [
    ...differences(look, plainStyle),
    ...differences(borders, plainStyle.borders).map(([side, line]) => [`border ${side}`, line] as const),
  ];
  return JSON.stringify(Object.fromEntries(differing.sort(([one], [other]) => (one < other ? -1 : 1))));
}

const differences = <T extends object>(one: T, plain: T) =>
  Object.entries(one).filter(([key, value]) => value !== plain[key as keyof T]);
