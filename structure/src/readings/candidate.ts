import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { confidenceOf } from '../confidence-of.js';
import type { AskedSheet } from '../decisions/answer-questions.js';
import { materializeTables } from '../materialize/materialize-sheet.js';
import { SpecError } from '../materialize/spec-error.js';
import type { Alternative, ReadingPicture } from '../parse-spec.js';
import { gridOfSheet } from '../sheet-grid.js';
import { judgeReading } from './judge/judge-reading.js';
import { lineSupport } from './judge/line-signs.js';
import { fingerprintOf, pictureOf } from './picture-tables.js';

/** A reading of a whole sheet before anyone has looked at what comes of it. */
export type Candidate = Pick<Alternative, 'regions' | 'why'>;

/** A reading with what comes of it. */
export interface SeenReading extends Candidate, Pick<ReadingPicture, 'tables' | 'tableCount'> {
  confidence: number;
  /** Higher for the better of two readings. */
  score: number;
  /** Equal where a person would see the same tables. */
  fingerprint: string;
}

/** Looks at readings of a sheet; undefined where nothing comes of one, because cells do not fit their columns. */
export function lookAtReadings(
  sheet: Sheet,
  dialect: Dialect | null,
  { cells, spec }: AskedSheet,
  tableBaseName: string,
): (candidate: Candidate) => SeenReading | undefined {
  const lines = lineSupport(gridOfSheet(sheet, dialect));
  return (candidate) => {
    const { regions } = candidate;
    try {
      const { tables } = materializeTables(cells, dialect, { ...spec, regions }, tableBaseName);
      return {
        ...candidate,
        ...pictureOf(tables),
        confidence: confidenceOf(regions) ?? 0,
        score: judgeReading({ cells, regions, tables, lines }),
        fingerprint: fingerprintOf(tables),
      };
    } catch (error) {
      if (error instanceof SpecError) return undefined;
      throw error;
    }
  };
}
