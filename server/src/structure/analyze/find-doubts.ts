import { columnLetters } from '../../core/column-letters.js';
import type { RegionSpec } from '../../core/parse-spec.js';
import { CellKind, type CellRange } from '../../grid/grid.js';
import { opensWithTotal } from '../lines/line-words.js';
import type { SheetCells } from '../sheet-cells.js';
import type { Sign } from './doubt-costs.js';

/** Something about a table that is seen more often where a table came out wrong. */
export interface Doubt {
  sign: Sign;
  reason: string;
  /** The first row that shows it, if it is about rows. */
  row?: number;
}

/** Longer and wider tables show their doubts in the first of their rows and columns. */
const mostRows = 1000;
const mostColumns = 200;

/** The doubts about the table of a region, seen beside the other regions of its sheet. */
export function findDoubts(cells: SheetCells, region: RegionSpec, survey: SheetSurvey): Doubt[] {
  const found: Checked = [
    ...(region.layout === 'form' ? formDoubts() : tableDoubts(cells, region)),
    ...nameDoubts(region),
    ...surroundingDoubts(survey),
  ];
  return found.flatMap(([sign, holds, reason, row]) =>
    holds ? [{ sign, reason, ...(row !== undefined && { row }) }] : [],
  );
}

/** What the regions of a sheet have in common. */
export interface SheetSurvey {
  tables: number;
  hasText: boolean;
  hasTableLikeText: boolean;
}

export function surveySheet(cells: SheetCells, regions: readonly RegionSpec[]): SheetSurvey {
  const texts = regions.filter(({ kind }) => kind !== 'data');
  return {
    tables: regions.length - texts.length,
    hasText: texts.length > 0,
    hasTableLikeText: texts.some(({ range }) =>
      cells.filledRows(range).some((row) => cells.filledInRow(row, narrowed(range)).length > 2),
    ),
  };
}

const narrowed = (range: CellRange): CellRange => ({
  ...range,
  right: Math.min(range.right, range.left + mostColumns - 1),
});

const tableDoubts = (cells: SheetCells, region: RegionSpec): Checked => [
  ...headerDoubts(region),
  ...bodyDoubts(cells, region, bodyOf(cells, region)),
  ...layoutDoubts(cells, region),
];

const formDoubts = (): Checked => [['form', true, 'Labels and values beside them are read as a form.']];

type Checked = [sign: Sign, holds: boolean, reason: string, row?: number | undefined][];

/** The header rows at the top, without those repeated further down. */
export function topHeader(headerRows: readonly number[]): readonly number[] {
  const end = headerRows.findIndex((row, at) => row !== (headerRows[0] ?? 0) + at);
  return end < 0 ? headerRows : headerRows.slice(0, end);
}

/** Whether the columns are named by the header of another table, further up. */
export const isShared = ({ top }: CellRange, headerRows: readonly number[]) =>
  headerRows[0] !== undefined && headerRows[0] < top;

function headerDoubts({ range, headerRows }: RegionSpec): Checked {
  const top = topHeader(headerRows).length;
  const repeated = headerRows.length - top;
  return [
    ['no header', top === 0, 'No row reads as a header, so columns are named by their letters.'],
    ['shared header', isShared(range, headerRows), 'The header of the table above names the columns.'],
    ['header of two rows', top === 2, 'The header takes two rows.'],
    ['deep header', top > 2, `The header takes ${top} rows.`],
    ['header between rows', repeated > 0, `${repeated} more header rows stand between the rows.`],
  ];
}

/** In words; what heads the labels of rows is short. */
const longestName = 8;

function nameDoubts({ columns, headerRows }: RegionSpec): Checked {
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
      'more than a name',
      names.some((name) => name.length > 40 || /[:：※]|単位|\d{4}[年/.-]\d{1,2}[月/.-]\d{1,2}/.test(name)),
      'The name of a column says more than a name does.',
    ],
    [
      'sentence as name',
      (names[0] ?? '').split(/\s+/).length > longestName,
      'The first column has a sentence for a name, as a text beside a table would be.',
    ],
  ];
}

function bodyDoubts(cells: SheetCells, region: RegionSpec, body: readonly number[]): Checked {
  const { rowRoles } = region;
  const range = narrowed(region.range);
  const computed = new Set(rowRoles.derived);
  const columns = region.columns.slice(0, mostColumns).map(({ source }) => source);
  const shapes = columns.map((column) => shapeOf(cells, column, body));
  const numeric = columns.filter((_, at) => (shapes[at]?.numbers ?? 0) > 0.6);
  const plain = body.filter((row) => !computed.has(row));
  const isText = (row: number, column: number) =>
    cells.column(column).kind(row) === CellKind.text && !cells.isNumber(row, column);
  const headerLike = plain.filter(
    (row) =>
      numeric.filter((column) => isWord(cells, row, column)).length > 1 &&
      !numeric.some((column) => !cells.isBlank(row, column) && !isWord(cells, row, column)),
  );
  const firstFilled = (row: number) => cells.firstFilled(row, range) ?? range.left;
  const mixed = shapes.filter(({ filled: share, numbers }) => share > 0 && numbers > 0.1 && numbers < 0.97);
  const styleOf = (row: number, column: number) => {
    const held = cells.sheet.columns[column];
    return cells.sheet.styles[held?.styles?.[row - held.firstRow] ?? 0];
  };
  const bold = plain.filter((row) => styleOf(row, columns[0] ?? 0)?.bold);
  return [
    ['one column', columns.length === 1, 'There is only one column.'],
    ['many columns', columns.length > 12, `There are ${region.columns.length} columns.`],
    ['few rows', plain.length < 2, 'There are fewer than two rows.'],
    ['words only', numeric.length === 0, 'No column has numbers, which would tell the header from the rows.'],
    [
      'header-like row',
      headerLike.length > 0,
      `Row ${(headerLike[0] ?? 0) + 1} has words where other rows have numbers.`,
      headerLike[0],
    ],
    [
      'lone cell',
      columns.length > 2 && plain.some((row) => cells.isLone(row, firstFilled(row), range)),
      `A row has nothing but one cell.`,
    ],
    [
      'total among rows',
      plain.some((row) => opensWithTotal(cells.text(row, firstFilled(row))) && isText(row, firstFilled(row))),
      'A row that is called a total was not found to be one.',
    ],
    ['mixed column', mixed.length > 0, 'A column has both numbers and words.'],
    ['empty column', shapes.some(({ filled: share }) => share < 0.25), 'A column is mostly empty.'],
    [
      'gaps',
      shapes.reduce((sum, { filled: share }) => sum + share, 0) < 0.6 * shapes.length,
      'Many cells are empty.',
    ],
    [
      'bold rows',
      bold.length > 0 && bold.length < plain.length,
      'Some rows are bold, as headings and totals are.',
    ],
    [
      'indented rows',
      region.layout !== 'report' &&
        plain.some(
          (row) =>
            /^[\s　]/.test(cells.text(row, columns[0] ?? 0)) ||
            (styleOf(row, columns[0] ?? 0)?.indent ?? 0) > 0,
        ),
      'Some labels are indented, though rows have no levels.',
    ],
    [
      'formula without result',
      columns.some((column) => lacksResults(cells, column, body)),
      'Formulas have no stored result.',
    ],
  ];
}

function layoutDoubts(cells: SheetCells, region: RegionSpec): Checked {
  const { layout, rowRoles, range, steps, rowParents = {} } = region;
  const rows = cells.filledRows(range).length;
  return [
    ['periods', layout === 'crosstab', 'Periods run across the columns.'],
    ['levels', layout === 'report', 'Rows have levels or totals between them.'],
    [
      'nested levels',
      Object.values(rowParents).some((parent) => rowParents[parent] !== undefined),
      'Levels nest.',
    ],
    ['groups', layout !== 'report' && rowRoles.group.length > 0, 'Rows have headings.'],
    [
      'computed rows',
      layout !== 'report' && rowRoles.derived.length > 0,
      'Some rows are computed from others.',
    ],
    [
      'filled down',
      steps.some(({ operator }) => operator === 'ffill'),
      'Blanks are taken for the label above.',
    ],
    ['blank row inside', range.bottom - range.top + 1 > rows, 'There are blank rows inside.'],
    [
      'blank column inside',
      range.right - range.left + 1 > region.columns.length,
      'There are columns without a heading or values inside.',
    ],
  ];
}

function surroundingDoubts({ tables, hasText, hasTableLikeText }: SheetSurvey): Checked {
  const others = tables - 1;
  return [
    ['another table', others > 0, 'There are other tables on the sheet.'],
    ['many tables', others > 2, `There are ${others + 1} tables on the sheet.`],
    ['text around', hasText, 'There are titles or notes around it.'],
    ['table-like notes', hasTableLikeText, 'Some of the titles or notes look like rows of a table.'],
  ];
}

function bodyOf(cells: SheetCells, { range, headerRows, rowRoles }: RegionSpec): number[] {
  const others = new Set([...headerRows, ...rowRoles.group]);
  const bottom = Math.min(range.bottom, range.top + mostRows);
  return cells.filledRows({ ...range, bottom }).filter((row) => !others.has(row));
}

/** The share of cells that are filled and, of those, that are numbers. */
function shapeOf(cells: SheetCells, column: number, rows: readonly number[]) {
  const reader = cells.column(column);
  const filled = rows.filter((row) => !cells.isBlank(row, column));
  const numbers = filled.filter(
    (row) =>
      reader.kind(row) !== CellKind.text || cells.isNumber(row, column) || !/[\p{L}]/u.test(reader.text(row)),
  );
  return {
    filled: rows.length === 0 ? 1 : filled.length / rows.length,
    numbers: filled.length === 0 ? 0 : numbers.length / filled.length,
  };
}

/** A text with letters that is not a number with its unit. */
function isWord(cells: SheetCells, row: number, column: number): boolean {
  const reader = cells.column(column);
  if (reader.kind(row) !== CellKind.text) return false;
  const text = reader.text(row);
  return /\p{L}{2}/u.test(text) && !/^n\/?a$/i.test(text.trim()) && !cells.isNumber(row, column);
}

function lacksResults(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const formulas = cells.sheet.columns[column]?.formulas;
  return (
    formulas !== undefined &&
    formulas.size > 0 &&
    rows.some((row) => formulas.has(row) && cells.isBlank(row, column))
  );
}
