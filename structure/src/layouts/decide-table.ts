import { columnNames } from '@workbook-data-service/sheets/columns';
import type { ColumnSpec, Difference, RegionSpec } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';
import { readPeriod } from '../values/periods.js';
import { decideLevels, decideRows } from './decide-rows.js';
import { decideSteps } from './decide-steps.js';
import type { FoundSheet } from './find-header.js';
import type { FoundTable } from './find-table.js';
import { columnKey } from './label-key.js';
import { labelsAtPlaces } from './label-places.js';
import { besideEachOther, inTheirRows } from './record-columns.js';
import { kindOfQuestion } from './remember-sheet.js';
import type { RememberedColumn } from './remembered.js';

/** A table that was found, as one like it was decided, and how the two differ. */
export function decideTable(
  sheet: FoundSheet,
  table: FoundTable,
): { region: RegionSpec; differences: Omit<Difference, 'sheet'>[] } | undefined {
  const { remembered, rowsOutside, aligned, columns } = table;
  const inLayout = withLayout(table);
  if (!inLayout) return undefined;
  const base = { ...inLayout, columns: besideEachOther(inLayout, inLayout.columns) };
  const differences: Omit<Difference, 'sheet'>[] = [];
  const tell = (kind: Difference['kind'], column: string, before?: string) =>
    differences.push({ kind, column, ...(before !== undefined && { before }) });
  const decidedBy = new Map<number, RememberedColumn>();
  aligned.at.forEach((place, at) => {
    const one = remembered.columns[at];
    const column = columns[place];
    if (one && column) decidedBy.set(column.source, one);
  });
  const isPeriods = remembered.layout === 'crosstab';
  remembered.columns.forEach((one, at) => {
    if (aligned.at[at] !== -1 || (isPeriods && one.period)) return;
    tell('column_missing', one.name ?? one.label, one.label);
  });
  const offered = new Set(columns.map(({ source }) => source));
  const labelOf = new Map(columns.map(({ source, label }) => [source, label]));
  const cellOf = ({ source, cell }: ColumnSpec) => (cell ? undefined : decidedBy.get(source));
  const kept = base.columns.filter(({ source, cell }) => cell !== undefined || offered.has(source));
  const specs = kept.map((column, at) => {
    const one = remembered.form ? formColumn(remembered.columns, aligned.at, at) : cellOf(column);
    // Fields of a form stand below each other.
    const label = (remembered.form ? columns[at]?.label : labelOf.get(column.source)) ?? '';
    if (!one) {
      if (column.role !== 'period') tell('column_added', label || column.name);
      return column;
    }
    return decideColumn(column, one, label);
  });
  for (const at of aligned.renamed) {
    const column = columns[aligned.at[at] ?? -1];
    tell('column_renamed', column?.label ?? '', remembered.columns[at]?.label ?? '');
  }
  for (const at of aligned.moved) tell('column_moved', columns[aligned.at[at] ?? -1]?.label ?? '');
  if (rowsOutside > 0) differences.push({ kind: 'rows_outside', rows: rowsOutside });
  const named = distinct(specs);
  const rowRoles = decideRows(sheet, { ...base, columns: named }, table);
  const { rowParents: _, ...rest } = base;
  const { rowParents, differences: unsure } = decideLevels(
    sheet,
    { ...base, columns: named },
    rowRoles,
    table,
  );
  differences.push(...unsure);
  const rowLabels = labelsAtPlaces(sheet.cells, base, rowRoles.derived, remembered.rowLabels ?? []);
  const region: RegionSpec = {
    ...rest,
    name: remembered.name ?? base.name,
    columns: inTheirRows(base, named),
    headerColumns: headerColumns(base, named, table),
    rowRoles,
    ...(rowLabels && { rowLabels }),
    ...(rowParents && { rowParents }),
    ...(remembered.madeNames && { madeNames: remembered.madeNames }),
    ...(remembered.spreadMerged !== undefined && { spreadMerged: remembered.spreadMerged }),
    steps: decideSteps({ ...base, columns: named, rowRoles }, table, decidedBy),
    questions: (base.questions ?? []).filter(({ id }) => remembered.asks.includes(kindOfQuestion(id))),
  };
  if (region.questions?.length === 0) delete region.questions;
  return { region, differences };
}

const formColumn = (columns: readonly RememberedColumn[], at: readonly number[], place: number) =>
  columns[at.indexOf(place)];

/** The table in the layout that it had; undefined where it cannot be had. */
function withLayout({ remembered, region }: FoundTable): RegionSpec | undefined {
  const { layout } = remembered;
  if (region.layout === layout) return region;
  if (layout === 'flat' && region.layout === 'crosstab') return withoutPeriods(region);
  if (layout === 'flat' && region.layout === 'report')
    return { ...region, layout: 'flat', steps: region.steps.filter(({ operator }) => operator === 'ffill') };
  // Levels and periods are in the sheet or not.
  if (layout === 'report' && region.layout === 'flat') return { ...region, layout };
  if (layout === 'crosstab' && region.layout === 'flat') return withPeriods(region, remembered.columns);
  return undefined;
}

/** Columns that a person took for periods. */
function withPeriods(region: RegionSpec, remembered: readonly RememberedColumn[]): RegionSpec | undefined {
  const known = new Map(remembered.flatMap(({ label, period }) => (period ? [[label, true]] : [])));
  const columns = region.columns.map((column): ColumnSpec => {
    const period = readPeriod(column.name)?.value ?? (known.has(column.name) ? column.name : undefined);
    return period === undefined ? column : { ...column, role: 'period', period };
  });
  return columns.some(({ role }) => role === 'period')
    ? { ...region, layout: 'crosstab', columns }
    : undefined;
}

/** The type stays where it is not known to fit: what does not is told when the cells are read. */
function decideColumn(column: ColumnSpec, one: RememberedColumn, label: string): ColumnSpec {
  const { unit, ...rest } = column;
  const role = one.role ?? column.role;
  const decidedUnit = one.unit === undefined ? unit : (one.unit ?? undefined);
  const isSame = columnKey(label) === one.key;
  return {
    ...rest,
    role,
    type: one.filled || one.typed ? one.type : column.type,
    // What was renamed in the file keeps the name of its column, and so does what stands under no label.
    name: one.name ?? (isSame && label !== '' ? column.name : one.called),
    ...(decidedUnit !== undefined && { unit: decidedUnit }),
    ...(one.extract && { extract: one.extract }),
    ...(one.derived !== undefined && column.derived === undefined && { derived: one.derived }),
  };
}

/** Names stay as they are where they are distinct. */
function distinct(columns: readonly ColumnSpec[]): ColumnSpec[] {
  const names = columnNames(columns.map(({ name, source }) => ({ text: name, column: source })));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
}

function headerColumns(base: RegionSpec, columns: readonly ColumnSpec[], { remembered }: FoundTable): number {
  if (columns.length === remembered.columns.length && remembered.headerColumns <= columns.length)
    return remembered.headerColumns;
  const first = columns.findIndex(({ role }) => role !== 'key');
  return first < 0 ? Math.min(base.headerColumns, columns.length) : first;
}
