import type { CellGrid } from '../cell-grid.js';
import type { RegionSpec, SpecDoubt } from '../parse-spec.js';
import { hasRecordRows, unfoldRecords } from '../records/unfold-records.js';
import type { SheetCells } from '../sheet-cells.js';
import { askQuestions } from './ask-questions.js';
import type { Doubt, SheetSurvey } from './doubts/doubt.js';
import { certainty, doubtCosts } from './doubts/doubt-costs.js';
import { findDoubts } from './doubts/find-doubts.js';
import { surveySheet } from './doubts/surrounding-doubts.js';

/** Doubts that cost less are not worth reading about. */
const minTold = 0.15;
const maxConfidence = 0.99;

/**
 * The tables among the regions of a sheet, with the probability that each is exactly what a person would make, the
 * doubts about it, and what to ask.
 */
export function judgeRegions(
  cells: SheetCells,
  regions: readonly RegionSpec[],
  grid?: CellGrid,
): RegionSpec[] {
  const survey = surveySheet(cells, regions, grid);
  return regions.map((region) => {
    if (region.kind !== 'data') return region;
    return hasRecordRows(region) ? judgeRecords(cells, region) : judgeTable(cells, region, survey);
  });
}

function judgeTable(cells: SheetCells, region: RegionSpec, survey: SheetSurvey): RegionSpec {
  const doubts = findDoubts(cells, region, survey);
  const confidence = confidenceIn(doubts);
  const questions = askQuestions(region, doubts, confidence);
  const told = doubts.filter(({ sign }) => doubtCosts[sign] >= minTold);
  return {
    ...region,
    ...(questions.length > 0 && { questions }),
    confidence,
    reasons: [...region.reasons, ...told.map(({ said }) => said)],
    doubts: told.map((doubt) => doubtIn(region, doubt)),
  };
}

/** What a question says of rows is about those of the unfolded region. */
function judgeRecords(cells: SheetCells, region: RegionSpec): RegionSpec {
  const unfolded = unfoldRecords(cells, region);
  const survey = surveySheet(unfolded.cells, [unfolded.region]);
  const { confidence, reasons } = judgeTable(unfolded.cells, unfolded.region, survey);
  return { ...region, confidence, reasons };
}

const doubtIn = ({ range }: RegionSpec, { said, row, column = range.left }: Doubt): SpecDoubt => ({
  ...said,
  ...(row !== undefined && { cell: { row, column } }),
});

/** Every doubt lowers the odds that a table is right by its own factor. */
function confidenceIn(doubts: readonly Pick<Doubt, 'sign'>[]): number {
  const logit = doubts.reduce((left, { sign }) => left - doubtCosts[sign], certainty);
  return Math.min(maxConfidence, Math.round(100 / (1 + Math.exp(-logit))) / 100);
}
