import type { CellRange } from '@workbook-data-service/sheets/addresses';
import { columnNames } from '@workbook-data-service/sheets/columns';
import { textRegion } from '../analyze/text-region.js';
import { listCellsLeftOut } from '../decisions/cells-left-out.js';
import { suggestAnew } from '../decisions/decide.js';
import type { ColumnSpec, Difference, RegionSpec, ReshapeStep, SheetSpec } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';
import { sayOfReading } from '../reading-messages.js';
import { readPeriod } from '../values/periods.js';
import type { FoundSheet, FoundTable } from './find-table.js';
import { headerLabels, topRows } from './header-labels.js';
import { columnKey } from './label-key.js';
import { inReadingOrder, kindOfQuestion, meets, rowLabel } from './remember-sheet.js';
import type { RememberedColumn, RememberedSheet, SetAside } from './remembered.js';

/** What a table is sure to be right by, where a person read one like it before. */
const sureness = { exact: 0.98, similar: 0.9 } as const;

export interface DecidedSheet {
  spec: SheetSpec;
  differences: Difference[];
  /** What is in no table because a person wanted it so. */
  leftOut: CellRange[];
}

/** The spec of a sheet with what was decided about one like it, and how the two differ. */
export function applyDecisions(
  sheet: FoundSheet,
  remembered: RememberedSheet,
  found: readonly (FoundTable | undefined)[],
  match: 'exact' | 'similar',
): DecidedSheet | undefined {
  const { cells, spec } = sheet;
  const differences: Difference[] = [];
  const tables: RegionSpec[] = [];
  for (const [at, table] of found.entries()) {
    if (!table) {
      const missing = remembered.tables[at];
      differences.push({
        kind: 'table_missing',
        sheet: spec.name,
        table: missing?.name ?? nameOf(missing?.columns ?? []),
      });
      continue;
    }
    const decided = decideTable(sheet, table);
    if (!decided) return undefined;
    tables.push({
      ...decided.region,
      confidence: Math.max(decided.region.confidence, sureness[match]),
      reasons: [sayOfReading('reading-remembered')],
      doubts: [],
    });
    differences.push(
      ...decided.differences.map((one) => ({ ...one, sheet: spec.name, table: decided.region.name })),
    );
  }
  const { around, leftOut } = regionsAround(sheet, remembered, tables);
  differences.push(
    ...around.flatMap(({ kind, name }): Difference[] =>
      kind === 'data' ? [{ kind: 'table_added', sheet: spec.name, table: name }] : [],
    ),
  );
  const regions = [...tables, ...around].sort(inReadingOrder);
  return {
    spec: listCellsLeftOut(cells, suggestAnew(cells.sheet, { ...spec, regions, unassigned: [] })),
    differences,
    leftOut: [...leftOut, ...found.flatMap((table) => (table ? columnsLeftOut(sheet, table) : []))],
  };
}

const nameOf = (columns: readonly RememberedColumn[]) =>
  columns
    .map(({ label }) => label)
    .join(', ')
    .slice(0, 100);

function decideTable(
  sheet: FoundSheet,
  table: FoundTable,
): { region: RegionSpec; differences: Omit<Difference, 'sheet'>[] } | undefined {
  const { remembered, rowsOutside, aligned, columns } = table;
  const base = withLayout(table);
  if (!base) return undefined;
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
  const region: RegionSpec = {
    ...base,
    name: remembered.name ?? base.name,
    columns: named,
    headerColumns: headerColumns(base, named, table),
    rowRoles,
    ...(base.rowParents && { rowParents: parentsIn(base.rowParents, rowRoles) }),
    steps: decideSteps({ ...base, columns: named }, table, decidedBy),
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
    // What was renamed in the file keeps the name of its column.
    name: one.name ?? (isSame ? column.name : one.called),
    ...(decidedUnit !== undefined && { unit: decidedUnit }),
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

function decideRows(
  { cells }: FoundSheet,
  region: RegionSpec,
  { remembered: { rows } }: FoundTable,
): RegionSpec['rowRoles'] {
  const { group, derived } = region.rowRoles;
  const groups = rows.group === 'none' ? [] : group;
  if (rows.derived === 'found') return { group: groups, derived };
  if (rows.derived === 'none') return { group: groups, derived: [] };
  const { labels, only } = rows.derived;
  const known = new Set(labels);
  const { range, headerRows } = region;
  const isHeader = new Set(headerRows);
  const named = cells
    .filledRows(range)
    .filter((row) => !isHeader.has(row) && known.has(rowLabel(cells, region, row)));
  const all = only ? named : [...new Set([...derived, ...named])].sort((a, b) => a - b);
  const taken = new Set(all);
  return { group: groups.filter((row) => !taken.has(row)), derived: all };
}

/** Without headings that are none. */
function parentsIn(parents: Record<number, number>, { group, derived }: RegionSpec['rowRoles']) {
  if (group.length + derived.length === 0) return {};
  return parents;
}

/** Steps count columns by their places, which are those of the sheet that they were decided for. */
function decideSteps(
  region: RegionSpec,
  { remembered, aligned, columns }: FoundTable,
  decidedBy: ReadonlyMap<number, RememberedColumn>,
): ReshapeStep[] {
  if (remembered.steps === null) return region.steps;
  const shift = region.rowRoles.group.length > 0 ? 1 : 0;
  const before = remembered.groups ? 1 : 0;
  const placeOf = new Map(region.columns.map(({ source }, at) => [source, at]));
  const now = (column: number): number | undefined => {
    if (column < before) return shift ? 0 : undefined;
    const source = columns[aligned.at[column - before] ?? -1]?.source;
    const place = source === undefined ? undefined : placeOf.get(source);
    return place === undefined ? undefined : place + shift;
  };
  const isNew = (at: number) => !decidedBy.has(region.columns[at]?.source ?? -1);
  return remembered.steps.flatMap((step, index): ReshapeStep[] => {
    // Later steps count the columns that the first one leaves.
    if (index > 0) return [step];
    switch (step.operator) {
      case 'ffill': {
        const last = now(step.last);
        return last === undefined ? [] : [{ ...step, last }];
      }
      case 'stack': {
        const mapped = step.columns.flatMap((column) => now(column) ?? []);
        return mapped.length > 1 ? [{ ...step, columns: withNewBeside(region, mapped, shift, isNew) }] : [];
      }
      case 'wide_to_long': {
        const mapped = step.columns.flatMap((one) => {
          const column = now(one.column);
          return column === undefined ? [] : [{ ...one, column }];
        });
        return mapped.length > 1 ? [{ ...step, columns: mapped }] : [];
      }
      case 'subtitle':
      case 'explode': {
        const column = now(step.column);
        return column === undefined ? [] : [{ ...step, column }];
      }
      default:
        return [step];
    }
  });
}

/** New columns beside stacked ones are more of the same where they have the same type. */
function withNewBeside(
  { columns }: RegionSpec,
  stacked: readonly number[],
  shift: number,
  isNew: (at: number) => boolean,
): number[] {
  const all = new Set(stacked);
  const [first = 0] = stacked;
  const type = columns[first - shift]?.type;
  for (let at = 0; at < columns.length; at++)
    if (isNew(at) && all.has(at - 1 + shift) && columns[at]?.type === type) all.add(at + shift);
  return [...all].sort((a, b) => a - b);
}

/** Everything else in the sheet, as structuring reads it, without what was set aside before. */
function regionsAround(
  { spec }: FoundSheet,
  { setAside }: RememberedSheet,
  tables: readonly RegionSpec[],
): { around: RegionSpec[]; leftOut: CellRange[] } {
  const firstRow = Math.min(...tables.map(({ range }) => range.top));
  const open = [...setAside];
  const leftOut: CellRange[] = [];
  const outside = spec.regions.flatMap((region) => partsOutside(region, tables)).sort(inReadingOrder);
  const around = outside.flatMap((region): RegionSpec[] => {
    const place = region.range.top < firstRow ? 'above' : 'below';
    const at = open.findIndex((one) => one.place === place && isSameAside(one, region));
    const [aside] = at < 0 ? [] : open.splice(at, 1);
    if (!aside) return [region];
    if (aside.as !== 'left out') return [textRegion({ ...region, kind: aside.as })];
    leftOut.push(region.range);
    return [];
  });
  return { around, leftOut };
}

/** Columns of a table that a person did not want. */
function columnsLeftOut({ cells, spec }: FoundSheet, { remembered, region }: FoundTable): CellRange[] {
  const rows = topRows(region.headerRows);
  if (remembered.leftOut.length === 0 || rows.length === 0 || !spec.usedRange) return [];
  const { left, right } = spec.usedRange;
  const columns = cells.filledColumns({ ...region.range, left, right });
  const labels = headerLabels(cells, { ...region.range, left, right }, rows, columns);
  return columns.flatMap((column, at) =>
    remembered.leftOut.includes(columnKey(labels[at] ?? ''))
      ? [{ ...region.range, left: column, right: column }]
      : [],
  );
}

function isSameAside({ keys }: SetAside, region: RegionSpec): boolean {
  if (keys.length === 0) return region.kind !== 'data';
  const names = new Set(region.columns.map(({ name }) => columnKey(name)));
  return region.kind === 'data' && 2 * keys.filter((key) => names.has(key)).length > keys.length;
}

/** A region without the rows that tables have now. */
function partsOutside(region: RegionSpec, tables: readonly RegionSpec[]): RegionSpec[] {
  const met = tables.filter(({ range, id }) => id === region.id || meets(range, region.range));
  if (met.length === 0) return [region];
  const { range, id, name } = region;
  const top = Math.min(...met.map((table) => table.range.top));
  const bottom = Math.max(...met.map((table) => table.range.bottom));
  const isWithin = met.every((table) => table.range.left <= range.left && range.right <= table.range.right);
  const part = (kind: 'title' | 'note', rows: Partial<RegionSpec['range']>, suffix: string) =>
    textRegion({ id: `${id}${suffix}`, kind, name: `${name} ${kind}`, range: { ...range, ...rows } });
  if (!isWithin && region.kind === 'data') return [];
  return [
    ...(range.top < top ? [part('title', { bottom: top - 1 }, '_above')] : []),
    ...(range.bottom > bottom ? [part('note', { top: bottom + 1 }, '_below')] : []),
  ];
}
