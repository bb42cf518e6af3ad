import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { Saying } from '@workbook-data-service/sheets/messages';
import { textRegion } from '../../analyze/text-region.js';
import type { AskedSheet } from '../../decisions/answer-questions.js';
import type { RegionSpec } from '../../parse-spec.js';

/** A whole way to read a sheet, and how it differs from the one that was found first. */
export interface Reading {
  regions: RegionSpec[];
  /** In the order in which they were taken; none for the first reading. */
  decisions: Decision[];
}

/** One thing decided otherwise. */
export interface Decision {
  /** What is decided, such as `header-2`. */
  id: string;
  /** The table that it is about; blank where it is about all of them. */
  region: string;
  why: Saying;
}

/** What a region could be instead. */
export interface Proposal {
  id: string;
  why: Saying;
  regions: RegionSpec[];
}

/** Looks at one table of a reading and says what else it may be. */
export type Generator = (sheet: AskedSheet, region: RegionSpec) => Proposal[];

export const blockOf = (range: CellRange, rows: { top?: number; bottom?: number }): CellRange => ({
  ...range,
  ...rows,
});

/** The texts above a table, as a region of their own. */
export function titleOf(region: RegionSpec, range: CellRange): RegionSpec {
  return textRegion({ id: `${region.id}_${range.top + 1}`, kind: 'title', name: region.name, range });
}

/** The texts below a table, as a region of their own. */
export function noteOf(region: RegionSpec, range: CellRange): RegionSpec {
  return textRegion({ id: `${region.id}_${range.top + 1}`, kind: 'note', name: region.name, range });
}
