import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { sure } from '../analyze/ask-questions.js';
import { confidenceOf } from '../confidence-of.js';
import { listCellsLeftOut } from '../decisions/cells-left-out.js';
import type { Alternative, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { SheetCells } from '../sheet-cells.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { answeredReadings } from './answered-readings.js';
import { asInSheet } from './as-in-sheet.js';
import { type Candidate, lookAt, type SeenReading } from './candidate.js';

/**
 * Below this the cells stay as they are in the sheet: a table that is not made is a nuisance, a value under a wrong label is a
 * lie. Argued from inspected sheets: of 24 that were less sure none was right, and 14 had wrong data.
 */
const minConfidence = 0.3;
/** Argued: below this more than half of the tables are wrong, so the cells as they are in the sheet are always offered. */
const offersSheetBelow = 0.5;
/** Argued: three pictures can be compared at a glance. */
const maxAlternatives = 3;

/** What may be spent on looking for other readings of the sheets of a file. */
export interface SearchBudget {
  isSpent(): boolean;
}

/**
 * The spec of a sheet with the reading to follow, and others of which something else comes. A sheet that is sure is left as
 * it was proposed, at no cost.
 */
export function chooseReading(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  tableBaseName: string,
  budget: SearchBudget,
): SheetSpec {
  const confidence = confidenceOf(spec.regions);
  if (confidence === null || confidence >= sure || isTooLargeToStudy(sheet)) return spec;
  const asked = { cells: new SheetCells(sheet, dialect), dialect, spec };
  const search = new Search((candidate) => lookAt(sheet, dialect, spec, candidate, tableBaseName), budget);
  const found = search.see({ regions: spec.regions, why: [sayOfReading('alternative-found')] });
  if (!found) return spec;
  const isUnsure = confidence < minConfidence;
  const asSheet =
    confidence < offersSheetBelow
      ? search.see(asInSheet(asked, tableBaseName, isUnsure ? 'unsure' : 'asked'))
      : undefined;
  const others = search.seeAll(answeredReadings(asked)).sort((a, b) => b.confidence - a.confidence);
  const keepsSheet = isUnsure && asSheet !== undefined;
  const last = asSheet && !keepsSheet ? [asSheet] : [];
  const first = keepsSheet ? [found] : [];
  const offered = [...[...first, ...others].slice(0, maxAlternatives - last.length), ...last];
  const isCut = search.isCut && { alternativesCut: true as const };
  if (offered.length === 0) return { ...spec, ...isCut };
  const chosen = keepsSheet ? asSheet : found;
  const { regions, unassigned, confidence: _, ...picture } = alternativeOf(asked, chosen, 0);
  return {
    ...spec,
    regions,
    unassigned,
    ...(keepsSheet && { keptAsSheet: true }),
    chosen: picture,
    alternatives: offered.map((reading, at) => alternativeOf(asked, reading, at + 1)),
    ...isCut,
  };
}

/** Sees readings of a sheet, leaving out those of which nothing new comes. */
class Search {
  readonly #seen = new Set<string>();
  isCut = false;

  constructor(
    private readonly look: (candidate: Candidate) => SeenReading | undefined,
    private readonly budget: SearchBudget,
  ) {}

  see(candidate: Candidate): SeenReading | undefined {
    const reading = this.look(candidate);
    if (!reading || this.#seen.has(reading.fingerprint)) return undefined;
    this.#seen.add(reading.fingerprint);
    return reading;
  }

  /** As many as the budget lasts for. */
  seeAll(candidates: Iterable<Candidate>): SeenReading[] {
    const readings: SeenReading[] = [];
    for (const candidate of candidates) {
      if (this.budget.isSpent()) {
        this.isCut = true;
        break;
      }
      const reading = this.see(candidate);
      if (reading) readings.push(reading);
    }
    return readings;
  }
}

/** Ids are `r1.a` for the reading that is followed at first, then `r1.b` and so on. */
function alternativeOf(
  { cells, spec }: { cells: SheetCells; spec: SheetSpec },
  { regions, why, tables, tableCount, confidence }: SeenReading,
  at: number,
): Alternative {
  const id = `${spec.regions[0]?.id}.${'abcd'[at]}`;
  const { unassigned } = listCellsLeftOut(cells, { ...spec, regions });
  return { id, confidence, why, tables, tableCount, regions, unassigned };
}
