import { type CellGrid, Kind } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import { opensWithTotal } from '../../lines/line-vocabulary.js';
import type { FormField, RegionKind, SheetRegion } from '../../regions/region.js';
import { FormRows, isLed } from './form-rows.js';
import { joinRuns, maxRows, placesOf, type Run, rangeOf, runFrom } from './form-runs.js';
import { areFields, areForms, areNamedFields, isForm, nameFields } from './is-form.js';

/** Of a list. */
const minAmounts = 3;

/** Fields at the top of a sheet: more may be a list. */
const maxOpening = 6;
/** Rows above these. */
const maxTitles = 10;

/**
 * The forms of a sheet: blocks of labels with a value beside each, one to three in a row. Nothing else is in these
 * rows, except an address at their left. Too few for a form, they are a title of the table below.
 */
export function findForms(grid: CellGrid): SheetRegion[] {
  const rows = new FormRows(grid);
  const runs: Run[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const run = runFrom(rows, row);
    if (!run) continue;
    runs.push(run);
    row = run.bottom;
  }
  const regionOf = (kind: RegionKind) => (run: Run) => ({
    kind,
    range: rangeOf(run),
    roles: [],
    fields: run.fields,
  });
  let endOfLists: number | undefined;
  let form: Run | undefined;
  // A table of words as wide as the fields above it.
  const isTable = ({ fields }: Run, { fields: lower }: Run) =>
    nameFields(grid, fields) && !nameFields(grid, lower);
  return joinRuns(rows, runs, (upper, lower) => !isTable(upper, lower)).flatMap((run) => {
    if (standsAlone(grid, rows, run)) {
      const forms = formsOf(grid, rows, run);
      if (forms.length > 0) {
        form = run;
        return forms.map(regionOf('data'));
      }
      const lists = listsOf(grid, rows, run);
      if (lists.length > 0) endOfLists = run.bottom;
      return lists;
    }
    const further = form && furtherFields(rows, form, run);
    if (further) return [regionOf('title')(further)];
    if (run.top === run.bottom && endOfLists === run.top - 2) return [regionOf('note')(run)];
    if (isRightOverHeader(grid, rows, run)) return [regionOf('title')(run)];
    if (!isLineOfFields(rows, run)) return isResultBelow(grid, rows, run) ? [regionOf('note')(run)] : [];
    if (isOverTable(rows, run) && areFields(grid, run.fields)) return [regionOf('title')(run)];
    return isBelowTable(grid, rows, run) ? [regionOf('note')(run)] : [];
  });
}

/** A row apart from others with more fields of a form above, together with its heading: `Days | 16 | Hours | 84`. */
function furtherFields(rows: FormRows, form: Run, run: Run): Run | undefined {
  const { top, bottom, pairs } = run;
  if (top < bottom || pairs.length < 2 || rows.cells(bottom + 1).length > 0) return undefined;
  const first = rows.cells(top - 1).length === 1 ? top - 1 : top;
  const isFurther =
    rows.cells(first - 1).length === 0 &&
    first - form.bottom === 2 &&
    String(pairs.map(placesOf)) === String(form.pairs.map(placesOf));
  return isFurther ? { ...run, top: first } : undefined;
}

/** Lists of amounts beside each other, each under a heading of its own: the earnings and deductions of a payslip. */
function listsOf(grid: CellGrid, rows: FormRows, run: Run): SheetRegion[] {
  const isAmount = ({ value: { row, column } }: FormField) => grid.kind(row, column) === Kind.number;
  const lists = besideEachOther(run);
  const areLists =
    hasHeadings(grid, rows, run) &&
    lists.every(({ fields }) => fields.length >= minAmounts && fields.every(isAmount));
  if (!areLists) return [];
  const heading = run.top - 1;
  return lists.map((list) => {
    const roles = new Array<LineRole>(grid.rowCount).fill('empty');
    roles[heading] = 'header';
    for (const { label } of list.fields) roles[label.row] = 'data';
    const bottom = Math.max(...list.fields.map(({ label }) => label.row));
    return { kind: 'data', range: { ...rangeOf(list), top: heading, bottom }, roles };
  });
}

function formsOf(grid: CellGrid, rows: FormRows, run: Run): Run[] {
  const bonus = isOverTable(rows, run) ? (opensSheet(rows, run) ? 2 : 1) : 0;
  if (!hasHeadings(grid, rows, run)) return isForm(grid, run.fields, bonus) ? [run] : [];
  const forms = besideEachOther(run);
  const fields = forms.map((form) => form.fields);
  return areForms(grid, fields, bonus + 1) ? forms : [];
}

/** Whether every column of labels has a heading of its own right above: `Building` and `Tenant`. */
function hasHeadings(grid: CellGrid, rows: FormRows, { top, pairs }: Run): boolean {
  const above = rows.cells(top - 1);
  return (
    pairs.length > 1 &&
    above.length === pairs.length &&
    pairs.every(({ label }, at) => above[at]?.column === label && grid.kind(top - 1, label) === Kind.text)
  );
}

const besideEachOther = (run: Run): Run[] =>
  run.pairs.map((pair) => ({
    ...run,
    pairs: [pair],
    fields: run.fields.filter(({ label }) => label.column === pair.label),
  }));

/** Rows of pairs within a larger table are records; a title, a remark or the header of a list may be next to a form. */
function standsAlone(grid: CellGrid, rows: FormRows, run: Run): boolean {
  const { top, bottom } = run;
  const height = bottom - top + 1;
  if (height < 2 || height > maxRows) return false;
  const below = rows.cells(bottom + 1);
  const isLedBelow = run.isLed && below.every(({ end }) => end < rangeOf(run).left);
  const isText = ({ column }: { column: number }) => grid.kind(bottom + 1, column) === Kind.text;
  const isPair = below.length === 2 && !rows.areMarked(top, run.pairs);
  const isHeader = !isPair && below.every(isText) && !rows.areMarked(bottom + 1, run.pairs);
  const above = rows.cells(top - 1);
  const isTitled = above.length <= 1 || isLed(above) || hasHeadings(grid, rows, run);
  return isTitled && (below.length <= 1 || isHeader || isLedBelow);
}

/** `Employee | Dana Ortiz | | Week | 27`: a row of fields apart from each other, and from what is below. */
function isLineOfFields(rows: FormRows, { top, bottom, pairs }: Run): boolean {
  const areApart = pairs.every(({ label }, at) => at === 0 || label - (pairs[at - 1]?.value ?? 0) > 1);
  return top === bottom && pairs.length > 1 && areApart && rows.cells(bottom + 1).length === 0;
}

/** `Employee no. | 0188 | Name | Ann Lee` without a blank row above names of columns. */
function isRightOverHeader(grid: CellGrid, rows: FormRows, { top, bottom, pairs, fields }: Run): boolean {
  const below = rows.cells(bottom + 1);
  return (
    top === bottom &&
    pairs.length > 1 &&
    rows.cells(top - 1).length <= 1 &&
    below.length > 2 &&
    below.every(({ column }) => grid.kind(bottom + 1, column) === Kind.text) &&
    rows.cells(bottom + 2).some(({ column }) => isValue(grid.kind(bottom + 2, column))) &&
    areNamedFields(grid, fields)
  );
}

const isValue = (kind: Kind) => kind === Kind.number || kind === Kind.date;

/** Whether a table with numbers where a label is ends two rows above: `Advance | 800 | | To be paid | 250`. */
function isBelowTable(grid: CellGrid, rows: FormRows, { top, pairs }: Run): boolean {
  return (
    rows.cells(top - 1).length === 0 &&
    rows.cells(top - 2).length > pairs.length &&
    pairs.some(
      ({ label }) => grid.kind(top, label) === Kind.text && grid.kind(top - 2, label) === Kind.number,
    )
  );
}

/** `Net pay | 280039` apart from the rows around it, where the table above has numbers: it is no row of that table. */
function isResultBelow(grid: CellGrid, rows: FormRows, run: Run): boolean {
  const { top, bottom, pairs, isLed } = run;
  const [pair] = pairs;
  return (
    top === bottom &&
    pair !== undefined &&
    pairs.length === 1 &&
    !isLed &&
    rows.cells(bottom + 1).length === 0 &&
    grid.kind(top, pair.value) === Kind.number &&
    !opensWithTotal(grid.text(top, pair.label)) &&
    isBelowTable(grid, rows, run)
  );
}

/** Whether a few fields below each other begin a sheet, apart from what follows: what the table below is about. */
function opensSheet(rows: FormRows, { top, bottom, pairs }: Run): boolean {
  if (pairs.length > 1 || top > maxTitles || bottom - top >= maxOpening) return false;
  for (let row = 0; row < top; row++) if (rows.cells(row).length > 1) return false;
  return rows.cells(bottom + 1).length === 0;
}

/** Whether a row of more columns follows, as in an invoice. */
function isOverTable(rows: FormRows, { bottom, pairs }: Run): boolean {
  const next = [1, 2, 3].map((down) => rows.cells(bottom + down).length).find((count) => count > 0);
  return next !== undefined && next > Math.max(2, pairs.length);
}
