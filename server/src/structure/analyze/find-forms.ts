import type { CellRange } from '../../grid/grid.js';
import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensWithTotal } from '../lines/line-words.js';
import type { FormField, RegionKind, SheetRegion } from '../regions/region.js';
import { areFields, areForms, isForm } from './is-form.js';

/** Nobody writes more fields beside each other. */
const mostPairs = 3;
/** Of a list. */
const leastAmounts = 3;
/** Longer blocks are lists. */
const mostRows = 60;

/** A cell, and the last column of its merged cell. */
interface Cell {
  column: number;
  end: number;
}

/** Where the labels and values of a form are, from left to right. */
interface Pair {
  label: number;
  value: number;
}

/** Consecutive rows of labels with values beside them. */
interface Run {
  top: number;
  bottom: number;
  pairs: Pair[];
  fields: FormField[];
  /** Whether a row has a text at the left of its fields. */
  isLed: boolean;
}

/**
 * The forms of a sheet: blocks of labels with a value beside each, one to three in a row. Nothing else is in these
 * rows, except an address at their left. Too few for a form, they are a title of the table below.
 */
export function findForms(grid: CellGrid): SheetRegion[] {
  const rows = new RowsOfCells(grid);
  const runs: Run[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const run = runFrom(rows, row);
    if (!run) continue;
    runs.push(run);
    row = run.bottom;
  }
  const regionOf = (kind: RegionKind) => (run: Run) => ({
    kind,
    range: rangeOf(run),
    roles: [],
    fields: run.fields,
  });
  let endOfLists: number | undefined;
  let form: Run | undefined;
  return joined(runs).flatMap((run) => {
    if (standsAlone(grid, rows, run)) {
      const forms = formsOf(grid, rows, run);
      if (forms.length > 0) {
        form = run;
        return forms.map(regionOf('data'));
      }
      const lists = listsOf(grid, rows, run);
      if (lists.length > 0) endOfLists = run.bottom;
      return lists;
    }
    const further = form && furtherFields(rows, form, run);
    if (further) return [regionOf('title')(further)];
    if (run.top === run.bottom && endOfLists === run.top - 2) return [regionOf('note')(run)];
    if (!isLineOfFields(rows, run)) return isResultBelow(grid, rows, run) ? [regionOf('note')(run)] : [];
    if (isOverTable(rows, run) && areFields(grid, run.fields)) return [regionOf('title')(run)];
    return isBelowTable(grid, rows, run) ? [regionOf('note')(run)] : [];
  });
}

/** A row apart from others with more fields of a form above, together with its heading: `Days | 16 | Hours | 84`. */
function furtherFields(rows: RowsOfCells, form: Run, run: Run): Run | undefined {
  const { top, bottom, pairs } = run;
  if (top < bottom || pairs.length < 2 || rows.cells(bottom + 1).length > 0) return undefined;
  const first = rows.cells(top - 1).length === 1 ? top - 1 : top;
  const isFurther =
    rows.cells(first - 1).length === 0 &&
    first - form.bottom === 2 &&
    String(pairs.map(placesOf)) === String(form.pairs.map(placesOf));
  return isFurther ? { ...run, top: first } : undefined;
}

/** Lists of amounts beside each other, each under a heading of its own: the earnings and deductions of a payslip. */
function listsOf(grid: CellGrid, rows: RowsOfCells, run: Run): SheetRegion[] {
  const isAmount = ({ value: { row, column } }: FormField) => grid.kind(row, column) === Kind.number;
  const lists = besideEachOther(run);
  const areLists =
    hasHeadings(grid, rows, run) &&
    lists.every(({ fields }) => fields.length >= leastAmounts && fields.every(isAmount));
  if (!areLists) return [];
  const heading = run.top - 1;
  return lists.map((list) => {
    const roles = new Array<LineRole>(grid.rowCount).fill('empty');
    roles[heading] = 'header';
    for (const { label } of list.fields) roles[label.row] = 'data';
    const bottom = Math.max(...list.fields.map(({ label }) => label.row));
    return { kind: 'data', range: { ...rangeOf(list), top: heading, bottom }, roles };
  });
}

function formsOf(grid: CellGrid, rows: RowsOfCells, run: Run): Run[] {
  const bonus = isOverTable(rows, run) ? 1 : 0;
  if (!hasHeadings(grid, rows, run)) return isForm(grid, run.fields, bonus) ? [run] : [];
  const forms = besideEachOther(run);
  const fields = forms.map((form) => form.fields);
  return areForms(grid, fields, bonus + 1) ? forms : [];
}

/** Whether every column of labels has a heading of its own right above: `Building` and `Tenant`. */
function hasHeadings(grid: CellGrid, rows: RowsOfCells, { top, pairs }: Run): boolean {
  const above = rows.cells(top - 1);
  return (
    pairs.length > 1 &&
    above.length === pairs.length &&
    pairs.every(({ label }, at) => above[at]?.column === label && grid.kind(top - 1, label) === Kind.text)
  );
}

const besideEachOther = (run: Run): Run[] =>
  run.pairs.map((pair) => ({
    ...run,
    pairs: [pair],
    fields: run.fields.filter(({ label }) => label.column === pair.label),
  }));

function runFrom(rows: RowsOfCells, top: number): Run | undefined {
  let pairs = pairsOf(rows.cells(top)) ?? pairsWithBlanks(rows, top);
  if (!pairs) return undefined;
  const run: Run = { top, bottom: top, pairs, fields: [], isLed: false };
  for (let row = top; row < top + mostRows; row++) {
    const cells = rows.cells(row);
    const isFilledIn = fillsSome(cells, run.pairs);
    pairs = isFilledIn ? run.pairs : withPairs(run, pairsOf(cells));
    if (!pairs) break;
    run.pairs = pairs;
    run.isLed ||= !isFilledIn && isLed(cells);
    run.bottom = row;
    for (const { label, value } of run.pairs) {
      if (cells.some(({ column }) => column === label))
        run.fields.push({ label: { row, column: label }, value: { row, column: value } });
    }
  }
  return run;
}

/** Two, four or six cells, each value right behind its label; a text apart from them may be at their left. */
function pairsOf(row: readonly Cell[]): Pair[] | undefined {
  const cells = isLed(row) ? row.slice(1) : row;
  if (cells.length === 0 || cells.length % 2 === 1 || cells.length > 2 * mostPairs) return undefined;
  const pairs: Pair[] = [];
  for (let at = 0; at < cells.length; at += 2) {
    const [label, value] = [cells[at] as Cell, cells[at + 1] as Cell];
    if (value.column - label.end > 2) return undefined;
    pairs.push({ label: label.column, value: value.column });
  }
  return pairs;
}

/** The pairs of the row below, where a first row lacks values: `Requested by | Ann | | Approved by`. */
function pairsWithBlanks(rows: RowsOfCells, top: number): Pair[] | undefined {
  const pairs = pairsOf(rows.cells(top + 1));
  return pairs && fillsSome(rows.cells(top), pairs) ? pairs : undefined;
}

/**
 * Whether a row has nothing but labels and values where the pairs have them: some label with its value, or all labels of
 * fields beside each other.
 */
function fillsSome(cells: readonly Cell[], pairs: readonly Pair[]): boolean {
  const columns = new Set(cells.map(({ column }) => column));
  const filled = pairs.filter(({ label, value }) => columns.has(label) && columns.has(value)).length;
  const open = pairs.filter(({ label, value }) => columns.has(label) && !columns.has(value)).length;
  return (filled > 0 || (open > 1 && open === pairs.length)) && 2 * filled + open === columns.size;
}

const isLed = ([first, second, ...others]: readonly Cell[]) =>
  others.length === 1 && (second?.column ?? 0) - (first?.end ?? 0) > 1;

/** The pairs of a run with those of one more row; undefined if that is laid out differently. */
function withPairs({ pairs: known, isLed }: Run, more: readonly Pair[] | undefined): Pair[] | undefined {
  if (!more) return undefined;
  const isKnown = ({ label, value }: Pair) => known.some((one) => one.label === label && one.value === value);
  const added = more.filter((pair) => !isKnown(pair));
  if (added.length === 0) return [...known];
  const isApart = known.every((one) =>
    added.every(({ label, value }) => label > one.value || (!isLed && value < one.label)),
  );
  return isApart && known.length + added.length <= mostPairs
    ? [...known, ...added].sort((a, b) => a.label - b.label)
    : undefined;
}

/** Runs of the same columns with one blank row between them are parts of one form if each is short. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const isPart =
      last &&
      run.top - last.bottom === 2 &&
      Math.max(last.bottom - last.top, run.bottom - run.top) < 4 &&
      String(run.pairs.map(placesOf)) === String(last.pairs.map(placesOf));
    if (isPart) Object.assign(last, { bottom: run.bottom, fields: [...last.fields, ...run.fields] });
    else all.push({ ...run });
  }
  return all;
}

/** Rows of pairs within a larger table are records; a title, a remark or the header of a list may be next to a form. */
function standsAlone(grid: CellGrid, rows: RowsOfCells, run: Run): boolean {
  const { top, bottom } = run;
  const height = bottom - top + 1;
  if (height < 2 || height > mostRows) return false;
  const below = rows.cells(bottom + 1);
  const isLedBelow = run.isLed && below.every(({ end }) => end < rangeOf(run).left);
  const isHeader =
    below.length > 2 && below.every(({ column }) => grid.kind(bottom + 1, column) === Kind.text);
  const above = rows.cells(top - 1);
  const isTitled = above.length <= 1 || isLed(above) || hasHeadings(grid, rows, run);
  return isTitled && (below.length <= 1 || isHeader || isLedBelow);
}

/** `Employee | Dana Ortiz | | Week | 27`: a row of fields apart from each other, and from what is below. */
function isLineOfFields(rows: RowsOfCells, { top, bottom, pairs }: Run): boolean {
  const areApart = pairs.every(({ label }, at) => at === 0 || label - (pairs[at - 1]?.value ?? 0) > 1);
  return top === bottom && pairs.length > 1 && areApart && rows.cells(bottom + 1).length === 0;
}

/** Whether a table with numbers where a label is ends two rows above: `Advance | 800 | | To be paid | 250`. */
function isBelowTable(grid: CellGrid, rows: RowsOfCells, { top, pairs }: Run): boolean {
  return (
    rows.cells(top - 1).length === 0 &&
    rows.cells(top - 2).length > pairs.length &&
    pairs.some(
      ({ label }) => grid.kind(top, label) === Kind.text && grid.kind(top - 2, label) === Kind.number,
    )
  );
}

/** `Net pay | 280039` apart from the rows around it, where the table above has numbers: it is no row of that table. */
function isResultBelow(grid: CellGrid, rows: RowsOfCells, run: Run): boolean {
  const { top, bottom, pairs, isLed } = run;
  const [pair] = pairs;
  return (
    top === bottom &&
    pair !== undefined &&
    pairs.length === 1 &&
    !isLed &&
    rows.cells(bottom + 1).length === 0 &&
    grid.kind(top, pair.value) === Kind.number &&
    !opensWithTotal(grid.text(top, pair.label)) &&
    isBelowTable(grid, rows, run)
  );
}

/** Whether a row of more columns follows, as in an invoice. */
function isOverTable(rows: RowsOfCells, { bottom, pairs }: Run): boolean {
  const next = [1, 2, 3].map((down) => rows.cells(bottom + down).length).find((count) => count > 0);
  return next !== undefined && next > Math.max(2, pairs.length);
}

const placesOf = ({ label, value }: Pair) => [label, value];

function rangeOf({ top, bottom, pairs }: Run): CellRange {
  return {
    top,
    bottom,
    left: Math.min(...pairs.map(({ label }) => label)),
    right: Math.max(...pairs.map(({ value }) => value)),
  };
}

/** The cells of rows that may be part of a form; a row of more cells than that counts as too many. */
class RowsOfCells {
  readonly #grid: CellGrid;
  readonly #ends = new Map<number, number>();

  constructor(grid: CellGrid) {
    this.#grid = grid;
    for (const { top, left, right } of grid.merges)
      if (right > left) this.#ends.set(top * grid.columnCount + left, right);
  }

  cells(row: number): Cell[] {
    const cells: Cell[] = [];
    if (row < 0 || row >= this.#grid.rowCount) return cells;
    const { columnCount } = this.#grid;
    for (let column = 0; column < columnCount && cells.length <= 2 * mostPairs; column++) {
      if (this.#grid.kind(row, column) === Kind.empty) continue;
      cells.push({ column, end: this.#ends.get(row * columnCount + column) ?? column });
    }
    return cells;
  }
}
