import type { CellGrid } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';

/** How well arithmetic on adjacent lines explains a line. */
export interface SumEvidence {
  /** Share of the comparable columns in which the best run of lines sums to the line, and their number. */
  share: number;
  columns: number;
  /** The length of the run; a total within the run stands for the lines it sums. */
  lines: number;
}

export interface LineSums {
  above: SumEvidence;
  below: SumEvidence;
  meanAbove: SumEvidence;
  /** One of the lines above less the next or all others down to here: gross profit. */
  lessAbove: SumEvidence;
}

const none: SumEvidence = { share: 0, columns: 0, lines: 0 };
const noSums: LineSums = { above: none, below: none, meanAbove: none, lessAbove: none };

/** A line labelled as a total may sum a long run; others only a short one, for speed. */
const longestRun = 40;
const longestRunOfTotal = 2000;
const probes = 2;
/** A difference is of lines near to it. */
const longestDifference = 8;
/** In longer sheets only lines that stand out are examined, for speed. */
const longSheet = 5000;

/**
 * Finds lines that are the sum of lines above or below, or the mean of lines above. Totals of totals are
 * found in a second round, in which a known total replaces the lines it sums.
 */
export function findLineSums(grid: CellGrid, lines: readonly LineFacts[]): LineSums[] {
  const found = lines.map((): LineSums => ({ ...noSums }));
  lookForSums(grid, lines, found, undefined);
  if (found.some(({ above, below }) => isConvincing(above) || isConvincing(below))) {
    lookForSums(
      grid,
      lines,
      found,
      found.map((sums) => ({ ...sums })),
    );
  }
  return found;
}

/** `known` are the totals found before, each of which stands for the lines it sums. */
function lookForSums(
  grid: CellGrid,
  lines: readonly LineFacts[],
  found: readonly LineSums[],
  known: readonly LineSums[] | undefined,
): void {
  lines.forEach((facts, line) => {
    if (facts.numbers === 0 || facts.numbers === facts.periods) return;
    if (lines.length > longSheet && !standsOut(lines, line)) return;
    const candidate = new Candidate(grid, lines, line);
    if (candidate.columns.length === 0) return;
    const sums = found[line] as LineSums;
    sums.above = better(sums.above, candidate.sumAlong(-1, known));
    sums.below = better(sums.below, candidate.sumAlong(1, known));
    if (known) return;
    if (mayBeMean(facts)) sums.meanAbove = candidate.meanAbove();
    sums.lessAbove = candidate.differenceAbove();
  });
}

/** Whether so many columns agree that it cannot be chance. */
export function isConvincing(evidence: SumEvidence): boolean {
  return evidence.share >= 0.6 && (evidence.columns >= 2 || evidence.lines >= 4);
}

/** By a word, by a blank row beside it, or by having fewer or more texts than its neighbours. */
function standsOut(lines: readonly LineFacts[], line: number): boolean {
  const own = lines[line] as LineFacts;
  if (own.totalWords + own.computedWords > 0) return true;
  return [lines[line - 1], lines[line + 1]].some(
    (other) => !other || Math.abs(other.row - own.row) > 1 || other.texts !== own.texts,
  );
}

/** Smooth data are always near their own mean; only a line with a hint is examined. */
function mayBeMean(facts: LineFacts): boolean {
  return facts.computedWords > 0 || facts.texts === 0;
}

function better(one: SumEvidence, other: SumEvidence): SumEvidence {
  return other.share * other.columns > one.share * one.columns ? other : one;
}

/** A line that may be the sum of others. */
class Candidate {
  /** Where it has a nonzero number, and that number. */
  readonly columns: number[] = [];
  readonly #values: number[] = [];
  readonly #grid: CellGrid;
  readonly #lines: readonly LineFacts[];
  readonly #line: number;

  constructor(grid: CellGrid, lines: readonly LineFacts[], line: number) {
    this.#grid = grid;
    this.#lines = lines;
    this.#line = line;
    const { row, firstColumn, lastColumn } = lines[line] as LineFacts;
    for (let column = firstColumn; column <= lastColumn; column++) {
      const value = grid.number(row, column);
      if (value !== 0 && !Number.isNaN(value)) {
        this.columns.push(column);
        this.#values.push(value);
      }
    }
  }

  /** Walks away from the line, summing a few columns; where one matches, the others are compared. */
  sumAlong(step: 1 | -1, known: readonly LineSums[] | undefined): SumEvidence {
    const probed = this.#probedColumns();
    const sums = probed.map(() => 0);
    const run: number[] = [];
    let best = none;
    const limit = (this.#lines[this.#line] as LineFacts).totalWords > 0 ? longestRunOfTotal : longestRun;
    for (let at = this.#line + step; at >= 0 && at < this.#lines.length && run.length < limit; ) {
      const { row, numbers } = this.#lines[at] as LineFacts;
      if (numbers > 0) {
        run.push(row);
        const hit = this.#addAndCompare(probed, sums, row, run.length);
        if (hit && run.length > 1) best = better(best, this.#compare(run, 1));
      }
      const total = known?.[at]?.[step < 0 ? 'above' : 'below'];
      at += step * (1 + (total && isConvincing(total) ? this.#linesCovered(at, step, total.lines) : 0));
    }
    return best;
  }

  /** The mean of the consecutive numeric lines directly above. */
  meanAbove(): SumEvidence {
    const probed = this.#probedColumns();
    const sums = probed.map(() => 0);
    const run: number[] = [];
    let best = none;
    for (let at = this.#line - 1; at >= 0 && run.length < longestRun; at--) {
      const { row, numbers } = this.#lines[at] as LineFacts;
      if (numbers === 0) continue;
      run.push(row);
      let hit = false;
      for (let probe = 0; probe < probed.length; probe++) {
        const column = probed[probe] as number;
        sums[probe] = (sums[probe] as number) + (this.#grid.number(row, this.columns[column] as number) || 0);
        const value = this.#values[column] as number;
        hit ||= near((sums[probe] as number) / run.length, value, Math.abs(value) * 1e-4);
      }
      if (hit && run.length > 2) best = better(best, this.#compare(run, run.length));
    }
    return best;
  }

  /** One line above less another, or less all between that line and this one. */
  differenceAbove(): SumEvidence {
    const rows: number[] = [];
    for (let at = this.#line - 1; at >= 0 && rows.length < longestDifference; at--) {
      const { row, numbers } = this.#lines[at] as LineFacts;
      if (numbers > 0) rows.push(row);
    }
    let best = none;
    for (let from = 1; from < rows.length; from++) {
      for (let less = 0; less < from; less++)
        best = better(best, this.#compareDifference(rows[from] as number, [rows[less] as number]));
      if (from > 1) best = better(best, this.#compareDifference(rows[from] as number, rows.slice(0, from)));
    }
    return best;
  }

  #compareDifference(from: number, less: readonly number[]): SumEvidence {
    let comparable = 0;
    let equal = 0;
    for (let index = this.columns.length - 1; index >= 0; index--) {
      const column = this.columns[index] as number;
      const minuend = this.#grid.number(from, column);
      let subtracted = 0;
      for (const row of less) subtracted += this.#grid.number(row, column) || 0;
      if (Number.isNaN(minuend) || subtracted === 0) continue;
      comparable++;
      const value = this.#values[index] as number;
      if (near(minuend - subtracted, value, roundingError(value, less.length))) equal++;
      else if (equal === 0 && comparable >= probes) return none;
    }
    return { share: comparable ? equal / comparable : 0, columns: equal, lines: less.length + 1 };
  }

  /** Some columns from the end, as the first ones are often codes and years. */
  #probedColumns(): number[] {
    const count = this.columns.length;
    return Array.from({ length: Math.min(probes, count) }, (_, probe) =>
      Math.floor(((probe + 1) * count - 1) / Math.min(probes, count)),
    );
  }

  #addAndCompare(probed: readonly number[], sums: number[], row: number, lines: number): boolean {
    let hit = false;
    for (let probe = 0; probe < probed.length; probe++) {
      const column = probed[probe] as number;
      const sum = (sums[probe] as number) + (this.#grid.number(row, this.columns[column] as number) || 0);
      sums[probe] = sum;
      const value = this.#values[column] as number;
      hit ||= near(sum, value, roundingError(value, lines));
    }
    return hit;
  }

  #compare(run: readonly number[], divisor: number): SumEvidence {
    let comparable = 0;
    let equal = 0;
    this.columns.forEach((column, index) => {
      let sum = 0;
      let addends = 0;
      for (const row of run) {
        const addend = this.#grid.number(row, column);
        if (Number.isNaN(addend) || addend === 0) continue;
        sum += addend;
        addends++;
      }
      if (addends < 2) return;
      comparable++;
      const value = this.#values[index] as number;
      const error = divisor === 1 ? roundingError(value, run.length) : Math.abs(value) * 1e-4;
      if (near(sum / divisor, value, error)) equal++;
    });
    return { share: comparable ? equal / comparable : 0, columns: equal, lines: run.length };
  }

  /** Lines with numbers that a total stands for, counted with the lines without numbers between them. */
  #linesCovered(at: number, step: number, numeric: number): number {
    let covered = 0;
    let left = numeric;
    while (left > 0) {
      const next = this.#lines[at + step * (covered + 1)];
      if (!next) break;
      if (next.numbers > 0) left--;
      covered++;
    }
    return covered;
  }
}

function near(one: number, other: number, error: number): boolean {
  return Math.abs(one - other) <= error;
}

/** Every addend was rounded in its last place; the errors mostly cancel each other. */
function roundingError(value: number, lines: number): number {
  const lastPlace = Number.isInteger(value) ? 1 : Number.isInteger(value * 10) ? 0.1 : 0.005;
  return Math.min(0.6 * lastPlace * Math.sqrt(lines), Math.abs(value) * 0.01) + Math.abs(value) * 1e-6;
}
