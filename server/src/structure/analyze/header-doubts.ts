import { columnLetters } from '../../core/column-letters.js';
import type { RegionSpec } from '../../core/parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { type Checked, isShared, mostColumns, topHeader } from './doubt.js';

export function headerDoubts(
  cells: SheetCells,
  { range, headerRows, columns }: RegionSpec,
  body: readonly number[],
): Checked {
  const top = topHeader(headerRows).length;
  const repeated = headerRows.length - top;
  return [
    ['no header', top === 0, 'No row reads as a header, so columns are named by their letters.'],
    ['shared header', isShared(range, headerRows), 'The header of the table above names the columns.'],
    ['header of two rows', top === 2, 'The header takes two rows.'],
    ['deep header', top > 2, `The header takes ${top} rows.`],
    [
      'header like a record',
      top === 1 && columns.some(({ source }) => isLikeCells(cells, headerRows[0] ?? 0, source, body)),
      'A name of a column is a code like those below it.',
      headerRows[0],
    ],
    ['header between rows', repeated > 0, `${repeated} more header rows stand between the rows.`],
  ];
}

/** Of the cells of a column that have the form of its name. */
const usualShare = 0.6;

/** `ChE-09` over `ECE-11` and `ME-03`. */
function isLikeCells(cells: SheetCells, row: number, column: number, body: readonly number[]): boolean {
  const form = formOf(cells.text(row, column));
  if (!/0/.test(form) || !/a/.test(form)) return false;
  const below = body.map((one) => cells.text(one, column)).filter(Boolean);
  return (
    below.length > 1 && below.filter((text) => formOf(text) === form).length >= usualShare * below.length
  );
}

const formOf = (text: string) =>
  text
    .trim()
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\p{L}+/gu, 'a');

/** In words; what heads the labels of rows is short. */
const longestName = 8;

export function nameDoubts({ columns, headerRows }: RegionSpec): Checked {
  const names = columns.slice(0, mostColumns).map(({ name }) => name);
  const known = new Set(names);
  const unnamed = columns.filter(({ name, source }) => name === columnLetters(source)).length;
  const repeats = names.some((name) => /_\d+$/.test(name) && known.has(name.replace(/_\d+$/, '')));
  return [
    ['column without a name', headerRows.length > 0 && unnamed > 0, `${unnamed} columns have no name.`],
    ['repeated name', repeats, 'Several columns have the same name, as those of two tables may.'],
    [
      'number as name',
      names.some((name) => /^[\d,.]+$/.test(name) && !/^(?:19|20)\d\d$/.test(name)),
      'A number is the name of a column.',
    ],
    [
      'sentence as name',
      (names[0] ?? '').split(/\s+/).length > longestName,
      'The first column has a sentence for a name, as a text beside a table would be.',
    ],
  ];
}
