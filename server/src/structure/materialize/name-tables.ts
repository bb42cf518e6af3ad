import type { RegionSpec } from '../../core/parse-spec.js';

/** Names that differ from each other in any letter case. */
export class DistinctNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    let candidate = name;
    for (let number = 2; this.#taken.has(candidate.toLowerCase()); number++) candidate = `${name}_${number}`;
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}

/** A single table takes the base name; several are told apart by the names of their regions. */
export function tableNames(regions: readonly RegionSpec[], baseName: string): string[] {
  if (regions.length === 1) return [baseName];
  const names = new DistinctNames();
  return regions.map(({ name }) => names.take(name || baseName));
}
