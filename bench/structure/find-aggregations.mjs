// The cells of a grid whose numbers are computed from others in their row or column, as labelled tables list them: by a
// longer search than a sheet gets when it is structured, which is for sums alone.

import { NumberTable } from '#structure/arithmetic/number-table.js';
import { MAX_RECORDS_LOOKED_AT } from '#structure/arithmetic/proposals.js';
import { searchPatterns } from '#structure/arithmetic/search-patterns.js';
import { stackTotals } from '#structure/arithmetic/stack-totals.js';
import { CellGrid } from '#structure/cell-grid.js';

const MAX_STEPS = 700_000;
const MAX_FIELDS_SEARCHED = 1_500;
const MAX_NUMBERS_SEARCHED = 40_000;
/** Two parts are picked individually, as those of a ratio always are. */
const MIN_PARTS_OF_A_RANGE = 3;

/** What is found in a labelled table, as the scorer wants it. */
export function predictAggregations({ file, sheet, cells }) {
  const aggregations = findAggregations(CellGrid.ofTexts(cells)).map((found) => ({
    operator: found.operator,
    aggregator_index: found.aggregator,
    aggregatee_indices: found.aggregatees,
  }));
  return { file, sheet, aggregations };
}

function findAggregations(grid) {
  const across = new NumberTable(grid, 'across');
  const down = new NumberTable(grid, 'down');
  // Ratios found in one direction are excluded from the totals of the other.
  let sideways = findPatterns(across, new Set());
  const downwards = findPatterns(down, ratioFields(sideways));
  const ratioRows = ratioFields(downwards);
  if (ratioRows.size > 0) sideways = findPatterns(across, ratioRows);
  return [
    ...sideways.flatMap((finding) => toAggregations(across, finding)),
    ...downwards.flatMap((finding) => toAggregations(down, finding)),
  ];
}

/** In tables too large to try every field with every range beside it, totals only. */
function findPatterns(table, ratioRecords) {
  const fields = table.numericFields.length;
  const numbers = fields * Math.min(table.recordCount, MAX_RECORDS_LOOKED_AT);
  return fields > MAX_FIELDS_SEARCHED || numbers > MAX_NUMBERS_SEARCHED
    ? stackTotals(table)
    : searchPatterns(table, { ratioRecords, sumsOnly: false, maxSteps: MAX_STEPS });
}

function ratioFields(findings) {
  return new Set(
    findings
      .filter(({ pattern }) => pattern.operator === 'Division' || pattern.operator === 'RelativeChange')
      .map(({ pattern }) => pattern.target),
  );
}

function toAggregations(table, finding) {
  const parts = partsAsWritten(table, finding);
  return finding.records.map((record) => ({
    operator: finding.pattern.operator,
    aggregator: table.cell(record, finding.pattern.target),
    aggregatees: parts.map((part) => table.cell(record, part)),
  }));
}

/**
 * The fields that a person would have put into the formula: a contiguous range includes labelled but empty fields
 * inside it, and excludes entirely blank spacers.
 */
function partsAsWritten(table, { pattern, records }) {
  const hasNumbers = (field) => records.some((record) => !Number.isNaN(table.value(record, field)));
  const parts = pattern.parts.filter((part) => table.isAwaiting(part) || hasNumbers(part));
  if (parts.length < MIN_PARTS_OF_A_RANGE) return parts;
  const known = new Set(parts);
  const numeric = new Set(table.numericFields);
  const mayHaveNumbers = (field) =>
    table.label(field) !== '' && (table.direction === 'down' || numeric.has(field));
  const range = [];
  for (let field = parts[0] ?? 0; field <= (parts.at(-1) ?? -1); field++) {
    if (known.has(field) || (mayHaveNumbers(field) && !hasNumbers(field))) range.push(field);
    else if (field === pattern.target || hasNumbers(field)) return parts;
  }
  return range;
}
