import { opensWithTotal } from '../lines/line-vocabulary.js';
import { agreementOf } from './check-line.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine, SignedLine } from './operation.js';
import { namesBalance, namesDifference, namesOperator } from './operation-vocabulary.js';
import { SumBeside } from './sum-beside.js';

/** What is named as computed is most often computed from lines this near. */
const reach = 8;
/** Of the records that show it, how many must agree. */
const minShare = 0.6;
/** Small numbers form few different ratios, so that many agree by chance. */
const minShareOfRatios = 0.8;
/** How far a total may be from its sum, and in how many records, to be a mistake and not something else. */
const maxMiss = 0.3;
const maxMissed = 3;
/** Numbers to look at in one table; what is not found by then is not looked for. */
const maxSteps = 400_000;

/**
 * The lines whose names say how they are computed, and whose numbers confirm it. A name makes coincidences
 * unlikely, so that one number is enough evidence, as in a small table. Lines are fields of the number table.
 */
export function namedLines(table: NumberTable, known: ReadonlyMap<number, ComputedLine>): ComputedLine[] {
  return new NamedLines(table, known).find();
}

class NamedLines {
  readonly #table: NumberTable;
  readonly #known: Map<number, ComputedLine>;
  readonly #found: ComputedLine[] = [];
  readonly #positions: ReadonlyMap<number, number>;
  #steps = 0;

  constructor(table: NumberTable, known: ReadonlyMap<number, ComputedLine>) {
    this.#table = table;
    this.#known = new Map(known);
    this.#positions = new Map(table.numericFields.map((field, at) => [field, at]));
  }

  find(): ComputedLine[] {
    const fields = this.#table.numericFields.filter((field) => !this.#known.has(field));
    const named = (says: (label: string) => boolean) =>
      fields.filter((field) => says(this.#table.label(field)));
    // Ratios and averages first: no total adds them.
    for (const field of named((label) => namesOperator(label, 'Division'))) this.#keep(this.#ratio(field));
    for (const field of named((label) => namesOperator(label, 'Average'))) this.#keep(this.#average(field));
    for (const field of named(saysTotal)) this.#keep(this.#sum(field, [-1, 1]));
    // A grand total above its subtotals adds them only once they are known.
    for (const field of named(saysTotal).reverse()) this.#keep(this.#sum(field, [1]));
    for (const field of named(namesBalance)) this.#keep(this.#balance(field));
    for (const field of named(namesDifference)) this.#keep(this.#difference(field));
    for (const field of named(opensWithTotal)) this.#keep(this.#missedSum(field));
    return this.#found;
  }

  #keep(line: ComputedLine | undefined): void {
    if (!line || this.#known.has(line.line)) return;
    this.#known.set(line.line, line);
    this.#found.push(line);
  }

  #sum(field: number, sides: readonly (1 | -1)[]): ComputedLine | undefined {
    if (this.#known.has(field)) return undefined;
    const candidates = sides
      .map((side) =>
        new SumBeside(this.#table, this.#known).find(field, side, () =>
          this.#maySpend(this.#table.recordCount),
        ),
      )
      .filter((candidate) => candidate !== undefined);
    const [best] = candidates.sort((a, b) => b.fits - a.fits);
    if (!best) return undefined;
    return this.#confirmed({ line: field, operation: 'sum', parts: best.parts.map(added) });
  }

  /**
   * A total that agrees with nothing is a mistake, if it is near the sum of all lines before it, or of those since
   * the last total. Where many numbers do not agree, it is a total of something else.
   */
  #missedSum(field: number): ComputedLine | undefined {
    if (this.#known.has(field) || this.#recordsWith(field) > maxMissed) return undefined;
    const before = this.#fieldsBeside(field, -1, Number.POSITIVE_INFINITY);
    const sinceTotal = before.findIndex((line) => this.#known.has(line));
    const covered = new Set(
      before.flatMap((line) => this.#known.get(line)?.parts.map((part) => part.line) ?? []),
    );
    const record = this.#firstRecord(field);
    const stated = this.#table.value(record, field);
    const missedBy = (lines: readonly number[]) => {
      const sum = lines.reduce((left, line) => left + (this.#table.value(record, line) || 0), 0);
      return Math.abs(sum - stated) / Math.abs(sum);
    };
    const [nearest] = [
      before.slice(0, sinceTotal < 0 ? undefined : sinceTotal),
      before.filter((line) => !covered.has(line)),
    ]
      .filter((lines) => lines.length > 1 && missedBy(lines) <= maxMiss)
      .sort((a, b) => missedBy(a) - missedBy(b));
    return (
      nearest && {
        line: field,
        operation: 'sum',
        parts: sorted(nearest.map(added)),
        across: [],
        evidence: 'name',
      }
    );
  }

  #recordsWith(field: number): number {
    let count = 0;
    for (let record = 0; record < this.#table.recordCount; record++)
      if (Math.abs(this.#table.value(record, field)) > 0) count++;
    return count;
  }

  #average(field: number): ComputedLine | undefined {
    for (const side of [-1, 1]) {
      const parts: SignedLine[] = [];
      let best: ComputedLine | undefined;
      for (const at of this.#fieldsBeside(field, side, Number.POSITIVE_INFINITY)) {
        if (this.#known.has(at)) continue;
        if (!this.#maySpend(this.#table.recordCount)) break;
        parts.push(added(at));
        if (parts.length < 2 || !this.#mayBeMean(field, parts)) continue;
        best = this.#confirmed({ line: field, operation: 'average', parts: sorted(parts) }) ?? best;
      }
      if (best) return best;
    }
    return undefined;
  }

  /** Checks one record, before all of them. */
  #mayBeMean(field: number, parts: readonly SignedLine[]): boolean {
    const record = this.#firstRecord(field);
    const values = parts
      .map(({ line }) => this.#table.value(record, line))
      .filter((value) => !Number.isNaN(value));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.abs(mean - this.#table.value(record, field)) <= this.#table.unitAt(record, field);
  }

  /** What remains of one line after others, the nearest first: two lines, or one and a range beside it. */
  #difference(field: number): ComputedLine | undefined {
    const before = this.#fieldsBeside(field, -1, reach);
    const after = this.#fieldsBeside(field, 1, reach);
    return this.#differenceOf(field, before) ?? this.#differenceOf(field, after.length >= 2 ? after : []);
  }

  #differenceOf(field: number, near: readonly number[]): ComputedLine | undefined {
    const record = this.#firstRecord(field);
    const stated = this.#table.value(record, field);
    const value = (line: number) => this.#table.value(record, line) || 0;
    for (let last = 1; last < near.length; last++) {
      for (let from = last - 1; from >= 0; from--) {
        const lines = near.slice(from, last + 1);
        if (!this.#maySpend(4 * lines.length)) return undefined;
        // Costs may be written as negative numbers, and then are added.
        const asAdded = lines.some((line) => value(line) < 0) ? [lines.map((): 1 => 1)] : [];
        for (const signs of [...asAdded, ...signsOf(lines.length)]) {
          const parts = lines.map((line, at) => ({ line, sign: signs[at] as 1 | -1 }));
          const sum = parts.reduce((left, { line, sign }) => left + sign * value(line), 0);
          if (Math.abs(sum - stated) > Math.abs(stated) * 1e-6 + 1) continue;
          const operation = signs === asAdded[0] ? 'sum' : 'difference';
          const line = this.#confirmed({ line: field, operation, parts: sorted(parts) });
          if (line) return line;
        }
      }
    }
    return undefined;
  }

  #ratio(field: number): ComputedLine | undefined {
    const near = [...this.#fieldsBeside(field, -1, reach), ...this.#fieldsBeside(field, 1, reach)];
    const record = this.#firstRecord(field);
    const stated = this.#table.value(record, field);
    let best: ComputedLine | undefined;
    for (const a of near) {
      best = better(best, this.#share(field, a));
      for (const b of near) {
        if (a === b || !this.#maySpend(4)) continue;
        const quotient = this.#table.value(record, a) / this.#table.value(record, b);
        for (const isChange of [false, true]) {
          for (const factor of [1, 100]) {
            const ratio = factor * (isChange ? quotient - 1 : quotient);
            if (Math.abs(ratio - stated) > this.#table.unitAt(record, field) + Math.abs(stated) * 1e-3)
              continue;
            const parts = [added(a), added(b)];
            best = better(
              best,
              this.#confirmed({ line: field, operation: 'ratio', parts, ratio: { factor, isChange } }),
            );
          }
        }
      }
    }
    return best;
  }

  /** A share of a total that stands in one record: its own share is one, or a hundred. */
  #share(field: number, part: number): ComputedLine | undefined {
    for (const factor of [1, 100]) {
      for (const shareOf of this.#recordsOfWhole(field, factor)) {
        const ratio = { factor, isChange: false, shareOf };
        const line = this.#confirmed({ line: field, operation: 'ratio', parts: [added(part)], ratio });
        if (line) return line;
      }
    }
    return undefined;
  }

  #recordsOfWhole(field: number, whole: number): number[] {
    const records: number[] = [];
    for (let record = this.#table.recordCount - 1; record >= 0 && records.length < 3; record--)
      if (Math.abs(this.#table.value(record, field) - whole) <= whole * 0.001) records.push(record);
    return records;
  }

  #balance(field: number): ComputedLine | undefined {
    const near = [...this.#fieldsBeside(field, -1, reach), ...this.#fieldsBeside(field, 1, reach)];
    const ways: SignedLine[][] = near.map((line) => [added(line)]);
    for (const a of near) for (const b of near) if (a !== b) ways.push([added(a), { line: b, sign: -1 }]);
    let best: ComputedLine | undefined;
    for (const parts of ways) {
      if (!this.#maySpend(this.#table.recordCount)) break;
      best = better(best, this.#confirmed({ line: field, operation: 'running_balance', parts }, 2));
    }
    return best;
  }

  /** The line if enough of its numbers agree. */
  #confirmed(
    line: Pick<ComputedLine, 'line' | 'operation' | 'parts' | 'ratio'>,
    minFits = 1,
  ): ComputedLine | undefined {
    this.#steps += this.#table.recordCount * line.parts.length;
    const whole: ComputedLine = { ...line, across: [], evidence: 'name' };
    const { records, fits, fails } = agreementOf(this.#table, whole);
    const share = line.operation === 'ratio' ? minShareOfRatios : minShare;
    if (fits < minFits || fits < share * (fits + fails)) return undefined;
    return { ...whole, across: records };
  }

  /** The nearest first; none once the steps are used up. */
  #fieldsBeside(field: number, side: number, most: number): number[] {
    const fields = this.#table.numericFields;
    if (!this.#maySpend(Math.min(most, fields.length))) return [];
    const at = this.#positions.get(field) ?? 0;
    return side < 0
      ? fields.slice(Math.max(0, at - most), at).reverse()
      : fields.slice(at + 1, at + 1 + most);
  }

  /** One in which the line has a number that is not zero. */
  #firstRecord(field: number): number {
    for (let record = 0; record < this.#table.recordCount; record++)
      if (Math.abs(this.#table.value(record, field)) > 0) return record;
    return 0;
  }

  #maySpend(steps: number): boolean {
    this.#steps += steps;
    return this.#steps < maxSteps;
  }
}

/** `Gross profit` and `Net income` are what is left, unless they are called a total. */
export const saysTotal = (label: string) =>
  namesOperator(label, 'Sum') && (!namesDifference(label) || /total|計/i.test(label));

const added = (line: number): SignedLine => ({ line, sign: 1 });

const sorted = (parts: readonly SignedLine[]) => parts.toSorted((a, b) => a.line - b.line);

function better(one: ComputedLine | undefined, other: ComputedLine | undefined): ComputedLine | undefined {
  return (other?.across.length ?? 0) > (one?.across.length ?? 0) ? other : one;
}

/**
 * All are taken away from the farthest. Of two, either may be taken from the other; of a few, some may be added,
 * as other income is to profit.
 */
function signsOf(count: number): (1 | -1)[][] {
  const away: (1 | -1)[] = [...new Array<1 | -1>(count - 1).fill(-1), 1];
  if (count === 2) return [away, [1, -1]];
  if (count > 4) return [away];
  const some = 2 ** (count - 1) - 1;
  return Array.from({ length: some }, (_, bits) => away.map((sign, at) => (bits & (1 << at) ? 1 : sign)));
}
