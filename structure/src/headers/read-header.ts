import { headingText } from '@workbook-data-service/sheets/columns';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';
import { withoutZeroFractions } from '../values/whole-numbers.js';
import { centredRuns } from './header-centres.js';
import { withoutCorner } from './header-corner.js';
import { type ColumnRun, repeatedNames } from './header-cycles.js';
import { joinEras } from './header-eras.js';
import {
  areColumnNumbers,
  areUnits,
  isBetweenDashes,
  isLabelledUnits,
  isUnitOfAll,
  isUnitOfYears,
  withoutDashes,
} from './header-marks.js';
import { HeaderReach } from './header-reach.js';
import { withoutYearMarks } from './header-years.js';

/** A cell of a header, and its text. */
export interface HeaderLabel {
  text: string;
  row: number;
  column: number;
}

/** The header labels of each column, from top to bottom. */
export function readHeader(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  columns: readonly number[],
): HeaderLabel[][] {
  const isNumbering = (row: number) => areColumnNumbers(textsOf(cells, range, row));
  const named = readLevels(
    cells,
    range,
    headerRows.filter((row) => !isNumbering(row)),
    columns,
  );
  // The numbers of columns are left out where names tell the columns apart.
  return headerRows.some(isNumbering) && !areDistinct(named)
    ? readLevels(cells, range, headerRows, columns)
    : withoutCorner(named, headerRows);
}

/** Whether every column has a name of its own; the labels of the rows need none. */
function areDistinct(headers: readonly HeaderLabel[][]): boolean {
  const names = headers.map((labels) => labels.map(({ text }) => text).join(' '));
  return !names.includes('', 1) && new Set(names).size === names.length;
}

function readLevels(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  columns: readonly number[],
): HeaderLabel[][] {
  const besidesLabels = { ...range, left: range.left + 1 };
  const saysUnits = (row: number) =>
    isLabelledUnits(cells.text(row, range.left), textsOf(cells, besidesLabels, row));
  const looksLikeUnits = (row: number) =>
    row !== headerRows[0] &&
    (areUnits(textsOf(cells, besidesLabels, row)) ||
      isUnitOfAll(textsOf(cells, range, row)) ||
      saysUnits(row) ||
      isUnitOfYears(textsOf(cells, range, row), textsOf(cells, besidesLabels, headerRows[0] ?? row)));
  // `Number` and `Percent` below each group are what distinguishes its columns, unlike `(1,000)` in a row that says to have units.
  const names = [looksLikeUnits, (row: number) => looksLikeUnits(row) && saysUnits(row)]
    .map((isUnits) => headerRows.filter((row) => !isUnits(row)))
    .find(
      (others) => others.length < headerRows.length && areDistinct(readLevels(cells, range, others, columns)),
    ) ?? [...headerRows];
  const isUnitRow = (row: number) => !names.includes(row);
  const reach = new HeaderReach(cells, range, headerRows);
  const levels: Map<number, HeaderLabel>[] = [];
  for (const row of headerRows) {
    const below = names.filter((other) => other > row);
    levels.push(
      isUnitRow(row)
        ? unitsOfRow(cells, range, row)
        : labelsOfRow({ cells, range, headerRows: names, reach, above: [...levels] }, row, below),
    );
    if (looksLikeUnits(row) && saysUnits(row)) levels.at(-1)?.delete(range.left);
    else if (isUnitRow(row)) nameOfLabels(cells, range, row, levels.at(-1));
  }
  const labelsOf = (column: number) => {
    const labels = joinEras(levels.flatMap((labels) => labels.get(column) ?? []));
    return labels.filter((label, at) => at === 0 || label.text !== labels[at - 1]?.text);
  };
  const body = { top: (headerRows.at(-1) ?? range.top - 1) + 1, bottom: range.bottom };
  const isEmptyBelow = (column: number) =>
    cells.filledRows({ ...body, left: column, right: column }).length === 0;
  return columns.map((column) => {
    const labels = labelsOf(column);
    if (labels.length > 0) return labels;
    // On squared paper a heading may stand a little beside its values.
    const isLoose = (beside: number) => {
      const labels = labelsOf(beside);
      return labels.length > 0 && labels.every((label) => isEmptyBelow(label.column));
    };
    // Between two such columns it is that of the right one: names begin at the left of what they are over.
    const isFree = (beside: number) =>
      beside < column || labelsOf(beside + 1).length > 0 || isEmptyBelow(beside + 1);
    const beside = [column - 1, column + 1].find((one) => isLoose(one) && isFree(one));
    return beside === undefined ? labels : labelsOf(beside);
  });
}

/** `State` beside `(1,000) | (1,000)` is the name of the first column. */
function nameOfLabels(
  cells: SheetCells,
  { left }: CellRange,
  row: number,
  level: Map<number, HeaderLabel> | undefined,
): void {
  const text = cells.text(row, left).trim();
  if (text !== '' && !areUnits([text, text]) && !isBetweenDashes(text))
    level?.set(left, { text, row, column: left });
}

/** Units in a row of their own, as they would be written behind the names. */
function unitsOfRow(cells: SheetCells, { left, right }: CellRange, row: number): Map<number, HeaderLabel> {
  const units = new Map<number, HeaderLabel>();
  const filled = cells.filledInRow(row, { left, right, top: row, bottom: row });
  const [first = left, second] = filled.length > 1 ? filled.filter((column) => column > left) : filled;
  for (let column = left + 1; column <= right; column++) {
    // One unit alone, wherever over the columns it stands, is that of all of them.
    const text = withoutDashes(cells.text(row, second === undefined ? first : column).trim());
    if (text === '') continue;
    units.set(column, { text: /^[([（［].*[)\]）］]$/.test(text) ? text : `(${text})`, row, column });
  }
  return units;
}

const textsOf = (cells: SheetCells, range: CellRange, row: number) =>
  cells.filledInRow(row, range).map((column) => cells.text(row, column));

/** A label covers its own column, those of its merged cell, and the blanks beside it that it plainly heads. */
function labelsOfRow(
  { cells, range, headerRows, reach, above }: HeaderCells,
  row: number,
  rowsBelow: readonly number[],
): Map<number, HeaderLabel> {
  const labels = new Map<number, HeaderLabel>();
  const filled = cells.filledInRow(row, range);
  const headings = withoutYearMarks(
    withoutZeroFractions(
      filled.map((column) =>
        withoutDashes(headingText(cells.heading(row, column)).trim())
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
    ),
  );
  const texts = new Map(filled.map((column, at) => [column, headings[at] ?? '']));
  let last: { label: HeaderLabel; end: number } | undefined;
  for (let column = range.left; column <= range.right; column++) {
    const text = texts.get(column);
    if (text !== undefined) {
      const label = { text, row, column };
      last = { label, end: reach.endOf(label, above, rowsBelow) };
      for (let before = reach.startOf(label, last.end, rowsBelow); before < column; before++)
        if (!labels.has(before)) labels.set(before, label);
    }
    if (last && column <= last.end) labels.set(column, last.label);
  }
  const runs = labelledRuns({ cells, range, headerRows, reach }, row, rowsBelow);
  for (const { left, right } of runs) {
    const [labelled] = cells.filledInRow(row, { ...range, left, right });
    const label = labelled === undefined ? undefined : labels.get(labelled);
    for (let column = left; column <= right; column++)
      if (label) labels.set(column, label);
      else labels.delete(column);
  }
  return labels;
}

/**
 * Runs of columns that have one label each: with the same names, wherever over the run it stands, or with the label in
 * the middle.
 */
function labelledRuns(
  { cells, range, headerRows, reach }: Omit<HeaderCells, 'above'>,
  row: number,
  rowsBelow: readonly number[],
): readonly ColumnRun[] {
  const [next] = rowsBelow;
  const runs = next === undefined ? [] : repeatedNames(cells, range, next);
  if (runs.length > 0 && runs.every((run) => isLabelled(cells, range, run, [row]))) return runs;
  // The label of one run may stand a little higher than that of another.
  const last = rowsBelow.at(-1);
  const ofLast = last === undefined || last === next ? [] : repeatedNames(cells, range, last);
  const above = headerRows.filter((other) => other < (last ?? 0));
  if (ofLast.length > 0 && ofLast.every((run) => isLabelled(cells, range, run, above))) return ofLast;
  return centredRuns(cells, range, row, rowsBelow, (column) => reach.isOverNumbers(column));
}

/** Whether one label in all of some rows is over a run, and none is merged beyond it. */
function isLabelled(cells: SheetCells, range: CellRange, run: ColumnRun, rows: readonly number[]): boolean {
  const { left, right } = run;
  const count = rows.reduce((sum, row) => sum + cells.filledInRow(row, { ...range, left, right }).length, 0);
  return (
    count === 1 &&
    !cells.sheet.merges.some(
      (merge) =>
        rows.includes(merge.top) && merge.left <= right && merge.right > right && merge.right >= left,
    )
  );
}

interface HeaderCells {
  cells: SheetCells;
  range: CellRange;
  headerRows: readonly number[];
  reach: HeaderReach;
  /** The labels of the rows above, by column. */
  above: readonly ReadonlyMap<number, HeaderLabel>[];
}

/** The header rows above the first row that is neither header nor group: those name the columns. */
export function namingRows(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  groupRows: readonly number[],
): number[] {
  const others = new Set([...headerRows, ...groupRows]);
  let firstBody = range.top;
  while (firstBody <= range.bottom && (others.has(firstBody) || isBlankRow(cells, range, firstBody)))
    firstBody++;
  return headerRows.filter((row) => row < firstBody);
}

const isBlankRow = (cells: SheetCells, range: CellRange, row: number) =>
  cells.filledInRow(row, range).length === 0;
