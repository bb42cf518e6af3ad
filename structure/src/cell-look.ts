import type { CellStyle } from '@workbook-data-service/sheets/grid';

interface StyledTexts {
  text(row: number, column: number): string;
  style(row: number, column: number): CellStyle;
}

/** How a cell looks, so that two can be compared: labels of one kind look the same. */
export function cellLook(cells: Pick<StyledTexts, 'style'>, row: number, column: number): string {
  const { bold, italic, underline, fill, indent, align } = cells.style(row, column);
  return [bold, italic, underline, fill, indent, align].join(' ');
}

/** How a label looks, with blanks before it for an indent. */
export function labelLook(cells: StyledTexts, row: number, column: number): string {
  return `${cellLook(cells, row, column)} ${/^\s*/.exec(cells.text(row, column))?.[0].length}`;
}

/** How a cell looks, with the line below it and wherever its text stands, so that names can be told from values. */
export function underlinedLook(cells: Pick<StyledTexts, 'style'>, row: number, column: number): string {
  const { bold, italic, fill, borders } = cells.style(row, column);
  return [bold, italic, fill, borders.bottom].join(' ');
}
