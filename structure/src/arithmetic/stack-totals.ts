import type { Pattern } from './aggregation.js';
import type { Finding } from './evidence.js';
import { weigh } from './evidence.js';
import type { NumberTable } from './number-table.js';

/** The most parts to weigh in total, so that a column of ones and minus ones does not take forever. */
const MAX_PARTS_WEIGHED = 3_000_000;
const SURPRISE = 9;
const MAX_SECTIONS_REMEMBERED = 3;

/**
 * Totals of long tables in one pass each way: fields are stacked, and one that states the sum of the stack,
 * or of the fields since the last total or gap, replaces its parts. So a grand total finds its subtotals.
 */
export function stackTotals(table: NumberTable): Finding[] {
  const below = new TotalStack(table).read(table.numericFields);
  const above = new TotalStack(table).read(table.numericFields.toReversed());
  const strength = (findings: Finding[]) => findings.reduce((sum, { score }) => sum + score, 0);
  return strength(below) >= strength(above) ? below : above;
}

class TotalStack {
  readonly #table: NumberTable;
  readonly #fields: number[] = [];
  /**
   * Prefix sums: one stretch of all records for each field on the stack, and one of zeros below the first.
   */
  readonly #sums: number[];
  /** Where on the stack a section may begin: after a total or a gap, latest last. */
  #sections: number[] = [];
  #partsWeighed = 0;

  constructor(table: NumberTable) {
    this.#table = table;
    this.#sums = new Array<number>(table.recordCount).fill(0);
  }

  read(fields: readonly number[]): Finding[] {
    const findings: Finding[] = [];
    let previous = fields[0] ?? 0;
    for (const field of fields) {
      if (Math.abs(field - previous) > 1) this.#beginSection();
      previous = field;
      const finding = this.#explain(field);
      if (finding) {
        findings.push(finding);
        this.#dropFrom(this.#fields.length - finding.pattern.parts.length);
      }
      this.#push(field);
      if (finding) this.#beginSection();
    }
    return findings;
  }

  #explain(field: number): Finding | undefined {
    for (const start of [...this.#sections.toReversed(), 0]) {
      const parts = this.#fields.length - start;
      if (parts < 2 || this.#partsWeighed > MAX_PARTS_WEIGHED || !this.#mayBeSum(field, start)) continue;
      this.#partsWeighed += parts;
      const pattern: Pattern = {
        operator: 'Sum',
        target: field,
        parts: this.#fields.slice(start).sort((a, b) => a - b),
        factor: 1,
        // The longer the table, the more chances for a coincidence.
        surprise: SURPRISE + Math.log2(this.#table.fieldCount),
      };
      const finding = weigh(this.#table, pattern, new Set());
      if (finding) return finding;
    }
    return undefined;
  }

  /** A quick check of the prefix sums, so that hardly any field needs weighing. */
  #mayBeSum(field: number, start: number): boolean {
    const { recordCount } = this.#table;
    const top = this.#fields.length * recordCount;
    let fits = 0;
    let fails = 0;
    for (let record = 0; record < recordCount; record++) {
      const stated = this.#table.value(record, field);
      if (Number.isNaN(stated) || stated === 0) continue;
      const sum = (this.#sums[top + record] as number) - (this.#sums[start * recordCount + record] as number);
      if (Math.abs(sum - stated) <= Math.max(2, Math.abs(stated) * 1e-6)) fits++;
      else fails++;
    }
    return fits > 0 && fits * 3 >= fails;
  }

  #push(field: number): void {
    const below = this.#fields.length * this.#table.recordCount;
    this.#fields.push(field);
    for (let record = 0; record < this.#table.recordCount; record++) {
      const value = this.#table.value(record, field);
      this.#sums.push((this.#sums[below + record] as number) + (Number.isNaN(value) ? 0 : value));
    }
  }

  #dropFrom(start: number): void {
    this.#fields.length = start;
    this.#sums.length = (start + 1) * this.#table.recordCount;
    this.#sections = this.#sections.filter((section) => section <= start);
  }

  #beginSection(): void {
    const start = this.#fields.length;
    if (this.#sections.at(-1) === start) return;
    this.#sections = [...this.#sections, start].slice(-MAX_SECTIONS_REMEMBERED);
  }
}
