import { CellKind } from '@workbook-data-service/sheets/grid';
import { opensWithTotal, readsAsDate } from '../../lines/line-vocabulary.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { type Checked, maxColumns, narrowed } from './doubt.js';

export function bodyDoubts(cells: SheetCells, region: RegionSpec, body: readonly number[]): Checked {
  const { rowRoles } = region;
  const range = narrowed(region.range);
  const computed = new Set(rowRoles.derived);
  const columns = region.columns.slice(0, maxColumns).map(({ source }) => source);
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
  const isMixed = shapes.some(
    ({ filled: share, numbers, dates }) =>
      share > 0 && numbers > 0.1 && (numbers < 0.97 || (dates > 0.03 && dates < 0.97)),
  );
  const [first = range.left] = columns;
  const bold = plain.filter((row) => cells.style(row, first).bold);
  const isFilledDown = region.steps.some(({ operator }) => operator === 'ffill');
  const lacksLabel = plain.filter((row) => cells.isBlank(row, first));
  return [
    ['one_column', columns.length === 1, {}],
    ['many_columns', columns.length > 12, { columns: region.columns.length }],
    ['few_rows', plain.length < 2, {}],
    ['words_only', numeric.length === 0, {}],
    ['header_like_row', headerLike.length > 0, { row: (headerLike[0] ?? 0) + 1 }, headerLike[0]],
    ['lone_cell', columns.length > 2 && plain.some((row) => cells.isLone(row, firstFilled(row), range)), {}],
    [
      'total_among_rows',
      plain.some((row) => opensWithTotal(cells.text(row, firstFilled(row))) && isText(row, firstFilled(row))),
      {},
    ],
    [
      'row_without_a_label',
      !isFilledDown && lacksLabel.length > 0 && lacksLabel.length < plain.length,
      { row: (lacksLabel[0] ?? 0) + 1 },
    ],
    ['mixed_column', isMixed, {}],
    ['bold_rows', bold.length > 0 && bold.length < plain.length, {}],
    [
      'indented_rows',
      region.layout !== 'report' &&
        plain.some((row) => /^[\s　]/.test(cells.text(row, first)) || cells.style(row, first).indent > 0),
      {},
    ],
    ['formula_without_result', columns.some((column) => lacksResults(cells, column, body)), {}],
  ];
}

/** The share of cells that are filled and, of those, that are numbers or dates, and dates. */
function shapeOf(cells: SheetCells, column: number, rows: readonly number[]) {
  const reader = cells.column(column);
  let filled = 0;
  let numbers = 0;
  let dates = 0;
  for (const row of rows) {
    if (cells.isBlank(row, column)) continue;
    filled++;
    const kind = reader.kind(row);
    if (kind !== CellKind.text) {
      numbers++;
      if (kind === CellKind.date) dates++;
      continue;
    }
    const text = reader.text(row);
    if (cells.isNumber(row, column) || !/[\p{L}]/u.test(text)) numbers++;
    if (readsAsDate(text)) dates++;
  }
  return {
    filled: rows.length === 0 ? 1 : filled / rows.length,
    numbers: filled === 0 ? 0 : numbers / filled,
    dates: filled === 0 ? 0 : dates / filled,
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
