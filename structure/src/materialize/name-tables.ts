import { cutName, LONGEST_NAME } from '@workbook-data-service/sheets/names';
import type { RegionSpec } from '../parse-spec.js';

/** Names that are unique regardless of case. */
export class DistinctNames {
  readonly #taken = new Set<string>();
  /** The next number to try for a name that is taken. */
  readonly #numbers = new Map<string, number>();

  take(name: string): string {
    const key = name.toLowerCase();
    let candidate = name;
    for (let number = this.#numbers.get(key) ?? 2; this.#taken.has(candidate.toLowerCase()); number++) {
      const ending = `_${number}`;
      candidate = cutName(name, LONGEST_NAME - ending.length) + ending;
      this.#numbers.set(key, number + 1);
    }
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}

/** Tables are called as their regions are, which have the base name where the sheet has a single table. */
export function tableNames(regions: readonly RegionSpec[], baseName: string): string[] {
  const names = new DistinctNames();
  return regions.map(({ name }) => names.take(name || baseName));
}
