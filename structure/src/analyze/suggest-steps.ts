import { cleanName } from '@workbook-data-service/sheets/names';
import { filledDownColumns } from '../key-columns.js';
import { DistinctNames } from '../materialize/name-tables.js';
import type { RegionSpec, Suggestion } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';
import { hasRecordRows, unfoldRecords } from '../records/unfold-records.js';
import { applyStep } from '../reshape/apply-reshape.js';
import { proposeFfill } from '../reshape/ffill.js';
import type { Hypothesis } from '../reshape/plan.js';
import { offerReshapes } from '../reshape/propose-reshape.js';
import { sampleTable, type Table } from '../reshape/table.js';
import { proposeTranspose } from '../reshape/transpose.js';
import type { SheetCells } from '../sheet-cells.js';
import { isTooLongToMake } from '../sheet-size.js';
import { sampleRegion } from './sample-region.js';

/** Rows plus columns; smaller tables do not show a shape. */
const minSize = 6;
const minConfidence = 0.4;
const maxSuggestions = 5;
/** Nobody looks for another shape among more columns, nor at a preview of them; comparing them takes seconds. */
const maxColumns = 1000;

/**
 * The changes of shape that a person may want for the table of a region, as its steps leave it. They are made only
 * when asked for: the table of a plan and its actuals is as often meant as it stands.
 */
export function suggestSteps(cells: SheetCells, region: RegionSpec): Suggestion[] {
  if (hasRecordRows(region)) {
    const unfolded = unfoldRecords(cells, region);
    return suggestSteps(unfolded.cells, unfolded.region);
  }
  if (region.columns.length > maxColumns) return [];
  const sample = sampleRegion(cells, region);
  if (!sample || isSmall(sample)) return [];
  const growsTooLong = (table: Table) =>
    isTooLongToMake((table.rowCount / sample.rowCount) * (region.range.bottom - region.range.top));
  const suggestions: Suggestion[] = [];
  const suggest = (table: Table, { step, explain }: Hypothesis, after?: Suggestion) => {
    const result = applyStep(table, step);
    const isMakeable = result.header.length <= maxColumns && !growsTooLong(result);
    if (!isMakeable || suggestions.length === maxSuggestions) return undefined;
    const said = explain((column) => table.header[column]?.text ?? '');
    const suggestion: Suggestion = {
      id: `${region.id}.s${suggestions.length + 1}`,
      step,
      reason: said.text,
      code: said.code,
      params: said.params,
      columns: namesOf(result),
      ...(after && { after: after.id }),
    };
    suggestions.push(suggestion);
    return suggestion;
  };
  const asInSheet = sampleToExchange(cells, region);
  const [exchange] = asInSheet ? proposeTranspose(sampleTable(asInSheet)) : [];
  if (asInSheet && exchange && exchange.confidence >= minConfidence) suggest(asInSheet, exchange);
  if (region.headerRows.length === 0) return suggestions;
  const furtherFills = suggestFurtherFills(cells, region);
  for (const { next, ...offer } of offerReshapes(sample, minConfidence, furtherFills)) {
    if (offer.step.operator === 'ffill' && !canBeFilled(region)) continue;
    const first = suggest(sample, offer);
    if (first && next) suggest(applyStep(sample, offer.step), next, first);
  }
  return suggestions;
}

const isSmall = ({ rowCount, header }: Table) => rowCount + header.length < minSize;

/**
 * The table of a sheet whose rows may be the fields of records beside each other, although there is no header, or
 * periods head its columns: those become rows either way, but here with a column for each field.
 */
function sampleToExchange(cells: SheetCells, region: RegionSpec): Table | undefined {
  const isCrosstab = region.layout === 'crosstab';
  if (!isCrosstab && region.headerRows.length > 0) return undefined;
  if (region.columns.some(({ derived }) => derived)) return undefined;
  const sample = sampleRegion(cells, isCrosstab ? withoutPeriods(region) : region);
  return sample && !isSmall(sample) ? sample : undefined;
}

/** Labels are filled down in the sheet's own columns, before everything else. */
const canBeFilled = ({ steps, rowRoles, layout }: RegionSpec) =>
  layout === 'flat' &&
  rowRoles.group.length === 0 &&
  steps.every((step) => step.operator === 'ffill' && !step.within);

/** Filling down more columns than surely need it; which ones nest shows before any is filled. */
function suggestFurtherFills(cells: SheetCells, region: RegionSpec): readonly Hypothesis[] {
  const filled = filledDownColumns(region).length;
  const unfilled =
    filled > 0 && canBeFilled(region) ? sampleRegion(cells, { ...region, steps: [] }) : undefined;
  return unfilled ? proposeFfill(sampleTable(unfilled)).filter(({ step }) => step.last >= filled) : [];
}

function namesOf({ header }: Table): string[] {
  const names = new DistinctNames();
  return header.map(({ text }) => names.take(cleanName(text) || 'column'));
}
