import { columnLetters } from '@workbook-data-service/sheets/addresses';
import { underlinedLook } from '../../cell-look.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { isCodeLike } from '../headers/code-form.js';
import { type Checked, isShared, maxColumns, topHeader } from './doubt.js';

export function headerDoubts(
  cells: SheetCells,
  { range, headerRows, columns }: RegionSpec,
  body: readonly number[],
): Checked {
  const top = topHeader(headerRows).length;
  const repeated = headerRows.length - top;
  return [
    ['no_header', top === 0, {}],
    ['shared_header', isShared(range, headerRows), {}],
    ['header_of_two_rows', top === 2, {}],
    ['deep_header', top > 2, { rows: top }],
    [
      'header_like_a_record',
      top === 1 &&
        columns.some(({ source }) =>
          isCodeLike(
            cells.text(headerRows[0] ?? 0, source),
            body.map((row) => cells.text(row, source)),
          ),
        ),
      {},
      headerRows[0],
    ],
    ['unmarked_names', top === 1 && areUnmarked(cells, headerRows[0] ?? 0, columns, body), {}, headerRows[0]],
    ['header_between_rows', repeated > 0, { rows: repeated }],
  ];
}

/** Rows that show whether values recur. */
const maxCompared = 200;
/** Values recur where no more than this share of them is different. */
const maxDifferent = 0.6;
/** Fewer rows do not show it. */
const minCompared = 4;

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
  const compared = body.slice(0, maxCompared);
  const recur = (column: number) => {
    const texts = compared.map((one) => cells.text(one, column)).filter(Boolean);
    return texts.length >= minCompared && new Set(texts).size <= maxDifferent * texts.length;
  };
  return (
    columns.every(({ source }) => lookOf(row, source) === lookOf(first, source)) &&
    !columns.some(({ source }) => recur(source))
  );
}

/** In words; what heads the labels of rows is short. */
const longestName = 8;

export function nameDoubts({ columns, headerRows }: RegionSpec): Checked {
  const names = columns.slice(0, maxColumns).map(({ name }) => name);
  const known = new Set(names);
  const unnamed = columns.filter(({ name, source }) => name === columnLetters(source)).length;
  const repeats = names.some((name) => /_\d+$/.test(name) && known.has(name.replace(/_\d+$/, '')));
  return [
    ['column_without_a_name', headerRows.length > 0 && unnamed > 0, { columns: unnamed }],
    ['repeated_name', repeats, {}],
    ['number_as_name', names.some((name) => /^[\d,.]+$/.test(name) && !/^(?:19|20)\d\d$/.test(name)), {}],
    ['sentence_as_name', (names[0] ?? '').split(/\s+/).length > longestName, {}],
  ];
}
