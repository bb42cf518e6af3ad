import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { suggestSteps } from '../analyze/suggest-steps.js';
import type { SheetSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { acceptSuggestions } from './accept-suggestions.js';
import { answerQuestions } from './answer-questions.js';
import type { Decisions } from './decisions.js';

/** The spec of a sheet as decided; it should have been checked that it fits the sheet. */
export function decide(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  { accept, answers }: Decisions,
): SheetSpec {
  const asked = { cells: new SheetCells(sheet, dialect), dialect, spec };
  const accepted = new Set(accept);
  return {
    ...spec,
    regions: spec.regions.flatMap((region) =>
      answerQuestions(asked, region, answers).map((answered) => acceptSuggestions(answered, accepted)),
    ),
  };
}

/** The spec with suggestions for its regions as they are now, whatever was suggested for them before. */
export function suggestAnew(sheet: Sheet, spec: SheetSpec): SheetSpec {
  const cells = new SheetCells(sheet);
  return {
    ...spec,
    regions: spec.regions.map((region) => ({ ...region, suggestions: suggestSteps(cells, region) })),
  };
}
