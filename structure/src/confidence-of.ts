import type { RegionSpec } from './parse-spec.js';

/** A reading is as sure as its least sure table; null without tables. */
export function confidenceOf(regions: readonly RegionSpec[]): number | null {
  const sure = regions.filter(({ kind }) => kind === 'data').map(({ confidence }) => confidence);
  return sure.length > 0 ? Math.min(...sure) : null;
}
