import type { ColumnSpec, RegionSpec } from '../parse-spec.js';
import { hasRecordRows, unfoldRecords } from '../records/unfold-records.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { accountsTable } from './accounts-table.js';
import {
  type ArrangedRecord,
  arrange,
  type ColumnPlan,
  type Heading,
  planColumns,
  recordsOf,
  type Slot,
} from './arrange-columns.js';
import { arrangeForm } from './arrange-form.js';
import { keyText } from './label-text.js';
import type { ArrangedTable } from './materialized-table.js';
import { type BodyRow, type RegionRows, readRegionRows } from './region-rows.js';
import { reshapeArranged } from './reshape-arranged.js';

/** The tables of one data region, according to the spec. */
export function arrangeRegion(cells: SheetCells, region: RegionSpec): ArrangedTable[] {
  if (region.layout === 'form') return [arrangeForm(cells, region)];
  if (hasRecordRows(region)) return arrangeRecords(cells, region);
  const rows = readRegionRows(cells, region);
  const tables =
    region.layout === 'report' ? arrangeLevels(cells, region, rows) : arrangeFlat(cells, region, rows);
  return region.steps.some(({ operator }) => operator !== 'ffill')
    ? tables.map((table) =>
        table.role === 'table' ? reshapeArranged(cells, table, region.steps, region.madeNames) : table,
      )
    : tables;
}

/** The tables of records of several rows: those of the unfolded region, with the places of their cells in the sheet. */
function arrangeRecords(cells: SheetCells, folded: RegionSpec): ArrangedTable[] {
  const { cells: unfolded, region, placeInSheet } = unfoldRecords(cells, folded);
  return arrangeRegion(unfolded, region).map(({ headerLines, names, ...arranged }) => ({
    ...arranged,
    columns: arranged.columns.map((column) => ({ ...column, places: column.places.map(placeInSheet) })),
    ...(names && { names: names.map(placeInSheet) }),
  }));
}

function arrangeFlat(cells: SheetCells, region: RegionSpec, rows: RegionRows): ArrangedTable[] {
  const groups = groupColumns(cells, region, rows);
  const { kept, across, slots, names, headingOf } = planColumns(cells, region, rows.keys, groups.emptied);
  const groupHeading = groups.column ? headingOf(groups.column) : { text: null, places: [] };
  const groupPlans = groups.plans.map((plan) => ({ ...plan, originalName: groupHeading.text }));
  const plans = [...groupPlans, ...kept, ...across];
  const isAsInSheet = groups.plans.length === 0 && across.length === 0;
  const headerLines = isAsInSheet ? filledHeaderLines(cells, region) : undefined;
  return [
    {
      ...table('', 'table', plans, plainRecords(rows.body, slots)),
      headerLines,
      names: [...rows.keys.allDownwards, ...names, ...groupHeading.places],
      labels: slots.map(({ text }) => text),
    },
    table('_計算項目', 'computed', plans, computedRecords(rows.body, slots)),
  ].filter(({ role, rowCount }) => role === 'table' || rowCount > 0);
}

/** The rows of the header, where each may be a field of records written downwards; none where there is no header. */
function filledHeaderLines(cells: SheetCells, { headerRows, columns }: RegionSpec): number[][] | undefined {
  if (headerRows.length === 0) return [];
  const isFilled = (row: number) => columns.every(({ source }) => !cells.isBlank(row, source));
  return headerRows.length > 1 && headerRows.every(isFilled)
    ? headerRows.map((row) => columns.map(({ source }) => placeOf(row, source)))
    : undefined;
}

/**
 * One table for every depth of the labels, one for the computed rows of that depth, and one for the labels.
 */
function arrangeLevels(cells: SheetCells, region: RegionSpec, rows: RegionRows): ArrangedTable[] {
  const { byKeys } = rows;
  const labels = byKeys
    ? region.columns.slice(0, region.headerColumns).map(({ source }) => source)
    : rows.labels;
  const { kept, across, slots, names, headingOf } = planColumns(cells, region, rows.keys, labels);
  const keys = region.columns
    .filter(({ source }) => labels.includes(source))
    .map((column) => ({ ...column, heading: headingOf(column) }));
  const depths = [...new Set(rows.body.map(({ path }) => path.length))].sort((a, b) => a - b);
  const levels = depths.flatMap((depth) => {
    const body = rows.body.filter(({ path }) => path.length === depth);
    const plansFor = (shown: readonly BodyRow[]) => [
      ...pathColumns(cells, depth, keys, rows, shown, region.madeNames?.group),
      ...kept,
      ...across,
    ];
    // A subtotal among the numbers of orders does not turn them into texts.
    const plain = body.filter(({ derived }) => !derived);
    return [
      table(`_階層${depth}`, 'level', plansFor(plain), plainRecords(plain, slots)),
      table(`_階層${depth}_計算項目`, 'computed', plansFor(body), computedRecords(body, slots)),
    ];
  });
  const filled = levels
    .filter(({ rowCount }) => rowCount > 0)
    .map((level) => ({ ...level, names, labels: slots.map(({ text }) => text) }));
  return [...filled, accountsTable(cells, region, rows)];
}

const plainRecords = (rows: readonly BodyRow[], slots: readonly Slot[]) =>
  recordsOf(rows, slots, (row, slot) => !row.derived && !slot.derived);

const computedRecords = (rows: readonly BodyRow[], slots: readonly Slot[]) =>
  recordsOf(rows, slots, (row, slot) => row.derived || slot.derived);

function table(
  suffix: string,
  role: ArrangedTable['role'],
  plans: readonly ColumnPlan[],
  records: readonly ArrangedRecord[],
): ArrangedTable {
  const typed =
    role === 'computed'
      ? plans.map((plan) => ({
          ...plan,
          type: plan.computedType === undefined ? plan.type : plan.computedType,
        }))
      : plans.filter(({ isComputed }) => !isComputed);
  return { suffix, role, rowCount: records.length, columns: arrange(typed, records) };
}

/** The labels of a level's rows, outermost first: under their own headings, or the last under the only one. */
function pathColumns(
  cells: SheetCells,
  depth: number,
  keys: readonly (ColumnSpec & { heading: Heading })[],
  { byKeys, keys: filled }: RegionRows,
  rows: readonly BodyRow[],
  groupNames: readonly string[] = [],
): ColumnPlan[] {
  return Array.from({ length: depth }, (_, at) => {
    const key = byKeys ? keys[at] : at === depth - 1 ? keys[0] : undefined;
    // A label that stands elsewhere may be of any type.
    const isOwn = rows.every(
      ({ path }) => Number.isNaN(path[at]) || columnOfPlace(path[at] ?? 0) === key?.source,
    );
    const place = ({ path }: BodyRow) => path[at] ?? Number.NaN;
    const column = {
      name: key?.name ?? groupNames[at] ?? `階層${at + 1}`,
      originalName: key?.heading.text ?? null,
      place,
    };
    return key && isOwn && key.type !== 'VARCHAR'
      ? { ...column, type: key.type }
      : { ...column, type: 'VARCHAR', text: (row: BodyRow) => keyText(cells, filled, place(row)) };
  });
}

/**
 * Group rows become columns before the others; a column that contained only their labels gives them its name.
 */
function groupColumns(cells: SheetCells, region: RegionSpec, { body, keys }: RegionRows) {
  const depth = body.reduce((most, { path }) => Math.max(most, path.length), 0);
  if (depth === 0) return { plans: [], emptied: [], column: undefined };
  const used = new Set(body.flatMap(({ path }) => path.map(columnOfPlace)));
  const groupRows = new Set(body.flatMap(({ path }) => path.map(rowOfPlace)));
  const emptied = [...used].filter(
    (column) =>
      region.columns.length > 1 && body.every(({ row }) => cells.isBlank(row, column) && !groupRows.has(row)),
  );
  const column = region.columns.find(({ source }) => source === emptied[0]);
  const heading = column?.name;
  const plans = Array.from(
    { length: depth },
    (_, at): ColumnPlan => ({
      name: region.madeNames?.group?.[at] ?? `${heading ?? 'group'}${at === 0 ? '' : `_${at + 1}`}`,
      originalName: null,
      type: 'VARCHAR',
      place: ({ path }) => path[at] ?? Number.NaN,
      text: ({ path }) => keyText(cells, keys, path[at] ?? Number.NaN),
    }),
  );
  return { plans, emptied, column };
}
