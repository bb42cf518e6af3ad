import { confidenceOf, type SheetSpec } from '@workbook-data-service/structure/parse-spec';
import type { ReadingModel } from './find-reading-model.js';

/** Argued: nine of ten sheets above it come out right, which leaves a model little to do. */
const doubtfulBelow = 0.9;

const sureness = ({ regions }: SheetSpec): number => confidenceOf(regions) ?? 1;

/** Whether a model is asked: not about a sheet without cells, nor about one that is read as a person corrected one like it. */
export function isAsked(spec: SheetSpec, asked: ReadingModel['asked']): boolean {
  const { regions, reading, faults = [] } = spec;
  if (regions.length === 0 || (reading && !reading.afresh)) return false;
  return asked === 'always' || faults.length > 0 || sureness(spec) < doubtfulBelow;
}

export const leastSureFirst = (a: SheetSpec, b: SheetSpec): number => sureness(a) - sureness(b);
