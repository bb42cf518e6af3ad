import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { sure } from '../analyze/ask-questions.js';
import { confidenceOf } from '../confidence-of.js';
import type { SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { SheetCells } from '../sheet-cells.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { alternativeOf, maxAlternatives } from './alternative-of.js';
import { asInSheet } from './as-in-sheet.js';
import { lookAtReadings, type SeenReading } from './candidate.js';
import { ReadingSearch, type SearchBudget } from './search-readings.js';

/**
 * Below this the cells stay as they are in the sheet: a table that is not made is a nuisance, a value under a wrong label is a
 * lie. Fitted on 85 sheets that nothing had been mended on: with it, wrong data is left in one of them, and six that are right
 * stay as they are (bench/structure/looks.md).
 */
const minConfidence = 0.55;
/** So much of the difference between two scores lowers the odds of the reading that is judged worse. Fitted likewise. */
export const weightOfMargin = 0.5;
/** Argued: below this a third of the tables are wrong, so the cells as they are in the sheet are always offered. */
const offersSheetBelow = 0.7;

/**
 * The spec of a sheet with the reading to follow, and others of which something else comes. A sheet that is sure is left as
 * it was proposed, at no cost. The reading that was found first is followed or none: where another one is judged better, it is
 * less sure, but the better one is right too seldom to be followed instead.
 */
export function chooseReading(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  tableBaseName: string,
  budget: SearchBudget,
): SheetSpec {
  const sureAtFirst = confidenceOf(spec.regions);
  if (sureAtFirst === null || sureAtFirst >= sure || isTooLargeToStudy(sheet)) return spec;
  const asked = { cells: new SheetCells(sheet, dialect), dialect, spec };
  const look = lookAtReadings(sheet, dialect, asked, tableBaseName);
  const search = new ReadingSearch(look, budget);
  const seen = search.see({ regions: spec.regions, why: [sayOfReading('alternative-found')] });
  if (!seen) return spec;
  const inSheet = search.see(asInSheet(asked, tableBaseName, 'asked'));
  const others = search.others(asked, tableBaseName);
  const best = Math.max(seen.score, ...others.map(({ score }) => score));
  const found = lessSure(seen, best);
  const isUnsure = found.confidence < minConfidence;
  const asSheet = isUnsure && inSheet ? look(asInSheet(asked, tableBaseName, 'unsure')) : inSheet;
  const offersSheet = found.confidence < offersSheetBelow;
  const keepsSheet = isUnsure && asSheet !== undefined;
  const last = asSheet && offersSheet && !keepsSheet ? [asSheet] : [];
  const first = keepsSheet ? [found] : [];
  const rest = others
    .slice(0, maxAlternatives - first.length - last.length)
    .map((reading) => lessSure(reading, best))
    .sort((a, b) => b.confidence - a.confidence);
  const offered = [...first, ...rest, ...last];
  const isCut = search.isCut && { alternativesCut: true as const };
  const chosen = keepsSheet ? asSheet : found;
  if (offered.length === 0) return { ...spec, regions: found.regions, ...isCut };
  const { regions, unassigned, confidence: _, ...picture } = alternativeOf(asked, chosen, 'a');
  return {
    ...spec,
    regions,
    unassigned,
    ...(keepsSheet && { keptAsSheet: true }),
    chosen: picture,
    alternatives: offered.map((reading, at) => alternativeOf(asked, reading, 'bcd'[at] ?? '')),
    ...isCut,
  };
}

/**
 * A reading as sure as its doubts leave it, beside one of the same sheet that is judged better: the difference of the two
 * lowers the odds that it is right.
 */
function lessSure(reading: SeenReading, best: number): SeenReading {
  if (reading.score >= best) return reading;
  const odds =
    (reading.confidence / (1 - reading.confidence)) * Math.exp(weightOfMargin * (reading.score - best));
  const confidence = Math.round((100 * odds) / (1 + odds)) / 100;
  if (confidence >= reading.confidence) return reading;
  const doubt = sayOfReading('better_reading');
  const regions = reading.regions.map((region) =>
    region.kind === 'data' && region.confidence > confidence
      ? {
          ...region,
          confidence,
          reasons: [...region.reasons, doubt],
          doubts: [...(region.doubts ?? []), doubt],
        }
      : region,
  );
  return { ...reading, regions, confidence };
}
