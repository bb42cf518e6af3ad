import type { CellGrid } from '../cell-grid.js';
import type { PartOfTotal, StatedTotal } from '../findings.js';
import { namesTotal } from '../total-vocabulary.js';
import { agreementOf, isExact } from './check-line.js';
import { computedLines, type TableBody } from './computed-lines.js';
import { additionOf } from './formula-lines.js';
import type { FormulaOperation, FormulaTerm } from './formula-operation.js';
import { isAddition, LineChecker, type LineSays } from './line-checker.js';
import { NumberTable } from './number-table.js';
import type { ComputedLine, Operation } from './operation.js';
import { namesOperator } from './operation-vocabulary.js';

/** Cells that formulas of one table may add up in total. */
const maxCellsAdded = 2_000_000;
/** A table in which more sums are off by roundings was rounded; in another, whole numbers are exact. */
const minRounded = 2;
const roundedShare = 0.02;
/** Among many rounded sums, some are off by more than is usual. */
const farthestRounded = 1.6;
/** Percents add up to about a hundred, rounded or not. */
const allPercents = 100;
/** A number that is farther off was meant as something else. */
const maxDeviation = 0.25;

/**
 * The stated numbers of a table that its formulas or its other numbers compute, in reading order. Rows of `suggested`
 * count where all their numbers agree.
 */
export function reconcileTable(
  grid: CellGrid,
  body: TableBody,
  suggested: readonly ComputedLine[] = [],
): StatedTotal[] {
  return new TableReconciler(grid, body, suggested).reconcile();
}

class TableReconciler {
  readonly #grid: CellGrid;
  readonly #body: TableBody;
  readonly #operationAt: ReturnType<typeof computedLines>['operationAt'];
  readonly #rows: LineChecker;
  readonly #columns: LineChecker;
  readonly #isRounded: boolean;
  #cellsAdded = 0;

  constructor(grid: CellGrid, body: TableBody, suggested: readonly ComputedLine[]) {
    this.#grid = grid;
    this.#body = body;
    const { rows, columns, operationAt } = computedLines(grid, body);
    this.#operationAt = operationAt;
    // A number that is wrong makes the total beside it wrong too, which is no second mistake.
    const following = new Set(columns.filter(isAddition).map(({ line }) => line));
    const lines = withSuggested(grid, body, rows, suggested, following);
    this.#rows = new LineChecker(grid, body, 'down', lines, following);
    this.#columns = new LineChecker(grid, body, 'across', columns);
    const rounded = this.#rows.rounded + this.#columns.rounded;
    const exact = this.#rows.exact + this.#columns.exact;
    this.#isRounded = rounded >= minRounded && rounded >= roundedShare * (rounded + exact);
  }

  reconcile(): StatedTotal[] {
    const { top, left, bottom, right } = this.#body.range;
    const totals: StatedTotal[] = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (Number.isNaN(this.#grid.number(row, column))) continue;
        const total = this.#byFormula(row, column) ?? this.#byLines(row, column);
        if (total) totals.push(total);
      }
    }
    return totals;
  }

  #byFormula(row: number, column: number): StatedTotal | undefined {
    const operation = this.#operationAt(row, column);
    if (!operation) return undefined;
    const terms = this.#added(operation.terms, operation);
    const divisor = operation.kind === 'ratio' ? this.#added(operation.divisor, operation) : undefined;
    if (!terms || (operation.kind === 'ratio' && !divisor)) return undefined;
    const computed =
      operation.kind === 'sum'
        ? terms.sum
        : operation.kind === 'average'
          ? terms.sum / terms.numbers
          : operation.factor * (terms.sum / (divisor?.sum ?? 0) - Number(operation.lessOne));
    if (!Number.isFinite(computed)) return undefined;
    const stated = this.#grid.number(row, column);
    return totalOf(row, column, {
      operation: operationOf(operation, row, column),
      stated,
      computed,
      agrees: Math.abs(stated - computed) <= Math.abs(computed) * 1e-9 + shownUnit(stated) * 0.5000001,
      parts: [...operation.terms, ...operation.divisor].map(({ range, sign }) => ({ ...range, sign })),
    });
  }

  /** Undefined where the ranges are too many and too long to add up. */
  #added(terms: readonly FormulaTerm[], { isSubtotal }: FormulaOperation) {
    let sum = 0;
    let numbers = 0;
    for (const { range, sign } of terms) {
      const bottom = Math.min(range.bottom, this.#grid.rowCount - 1);
      const right = Math.min(range.right, this.#grid.columnCount - 1);
      this.#cellsAdded += Math.max(0, bottom - range.top + 1) * Math.max(0, right - range.left + 1);
      if (this.#cellsAdded > maxCellsAdded) return undefined;
      for (let row = range.top; row <= bottom; row++) {
        for (let column = range.left; column <= right; column++) {
          const value = this.#grid.number(row, column);
          if (Number.isNaN(value) || (isSubtotal && this.#operationAt(row, column)?.isSubtotal)) continue;
          sum += sign * value;
          numbers++;
        }
      }
    }
    return { sum, numbers };
  }

  #byLines(row: number, column: number): StatedTotal | undefined {
    if (!this.#rows.line(row) && !this.#columns.line(column)) return undefined;
    const stated = this.#grid.number(row, column);
    const says = [this.#rows.check(row, column), this.#columns.check(column, row)]
      .filter((one) => one !== undefined)
      .map((one) => ({ ...one, agrees: this.#agrees(one, stated) }));
    const agreeing = says.filter(({ agrees }) => agrees).sort((a, b) => a.check.error - b.check.error)[0];
    const told = agreeing ?? says.find((one) => this.#isMeant(one, row, column));
    if (!told) return undefined;
    return totalOf(row, column, {
      operation: told.line.operation,
      stated,
      computed: told.check.computed,
      agrees: told.agrees,
      parts: partsOf(told, row, column),
    });
  }

  /** Whether a number that does not agree was meant to: shares and averages, for example, do not add up. */
  #isMeant({ line, check, direction }: LineSays, row: number, column: number): boolean {
    const [crossing, label] =
      direction === 'down'
        ? [this.#columns.line(column), this.#body.columnLabel(column)]
        : [this.#rows.line(row), this.#body.rowLabel(row)];
    const checker = direction === 'down' ? this.#rows : this.#columns;
    const isNear = check.error <= maxDeviation * Math.abs(check.computed);
    if (!isNear || !checker.mostlyHolds(line)) return false;
    if (line.operation === 'ratio' || line.operation === 'average') return line.evidence === 'formula';
    if (line.operation === 'running_balance') return crossing === undefined;
    if (crossing?.operation === 'ratio' || crossing?.operation === 'average') return false;
    if (namesOperator(label, 'Division') || namesOperator(label, 'Average')) return false;
    return !checker.isAmongParts(line, direction === 'down' ? column : row);
  }

  #agrees({ line, check }: LineSays, stated: number): boolean {
    if (!isAddition(line))
      return check.error <= Math.max(check.tolerance, check.slack + shownUnit(stated) * 0.55);
    const mayBeRounded = this.#isRounded || !Number.isInteger(check.computed) || stated === allPercents;
    const allowed = check.tolerance * (this.#isRounded ? farthestRounded : 1);
    return mayBeRounded ? check.error <= allowed : isExact(check);
  }
}

function withSuggested(
  grid: CellGrid,
  { range, rowLabel }: TableBody,
  rows: readonly ComputedLine[],
  suggested: readonly ComputedLine[],
  following: ReadonlySet<number>,
): ComputedLine[] {
  const known = new Map(rows.map((line) => [line.line, line]));
  const unknown = suggested.filter(({ line }) => !known.has(line));
  if (unknown.length === 0) return rows.slice();
  const table = new NumberTable(grid, 'down', range);
  const leftOut = new Set([...following].map((column) => column - range.left));
  for (const sum of unknown) {
    if (known.has(sum.line)) continue;
    const inTable = shiftedUp(sum, range.top);
    const { fits, fails } = agreementOf(table, inTable);
    const isTotalOfTotals = namesTotal(rowLabel(sum.line)) && sum.parts.every(({ line }) => known.has(line));
    const across = isTotalOfTotals ? agreementOf(table, inTable, leftOut) : undefined;
    if (fits > 0 && fails === 0) known.set(sum.line, sum);
    else if (across && across.fits >= Math.max(1, across.fails))
      known.set(sum.line, { ...sum, across: across.records.map((record) => record + range.left) });
  }
  return [...known.values()];
}

const shiftedUp = (line: ComputedLine, by: number): ComputedLine => ({
  ...line,
  line: line.line - by,
  parts: line.parts.map((part) => ({ ...part, line: part.line - by })),
});

function operationOf({ kind, terms }: FormulaOperation, row: number, column: number): Operation {
  if (kind !== 'sum') return kind;
  const [only] = terms;
  const isRunning = terms.some(
    ({ range, sign }) =>
      sign === 1 &&
      terms.length > 1 &&
      ((range.bottom === row - 1 && range.left === column) ||
        (range.right === column - 1 && range.top === row)) &&
      range.top === range.bottom &&
      range.left === range.right &&
      isMixed(terms, row, column),
  );
  // SUM(B$2:B5) beside B5: everything up to here.
  const isCumulative =
    terms.length === 1 &&
    only !== undefined &&
    ((only.range.bottom === row &&
      only.range.left !== column &&
      only.range.top < row &&
      only.range.left === only.range.right) ||
      (only.range.right === column &&
        only.range.top !== row &&
        only.range.left < column &&
        only.range.top === only.range.bottom));
  return isRunning || isCumulative ? 'running_balance' : additionOf(terms);
}

/** Whether some terms are in the row of the formula and some in its column. */
function isMixed(terms: readonly FormulaTerm[], row: number, column: number): boolean {
  const inRow = terms.filter(({ range }) => range.top === row && range.bottom === row).length;
  const inColumn = terms.filter(({ range }) => range.left === column && range.right === column).length;
  return inRow > 0 && inColumn > 0 && inRow + inColumn === terms.length;
}

/** Neighbouring lines with the same sign are one range. */
function partsOf({ line, direction }: LineSays, row: number, column: number): PartOfTotal[] {
  const rangeOf = (first: number, last: number, record: number) =>
    direction === 'down'
      ? { top: first, bottom: last, left: record, right: record }
      : { top: record, bottom: record, left: first, right: last };
  const record = direction === 'down' ? column : row;
  const parts: PartOfTotal[] = [];
  let last: { first: number; line: number; sign: 1 | -1 } | undefined;
  const close = () => last && parts.push({ ...rangeOf(last.first, last.line, record), sign: last.sign });
  for (const part of line.parts) {
    if (line.operation !== 'ratio' && last?.line === part.line - 1 && last.sign === part.sign) last.line++;
    else {
      close();
      last = { first: part.line, ...part };
    }
  }
  close();
  if (line.operation === 'running_balance')
    parts.unshift({ ...rangeOf(line.line, line.line, record - 1), sign: 1 });
  const whole = line.ratio?.shareOf;
  const [dividend] = line.parts;
  if (whole !== undefined && dividend)
    parts.push({ ...rangeOf(dividend.line, dividend.line, whole), sign: 1 });
  return parts;
}

function totalOf(
  row: number,
  column: number,
  { stated, computed, operation, agrees, parts }: Omit<StatedTotal, 'cell' | 'difference'>,
): StatedTotal {
  // An average or a ratio is stated with fewer digits than it has.
  const isRounded = agrees && (operation === 'average' || operation === 'ratio');
  const shown = isRounded ? stated : withoutNoise(computed);
  return {
    cell: { row, column },
    stated,
    computed: shown,
    difference: withoutNoise(stated - shown),
    operation,
    agrees,
    parts,
  };
}

/** A person who checks a total expects 0.1 + 0.2 to be 0.3. */
function withoutNoise(number: number): number {
  return Number(number.toPrecision(12));
}

/** The last decimal place of a number as it is stored. */
function shownUnit(number: number): number {
  const decimals = /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0;
  return 10 ** -decimals;
}
