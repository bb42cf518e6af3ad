import type { SpecType } from '../parse-spec.js';

/** The type for cells of all these types. */
export function commonType(types: readonly (SpecType | undefined)[]): SpecType | undefined {
  const known = new Set(types.filter((type) => type !== undefined));
  if (known.size <= 1) return [...known][0];
  if (known.size === 2 && known.has('BIGINT') && known.has('DOUBLE')) return 'DOUBLE';
  if (known.size === 2 && known.has('DATE') && known.has('TIMESTAMP')) return 'TIMESTAMP';
  return 'VARCHAR';
}
