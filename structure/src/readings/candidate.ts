import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { confidenceOf } from '../confidence-of.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import { SpecError } from '../materialize/spec-error.js';
import type { Alternative, ReadingPicture, SheetSpec } from '../parse-spec.js';
import { fingerprintOf, pictureOf } from './picture-tables.js';

/** A reading of a whole sheet before anyone has looked at what comes of it. */
export type Candidate = Pick<Alternative, 'regions' | 'why'>;

/** A reading with what comes of it. */
export interface SeenReading extends Candidate, Pick<ReadingPicture, 'tables' | 'tableCount'> {
  confidence: number;
  /** Equal where a person would see the same tables. */
  fingerprint: string;
}

/** Undefined where nothing comes of it, because cells do not fit their columns. */
export function lookAt(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  candidate: Candidate,
  tableBaseName: string,
): SeenReading | undefined {
  try {
    const read = { ...spec, regions: candidate.regions };
    const { tables } = materializeSheet(sheet, dialect, read, tableBaseName);
    const confidence = confidenceOf(candidate.regions) ?? 0;
    return { ...candidate, ...pictureOf(tables), confidence, fingerprint: fingerprintOf(tables) };
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}
