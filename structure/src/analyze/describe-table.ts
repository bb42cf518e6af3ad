import { columnNames } from '@workbook-data-service/sheets/columns';
import { CellKind, type CellRange } from '@workbook-data-service/sheets/grid';
import type { Saying } from '@workbook-data-service/sheets/messages';
import { isFootnoteMark } from '../headers/header-marks.js';
import { type HeaderLabel, readHeader } from '../headers/read-header.js';
import { readsAsDate } from '../lines/line-vocabulary.js';
import type { ColumnSpec, RegionSpec, SpecType } from '../parse-spec.js';
import { type ColumnsBelow, findPeriods, type PeriodColumn } from '../periods/find-periods.js';
import { sayOfReading } from '../reading-messages.js';
import type { SheetRegion } from '../regions/region.js';
import type { SheetCells } from '../sheet-cells.js';
import { isTooLongToMake } from '../sheet-size.js';
import { commonType } from '../values/common-type.js';
import { saysShare, splitUnit, unitOfTitle } from '../values/header-units.js';
import { columnRoles } from './column-roles.js';
import { areRatings, type ColumnType, columnTypes, retype, surelyRecords } from './column-types.js';
import { nameFirstGroup } from './groups/corner-group.js';
import { findCategoryColumns } from './groups/find-category-columns.js';
import { findLevels, isReport } from './groups/find-levels.js';
import { endKeysAtItems } from './groups/keys-of-items.js';
import { takeRecordsWithoutValues } from './groups/records-without-values.js';
import { linesOfPlainList } from './plain-list.js';
import { type RegionLines, readRegionLines } from './region-lines.js';
import { firstRepeated } from './repeated-labels.js';
import type { StudiedSheet } from './studied-sheet.js';
import { suggestSteps } from './suggest-steps.js';
import { rowsBesideTotals } from './totals/beside-total-labels.js';
import { findDerivedColumns } from './totals/find-derived-columns.js';
import { findDerivedRows } from './totals/find-derived-rows.js';
import { leaveOutSlips, nearlyNumeric } from './unreadable-cells.js';

/** What surrounds a table. */
export interface Surroundings {
  id: string;
  name: string;
  /** Texts above the table, the nearest last. */
  titles: readonly string[];
  /** Whether nothing surrounds it: such a table keeps the names that it would have without structuring. */
  alone: boolean;
  /** The measures of the sheet's other tables with periods across. */
  measuresElsewhere?: ReadonlySet<string>;
}

/** Everything a spec says about one table; `judgeRegions` then judges how sure that is. */
export function describeTable(
  sheet: StudiedSheet,
  { range, roles: lineRoles, sharedHeader = [], isPlainList = false }: SheetRegion,
  around: Surroundings,
): RegionSpec {
  const lines = isPlainList
    ? linesOfPlainList(range)
    : withHeader(
        sharedHeader,
        takeRecordsWithoutValues(sheet, range, readRegionLines(sheet.cells, range, lineRoles)),
      );
  const { columns, headers } = namedColumns(sheet.cells, range, lines);
  const isPlain =
    around.alone && lines.headerRows.length <= 1 && lines.groupRows.length + lines.derivedRows.length === 0;
  const typedRows = surelyRecords(sheet.cells, range, lines);
  const typed = columnTypes(sheet, columns, headers, typedRows);
  const types = typed.map(({ type }) => type);
  const nearly = nearlyNumeric(sheet, columns, headers, typed, typedRows);
  const periods = periodsAcross(headers, {
    rows: lines.bodyRows.length,
    isNumeric: (at) => isNumeric(types[at]),
    areMarks: (at) => types[at] === 'VARCHAR' && holdsMarks(sheet.cells, columns[at] ?? 0, typedRows),
    nearlyNumeric: new Set(nearly.flatMap((one, at) => (one ? [at] : []))),
    areRatings: (at) => areRatings(sheet, columns[at] ?? 0, nearly[at]?.numbers ?? typedRows),
    ...(around.measuresElsewhere ? { measuresElsewhere: around.measuresElsewhere } : {}),
  });
  const { bodyRows: rows, groupRows } = lines;
  const roles = columnRoles(sheet.cells, { columns, headers, types, periods, rows, groupRows });
  const headerColumns = roles.findIndex((role) => role !== 'key');
  const read = typed.map((own, at) => (periods?.[at] && nearly[at]) || own);
  const specs = specColumns({ columns, headers, typed: read, periods, roles }, around, isPlain);
  const region: RegionSpec = {
    id: around.id,
    kind: 'data',
    name: around.name,
    range,
    headerRows: lines.headerRows,
    headerColumns: headerColumns < 0 ? columns.length : headerColumns,
    rowRoles: { group: lines.groupRows, derived: lines.derivedRows },
    columns: specs,
    layout: periods ? 'crosstab' : 'flat',
    steps: [],
    confidence: 1,
    reasons: [],
  };
  findDerivedColumns(sheet, region);
  const computed = new Map(findDerivedRows(sheet, region, lines));
  const filledDown = findCategoryColumns(sheet.cells, region, lines);
  if (filledDown) {
    endKeysAtItems(sheet.cells, region, lines, filledDown.last);
    region.steps.push(filledDown);
    for (const row of rowsBesideTotals(sheet.cells, region, lines.bodyRows))
      if (!computed.has(row)) computed.set(row, []);
    region.rowRoles.derived = [...computed.keys()].sort((a, b) => a - b);
    lines.derivedRows = region.rowRoles.derived;
  }
  const parents = findLevels(sheet, region, lines, computed);
  if (Object.keys(parents).length > 0) region.rowParents = parents;
  if (!isJournal(sheet.cells, region, lines) && isReport(sheet.cells, region, lines))
    region.layout = 'report';
  nameFirstGroup(sheet.cells, region, lines);
  // Rows that looked like totals may be records after all, and the other way round.
  const isTypedByAll = typedRows.length === lines.recordRows.length && region.rowRoles.derived.length === 0;
  if (!isTypedByAll || lines.groupRows.length > 0) retype(sheet, region, headers);
  if (mayHaveSlips(region, nearly)) leaveOutSlips(sheet, region, headers);
  const suggestions = suggestSteps(sheet.cells, region);
  if (suggestions.length > 0) region.suggestions = suggestions;
  return { ...region, reasons: explain(region, lines) };
}

/** Only texts and totals can be slips. */
const mayHaveSlips = ({ columns, rowRoles }: RegionSpec, nearly: readonly unknown[]) =>
  rowRoles.derived.length > 0 ||
  columns.some(({ type, role }, at) => nearly[at] || (type === 'VARCHAR' && role === 'period'));

/** Records that begin with their day, and totals of these labelled in its place: what they are of has no accounts. */
function isJournal(cells: SheetCells, region: RegionSpec, { bodyRows, groupRows }: RegionLines): boolean {
  const first = region.columns[0]?.source;
  const derived = new Set(region.rowRoles.derived);
  if (first === undefined || derived.size === 0 || groupRows.length > 0 || region.rowParents) return false;
  const isDay = (row: number) =>
    cells.column(first).kind(row) === CellKind.date || readsAsDate(cells.text(row, first));
  return bodyRows.every((row) => !cells.isBlank(row, first) && derived.has(row) !== isDay(row));
}

/** The columns of a table with their names, without those that repeat its labels. */
function namedColumns(cells: SheetCells, range: CellRange, lines: RegionLines) {
  const all = columnsOf(cells, range, lines);
  const repeated = firstRepeated(cells, range, lines.topHeaderRows, all) ?? Number.POSITIVE_INFINITY;
  const columns = all.filter((column) => column < repeated);
  return { columns, headers: readHeader(cells, range, lines.topHeaderRows, columns) };
}

/** The columns of a table, without gaps in which the name over the columns beside them begins. */
function columnsOf(cells: SheetCells, range: CellRange, { topHeaderRows }: RegionLines): number[] {
  const columns = cells.filledColumns(range);
  const body = { ...range, top: (topHeaderRows.at(-1) ?? range.top - 1) + 1 };
  const hasValues = (left: number, right: number) => cells.filledColumns({ ...body, left, right }).length > 0;
  const names = cells.sheet.merges.filter(
    ({ top, left, right }) => right > left && topHeaderRows.includes(top),
  );
  const isGap = (column: number) => {
    const begun = names.filter(({ left }) => left === column);
    return (
      begun.some(({ right }) => hasValues(column + 1, right)) &&
      cells.filledRows({ ...range, left: column, right: column }).length <= begun.length
    );
  };
  return columns.filter((column) => !isGap(column));
}

function holdsMarks(cells: SheetCells, column: number, rows: Uint32Array): boolean {
  return rows.every((row) => cells.isBlank(row, column) || isFootnoteMark(cells.text(row, column)));
}

/** A table with a header of its own does not share another's. */
function withHeader(shared: readonly number[], lines: RegionLines): RegionLines {
  if (shared.length === 0 || lines.headerRows.length > 0) return lines;
  return { ...lines, headerRows: [...shared], topHeaderRows: [...shared] };
}

/** Null where turning them into rows would create too many. */
function periodsAcross(
  headers: readonly HeaderLabel[][],
  { rows, ...below }: ColumnsBelow & { rows: number },
): ReturnType<typeof findPeriods> {
  const periods = findPeriods(headers, below);
  const count = periods?.filter((period) => period !== undefined).length ?? 0;
  return isTooLongToMake(rows * count) ? null : periods;
}

const numericTypes = new Set<SpecType | undefined>(['BIGINT', 'DOUBLE', undefined]);
const isNumeric = (type: SpecType | undefined) => numericTypes.has(type);

interface DescribedColumns {
  columns: readonly number[];
  headers: readonly HeaderLabel[][];
  typed: readonly ColumnType[];
  periods: readonly (PeriodColumn | undefined)[] | null;
  roles: readonly ColumnSpec['role'][];
}

function specColumns(
  { columns, headers, typed, periods, roles }: DescribedColumns,
  { titles }: Surroundings,
  isPlain: boolean,
): ColumnSpec[] {
  const headings = headers.map((labels) => labels.map(({ text }) => text).join(' '));
  const split = headers.map((labels) => labels.map(({ text }) => splitUnit(text)));
  const shortNames = split.map((labels) =>
    labels
      .map(({ name }) => closeSpacing(name))
      .filter(Boolean)
      .join(' '),
  );
  // Units stay in the names that nothing else tells apart.
  const isShared = (name: string, names: readonly string[]) =>
    names.indexOf(name) !== names.lastIndexOf(name);
  const needsUnit = (at: number) =>
    isShared(shortNames[at] ?? '', shortNames) && !isShared(headings[at] ?? '', headings);
  const wholeUnit = titles.map(unitOfTitle).findLast((unit) => unit !== undefined);
  const names = columnNames(
    columns.map((column, at) => ({
      column,
      text:
        (isPlain || needsUnit(at) ? headings[at] : shortNames[at]) ||
        (!isPlain && at === 0 && columns.length > 1 ? 'item' : null),
    })),
  );
  const valueType = commonType(typed.filter((_, at) => periods?.[at]).map(({ type }) => type)) ?? 'VARCHAR';
  return columns.map((source, at) => {
    const role = roles[at] ?? 'attribute';
    const counts = (role === 'value' || role === 'period') && !saysShare(headings[at] ?? '');
    const headed = split[at]?.findLast((label) => label.unit)?.unit;
    const unit = headed ?? typed[at]?.unit ?? (counts ? wholeUnit : undefined);
    return {
      name: names[at] ?? '',
      source,
      type: typed[at]?.type ?? (periods?.[at] ? valueType : 'VARCHAR'),
      role,
      ...periods?.[at],
      ...(unit ? { unit } : {}),
    };
  });
}

/** `学　級　数` is 学級数 with spaces for the layout. */
function closeSpacing(label: string): string {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}](?:\s+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])+$/u.test(
    label,
  )
    ? label.replaceAll(/\s+/g, '')
    : label;
}

type RowsReason = 'reading-header-rows' | 'reading-label-rows' | 'reading-computed-rows';

function explain({ layout, rowRoles, reasons }: RegionSpec, { topHeaderRows }: RegionLines): Saying[] {
  const counted = (code: RowsReason, { length: rows }: readonly number[]) =>
    rows > 0 ? [sayOfReading(code, { rows })] : [];
  return [
    sayOfReading(`reading-${layout}`),
    ...counted('reading-header-rows', topHeaderRows),
    ...counted('reading-label-rows', rowRoles.group),
    ...counted('reading-computed-rows', rowRoles.derived),
    ...reasons,
  ];
}
