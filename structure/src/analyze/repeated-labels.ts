import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';

/** Fewer rows may say the same at both sides by chance. */
const minRows = 5;
/** Of the rows with a label, so many have it at the right again. */
const repeatedShare = 0.9;

/**
 * The first of the columns at the right edge of a table that only repeat the labels of its rows, under the same name and at the
 * same distances, as tables over two pages do.
 */
export function firstRepeated(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  columns: readonly number[],
): number | undefined {
  const [first = 0, last = 0] = [columns[0], columns.at(-1)];
  const nameOf = (column: number) => headerRows.map((row) => cells.text(row, column).trim()).join('');
  const name = nameOf(first);
  const begin = columns.findLast((column) => column > first && nameOf(column) === name);
  if (begin === undefined || name === '') return undefined;
  let [labelled, repeated] = [0, 0];
  for (const row of cells.filledRows({ ...range, top: (headerRows.at(-1) ?? range.top) + 1 })) {
    const label = textsFrom(cells, row, first, first + last - begin);
    const again = textsFrom(cells, row, begin, last);
    if (again !== '' && (again !== label || !/\p{L}/u.test(again))) return undefined;
    if (label !== '') labelled++;
    if (again !== '') repeated++;
  }
  return repeated >= minRows && repeated >= repeatedShare * labelled ? begin : undefined;
}

function textsFrom(cells: SheetCells, row: number, left: number, right: number): string {
  const texts: string[] = [];
  for (let column = left; column <= right; column++) texts.push(cells.text(row, column).trim());
  return texts.join('\n').trimEnd();
}
