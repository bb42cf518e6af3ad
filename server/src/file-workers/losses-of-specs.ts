import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import type { Message } from '@workbook-data-service/sheets/messages';
import { compareReadings } from '@workbook-data-service/structure';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { sheetNamed } from './spec-of-file.js';

/** What a correction of a reading would lose, and on which sheet. */
export interface Loss extends Message {
  sheet: string;
}

/** What would be lost if sheets were read by other specs than before. */
export function lossesOfSpecs(
  file: SpreadsheetFile,
  before: readonly SheetSpec[],
  after: readonly SheetSpec[],
): Loss[] {
  return after.flatMap((spec) => {
    const was = before.find(({ name }) => name === spec.name);
    if (!was || JSON.stringify(was.regions) === JSON.stringify(spec.regions)) return [];
    const losses = compareReadings(sheetNamed(file, spec.name), file.dialect, was, spec);
    return losses.map((said) => ({ sheet: spec.name, ...said }));
  });
}
