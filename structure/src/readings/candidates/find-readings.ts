import { type AskedSheet, answerQuestions } from '../../decisions/answer-questions.js';
import type { RegionSpec } from '../../parse-spec.js';
import { sayOfReading } from '../../reading-messages.js';
import { otherHeaders, titlesInHeader } from './header-decisions.js';
import { asInSheet, flatLevels, onlyTexts, widePeriods } from './layout-decisions.js';
import type { Generator as Decide, Proposal, Reading } from './reading.js';
import { closingTotals, notesBelow, plainRecords } from './row-decisions.js';
import { joinedTables } from './sheet-decisions.js';
import { tablesBelow } from './table-decisions.js';

/** Graph paper may have tables after all. */
const tablesOnGraphPaper: Decide = (sheet, region) => {
  const asked = region.questions?.find(({ id }) => id.endsWith('.tables'));
  if (!asked) return [];
  const regions = answerQuestions(sheet, region, { [asked.id]: 'several' });
  return [{ id: 'tables', why: sayOfReading('alternative-tables'), regions }];
};

const decisions: readonly Decide[] = [
  tablesOnGraphPaper,
  plainRecords,
  closingTotals,
  otherHeaders,
  titlesInHeader,
  notesBelow,
  tablesBelow,
  flatLevels,
  widePeriods,
  onlyTexts,
  asInSheet,
];

/** Tables as sure as this are not read in another way. */
const sure = 0.9;
/** Argued: of a sheet with many tables, the least certain ones are wrong first. */
const maxTables = 6;

/** The readings that differ from one by a single decision, or by the same one about all tables alike; made when asked for. */
export function* nextReadings(sheet: AskedSheet, reading: Reading, below = sure): Generator<Reading> {
  const asked = { ...sheet, spec: { ...sheet.spec, regions: reading.regions } };
  const tables = reading.regions
    .filter(({ kind, confidence }) => kind === 'data' && confidence < below)
    .sort((a, b) => a.confidence - b.confidence)
    .slice(0, maxTables);
  const proposed: Taken[] = [];
  for (const region of tables) {
    for (const decide of decisions) {
      for (const proposal of decide(asked, region)) {
        const taken = { region, proposal };
        proposed.push(taken);
        yield withTaken(reading, [taken]);
      }
    }
  }
  for (const id of new Set(proposed.map(({ proposal }) => proposal.id))) {
    const alike = proposed.filter(({ proposal }) => proposal.id === id);
    const about = new Set(alike.map(({ region }) => region.id));
    if (about.size > 1 && about.size === alike.length) yield withTaken(reading, alike);
  }
  yield* joinedTables(asked, reading);
}

interface Taken {
  region: RegionSpec;
  proposal: Proposal;
}

function withTaken({ regions, decisions: before }: Reading, taken: readonly Taken[]): Reading {
  return {
    regions: regions.flatMap(
      (region) => taken.find((one) => one.region === region)?.proposal.regions ?? [region],
    ),
    decisions: [
      ...before,
      ...taken.map(({ region, proposal: { id, why } }) => ({ id, why, region: region.id })),
    ],
  };
}
