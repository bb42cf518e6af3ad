import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';

const minShare = 0.6;

interface SumCandidate {
  parts: number[];
  fits: number;
}

/**
 * The lines beside a total that add up to it. A known total among them stands for the lines that it adds, and
 * ratios and averages are passed over.
 */
export class SumBeside {
  readonly #table: NumberTable;
  readonly #known: ReadonlyMap<number, ComputedLine>;

  constructor(table: NumberTable, known: ReadonlyMap<number, ComputedLine>) {
    this.#table = table;
    this.#known = known;
  }

  /** The longest range on one side that fits best; `maySpend` ends the search. */
  find(field: number, side: 1 | -1, maySpend: () => boolean): SumCandidate | undefined {
    const table = this.#table;
    const records = recordsOf(table, field);
    const sums = new Float64Array(records.length);
    const magnitudes = new Float64Array(records.length);
    const counts = new Uint32Array(records.length);
    const covered = new Set<number>();
    const parts: number[] = [];
    let best: SumCandidate | undefined;
    const fields = table.numericFields;
    for (let at = fields.indexOf(field) + side; at >= 0 && at < fields.length && maySpend(); at += side) {
      const part = fields[at] as number;
      const line = this.#known.get(part);
      if (covered.has(part) || (line && line.operation !== 'sum' && line.operation !== 'difference'))
        continue;
      for (const inner of line?.parts ?? []) covered.add(inner.line);
      if (line?.parts.some((inner) => parts.includes(inner.line) || inner.line === field)) continue;
      parts.push(part);
      let fits = 0;
      let fails = 0;
      let exceeded = 0;
      records.forEach((record, index) => {
        const value = table.value(record, part);
        if (!Number.isNaN(value)) {
          sums[index] = (sums[index] as number) + value;
          magnitudes[index] = (magnitudes[index] as number) + Math.abs(value);
          counts[index] = (counts[index] as number) + 1;
        }
        const stated = table.value(record, field);
        const magnitude = magnitudes[index] as number;
        if (magnitude === 0 && stated === 0) return;
        const tolerance = sumTolerance(table.unitAt(record, field), counts[index] as number, magnitude);
        if (Math.abs((sums[index] as number) - stated) <= tolerance && counts[index] !== 0) fits++;
        else fails++;
        if (sums[index] === magnitude && magnitude > 1.5 * stated + tolerance) exceeded++;
      });
      if (fits > 0 && fits >= minShare * (fits + fails) && fits >= (best?.fits ?? 0))
        best = { parts: parts.toSorted((a, b) => a - b), fits };
      if (exceeded > 0 && exceeded === records.length) break;
    }
    return best;
  }
}

function recordsOf(table: NumberTable, field: number): number[] {
  const records: number[] = [];
  for (let record = 0; record < table.recordCount; record++)
    if (!Number.isNaN(table.value(record, field))) records.push(record);
  return records;
}
