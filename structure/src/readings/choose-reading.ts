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
import { recordsOfRows } from './candidates/records/records-of-rows.js';
import { asDocument } from './candidates/sheet-decisions.js';
import { ReadingSearch, type SearchBudget } from './search-readings.js';

/**
 * Below this the cells stay as they are in the sheet: a table that is not made is a nuisance, a value under a wrong label is a
 * lie. Fitted on 85 sheets that nothing had been mended on: with it, wrong data is left in one of them, and six that are right
 * stay as they are (bench/structure/looks.md).
 */
const minConfidence = 0.55;
/** A document that is surer is followed instead: of known sheets of which one is, nine in ten are right. */
const minDocument = 0.7;
/**
 * A list whose rows take turns is followed from here on, however sure the first reading is, which cannot say so: of 2,033 known sheets
 * without such a list none seems to have one (bench/ATTEMPTS.md).
 */
const minRecords = 0.8;
/** One that is less sure is not among the first to be offered. */
const minOffered = 0.1;
/** So much of the difference between two scores lowers the odds of the reading that is judged worse. Fitted likewise. */
export const weightOfMargin = 0.5;
/** Argued: below this a third of the tables are wrong, so the cells as they are in the sheet are always offered. */
const offersSheetBelow = 0.7;

/**
 * The spec of a sheet with the reading to follow, and others of which something else comes. A sheet that is sure is left as
 * it was proposed, at no cost. The reading that was found first is followed, a list whose rows take turns, a document whose parts are all
 * accounted for, or none: where another one is judged better, the first is less sure, but the better one is right too seldom to be followed instead.
 */
export function chooseReading(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  tableBaseName: string,
  budget: SearchBudget,
): SheetSpec {
  const sureAtFirst = confidenceOf(spec.regions);
  if (sureAtFirst === null || isTooLargeToStudy(sheet)) return spec;
  const asked = { cells: new SheetCells(sheet, dialect), dialect, spec };
  const inTurns = recordsOfRows(asked, tableBaseName);
  if (sureAtFirst >= sure && !inTurns) return spec;
  const look = lookAtReadings(sheet, dialect, asked, tableBaseName);
  const search = new ReadingSearch(look, budget);
  const seen = search.see({ regions: spec.regions, why: [sayOfReading('alternative-found')] });
  if (!seen) return spec;
  const inSheet = search.see(asInSheet(asked, tableBaseName, 'asked'));
  const records = search.whole(() => inTurns);
  const document = search.whole(() => asDocument(asked, tableBaseName));
  const others = search.others(asked, tableBaseName);
  const best = Math.max(seen.score, ...others.map(({ score }) => score));
  const found = lessSure(seen, best);
  const isUnsure = found.confidence < minConfidence;
  const followsRecords = records && records.confidence >= minRecords;
  const followsDocument = isUnsure && !followsRecords && document;
  const followed = followsRecords ? records : followsDocument ? documentToFollow(document, found) : undefined;
  const asSheet = isUnsure && inSheet ? look(asInSheet(asked, tableBaseName, 'unsure')) : inSheet;
  const keepsSheet = isUnsure && !followed && asSheet !== undefined;
  const chosen = followed ?? (keepsSheet ? asSheet : found);
  const offersSheet = (followed ?? found).confidence < offersSheetBelow;
  const last = asSheet && offersSheet && !keepsSheet ? [asSheet] : [];
  const besidesChosen = (reading: SeenReading) => besides(reading, chosen === asSheet ? found : chosen);
  const first = chosen.fingerprint === found.fingerprint ? [] : [followed ? besidesChosen(found) : found];
  const apart = [records, document].filter(
    (one): one is SeenReading =>
      one !== undefined &&
      one.confidence >= minOffered &&
      ![chosen, found].some(({ fingerprint }) => fingerprint === one.fingerprint),
  );
  const ranked = [...apart, ...others.map((reading) => lessSure(reading, best))];
  const rest = ranked
    .slice(0, maxAlternatives - first.length - last.length)
    .map(besidesChosen)
    .sort((a, b) => b.confidence - a.confidence);
  const offered = [...first, ...rest, ...last];
  const isCut = search.isCut && { alternativesCut: true as const };
  if (offered.length === 0) return { ...spec, regions: chosen.regions, ...isCut };
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

/**
 * The document that a sheet is read as where the reading found first is unsure: it comes of another look at the sheet, whose
 * confidence is fitted on known documents. Where the same tables come of both, that confidence holds for them.
 */
function documentToFollow(document: SeenReading, found: SeenReading): SeenReading | undefined {
  const isSame = document.fingerprint === found.fingerprint;
  const [own, other] = [document.confidence, found.confidence];
  // At most one of two readings is right.
  const chance = isSame ? own : (own * (1 - other)) / (1 - own * other);
  if (chance < minDocument) return undefined;
  const confidence = Math.round(100 * chance) / 100;
  const regions = document.regions.map((region) =>
    region.kind === 'data' ? { ...region, confidence } : region,
  );
  return { ...document, regions, confidence };
}

/** At most one of two readings is right, so another one is no surer than the first is unsure. */
function besides(reading: SeenReading, first: SeenReading): SeenReading {
  const most = Math.round(100 * (1 - first.confidence)) / 100;
  return { ...reading, confidence: Math.min(reading.confidence, most) };
}
