import { columnLetters } from '@workbook-data-service/sheets/addresses';
import { underlinedLook } from '../../cell-look.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { isCodeLike } from '../headers/code-form.js';
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
      top === 1 &&
        columns.some(({ source }) =>
          isCodeLike(
            cells.text(headerRows[0] ?? 0, source),
            body.map((row) => cells.text(row, source)),
          ),
        ),
      'A name of a column is a code like those below it.',
      headerRows[0],
    ],
    [
      'unmarked names',
      top === 1 && areUnmarked(cells, headerRows[0] ?? 0, columns, body),
      'Only its place tells the header from the rows.',
      headerRows[0],
    ],
    ['header between rows', repeated > 0, `${repeated} more header rows stand between the rows.`],
  ];
}

/** Rows that show whether values recur. */
const mostCompared = 200;
/** Values recur where no more than this share of them is different. */
const mostDifferent = 0.6;
/** Fewer rows do not show it. */
const leastCompared = 4;

/** Whether names look like the words below them, of which none recurs, as the names and values of a list with a header often do. */
function areUnmarked(
  cells: SheetCells,
  row: number,
  columns: RegionSpec['columns'],
  body: readonly number[],
): boolean {
  const first = body[0];
  if (first === undefined || columns.some(({ type }) => type !== 'VARCHAR')) return false;
  const lookOf = (at: number, column: number) => underlinedLook(cells, at, column);
  const compared = body.slice(0, mostCompared);
  const recur = (column: number) => {
    const texts = compared.map((one) => cells.text(one, column)).filter(Boolean);
    return texts.length >= leastCompared && new Set(texts).size <= mostDifferent * texts.length;
  };
  return (
    columns.every(({ source }) => lookOf(row, source) === lookOf(first, source)) &&
    !columns.some(({ source }) => recur(source))
  );
}

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
