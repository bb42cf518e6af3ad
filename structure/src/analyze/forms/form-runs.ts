import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { FormField } from '../../regions/region.js';
import { type FormRows, isLed, maxPairs, type Pair } from './form-rows.js';

/** Longer blocks are lists. */
export const maxRows = 60;

/** Of fields above the header of a table. */
const minRows = 2;

/** Consecutive rows of labels with values beside them. */
export interface Run {
  top: number;
  bottom: number;
  pairs: Pair[];
  fields: FormField[];
  /** Whether a row has a text at the left of its fields. */
  isLed: boolean;
}

export function runFrom(rows: FormRows, top: number): Run | undefined {
  let pairs = rows.firstPairs(top);
  if (!pairs) return undefined;
  const run: Run = { top, bottom: top, pairs, fields: [], isLed: false };
  const areMarked = rows.areMarked(top, pairs);
  let hasRecords = false;
  for (let row = top; row < top + maxRows; row++) {
    const isFilledIn = rows.fillsSome(row, run.pairs, areMarked);
    pairs = isFilledIn ? run.pairs : withPairs(run, rows.pairs(row));
    if (!pairs || (areMarked && row >= top + minRows && rows.namesValues(row, pairs))) break;
    const isRecord = rows.hasNumberAsLabel(row, pairs);
    if (isRecord && !hasRecords && row - top >= minRows + 1) return withoutLastRow(run);
    hasRecords ||= isRecord;
    const cells = rows.cells(row);
    run.pairs = pairs;
    run.isLed ||= !isFilledIn && isLed(cells);
    run.bottom = row;
    for (const pair of run.pairs) {
      const { label, value } = pair;
      if (cells.some(({ column }) => column === label))
        run.fields.push({ label: { row, column: label }, value: { row, column: value } });
      else if (row > top && rows.goesOn(row, pair)) {
        const above = run.fields.findLast((field) => field.label.column === label);
        if (above) run.fields.push({ label: above.label, value: { row, column: value } });
      }
    }
  }
  const { bottom } = run;
  return bottom > top && rows.isOverNumbers(bottom) ? withoutLastRow(run) : withoutHeading(rows, run);
}

/** A label alone at the end is the heading of what follows it without a blank row: `Pricing:` over `Fixed`. */
function withoutHeading(rows: FormRows, run: Run): Run {
  const { top, bottom, pairs } = run;
  const [cell, ...others] = rows.cells(bottom);
  const isHeading =
    bottom > top &&
    others.length === 0 &&
    cell?.column === pairs[0]?.label &&
    rows.cells(bottom + 1).length > 0;
  return isHeading ? withoutLastRow(run) : run;
}

/** Above a number in the place of a label, it is the header of a table. */
const withoutLastRow = ({ bottom, fields, ...run }: Run): Run => ({
  ...run,
  bottom: bottom - 1,
  fields: fields.filter(({ label }) => label.row < bottom),
});

/** The pairs of a run with those of one more row; undefined if that is laid out differently. */
function withPairs({ pairs: known, isLed }: Run, more: readonly Pair[] | undefined): Pair[] | undefined {
  if (!more) return undefined;
  const isKnown = ({ label, value }: Pair) => known.some((one) => one.label === label && one.value === value);
  const added = more.filter((pair) => !isKnown(pair));
  if (added.length === 0) return [...known];
  const isApart = known.every((one) =>
    added.every(({ label, value }) => label > one.value || (!isLed && value < one.label)),
  );
  return isApart && known.length + added.length <= maxPairs
    ? [...known, ...added].sort((a, b) => a.label - b.label)
    : undefined;
}

/** Runs of the same columns with one blank row between them are parts of one form if each is short. */
export function joinRuns(
  rows: FormRows,
  runs: readonly Run[],
  mayJoin: (upper: Run, lower: Run) => boolean,
): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const isPart =
      last &&
      run.top - last.bottom === 2 &&
      !rows.isOverNumbers(run.top) &&
      mayJoin(last, run) &&
      Math.max(last.bottom - last.top, run.bottom - run.top) < 4 &&
      String(run.pairs.map(placesOf)) === String(last.pairs.map(placesOf));
    if (isPart) Object.assign(last, { bottom: run.bottom, fields: [...last.fields, ...run.fields] });
    else all.push({ ...run });
  }
  return all;
}

export const placesOf = ({ label, value }: Pair) => [label, value];

export function rangeOf({ top, bottom, pairs }: Run): CellRange {
  return {
    top,
    bottom,
    left: Math.min(...pairs.map(({ label }) => label)),
    right: Math.max(...pairs.map(({ value }) => value)),
  };
}
