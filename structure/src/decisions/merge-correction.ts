import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { textRegion } from '../analyze/text-region.js';
import type {
  ColumnCorrection,
  ColumnSpec,
  RegionCorrection,
  RegionSpec,
  SheetCorrection,
  SheetSpec,
} from '../parse-spec.js';
import { contains } from './contains.js';

/**
 * A sheet's spec with what a person says about it: what is given wins, and what is left out stays as it was. A region
 * that is left out goes only where a given one covers it, or where `remove` names it.
 */
export function mergeCorrection(
  kept: SheetSpec,
  given: SheetCorrection | undefined,
  remove: readonly string[],
): SheetSpec {
  const corrections = given?.regions ?? [];
  const known = new Set(kept.regions.map(({ id }) => id));
  const added = corrections.filter(({ id }, at) => !known.has(id) || indexOf(corrections, id) !== at);
  const merged = kept.regions
    .filter(({ id }) => !remove.includes(id))
    .map((region) => {
      const correction = corrections.find(({ id }) => id === region.id);
      const corrected = correction ? mergeRegion(region, correction) : region;
      return { region: withoutRemoved(corrected, remove), isGiven: correction !== undefined };
    });
  const created = added.map((correction) => mergeRegion(emptyRegion(correction), correction));
  const claimed = [...merged.filter(({ isGiven }) => isGiven).map(({ region }) => region), ...created];
  const isCovered = ({ range }: RegionSpec) => claimed.some((other) => contains(other.range, range));
  return {
    ...kept,
    regions: [
      ...merged.flatMap(({ region, isGiven }) => (isGiven || !isCovered(region) ? [region] : [])),
      ...created,
    ],
    unassigned: given?.unassigned ?? kept.unassigned,
  };
}

const indexOf = (corrections: readonly RegionCorrection[], wanted: string) =>
  corrections.findIndex(({ id }) => id === wanted);

const nowhere: CellRange = { top: -1, left: -1, bottom: -1, right: -1 };

const emptyRegion = ({ id, range = nowhere }: RegionCorrection): RegionSpec =>
  textRegion({ id, kind: 'data', name: '', range });

function mergeRegion(kept: RegionSpec, given: RegionCorrection): RegionSpec {
  const { continues, recordRows: rowsBefore, rowLabels: labelsBefore, ...rest } = kept;
  const recordRows = given.recordRows ?? rowsBefore ?? 1;
  const { kind = kept.kind, name = kept.name, range = kept.range, layout = kept.layout } = given;
  const isInside = (row: number) => row >= range.top && row <= range.bottom;
  const { group, derived, note, skip, ungrouped } = given.rowRoles ?? {};
  const toldOf = new Set([given.headerRows, group, derived, note, skip].flatMap((rows) => rows ?? []));
  const isCorner = (row: number) => kept.headerRows.includes(row) && kept.rowRoles.group.includes(row);
  // A row has one role, and the one that is given wins; only the corner of a header heads a group too.
  const stays = (row: number) => !toldOf.has(row) || isCorner(row);
  const headerRows =
    inOrder(given.headerRows) ?? kept.headerRows.filter((row) => row <= range.bottom && stays(row));
  const isBody = (row: number) => isInside(row) && !headerRows.includes(row);
  const rowsOf = (said: readonly number[] | undefined, before: readonly number[] | undefined) =>
    inOrder(said) ?? before?.filter((row) => isInside(row) && stays(row));
  const [notes, skipped] = [rowsOf(note, kept.rowRoles.note), rowsOf(skip, kept.rowRoles.skip)];
  const outside = inOrder(ungrouped) ?? kept.rowRoles.ungrouped?.filter(isInside);
  const rowParents = given.rowParents ?? parentsWithin(kept.rowParents, isBody);
  const rowLabels = given.rowLabels ?? labelsWithin(labelsBefore, range);
  const unreadable = given.unreadable ?? kept.unreadable?.filter(({ row }) => isBody(row));
  const joined = given.continues === undefined ? continues : given.continues;
  return {
    ...rest,
    ...(joined && { continues: joined }),
    kind,
    name,
    range,
    layout,
    headerRows,
    ...(recordRows > 1 && { recordRows }),
    headerColumns: given.headerColumns ?? Math.min(kept.headerColumns, range.right - range.left + 1),
    rowRoles: {
      group: rowsOf(group, kept.rowRoles.group) ?? [],
      derived: rowsOf(derived, kept.rowRoles.derived) ?? [],
      ...(notes && { note: notes }),
      ...(skipped && { skip: skipped }),
      ...(outside && { ungrouped: outside }),
    },
    ...(given.madeNames && { madeNames: given.madeNames }),
    ...(given.spreadMerged !== undefined && { spreadMerged: given.spreadMerged }),
    ...(rowParents && { rowParents }),
    ...(rowLabels && Object.keys(rowLabels).length > 0 && { rowLabels }),
    ...(unreadable && { unreadable }),
    columns: mergeColumns(
      kept.columns.filter((column) => isWithin(column, range) && (column.line ?? 1) <= recordRows),
      given.columns ?? [],
    ),
    steps: given.steps ?? kept.steps,
  };
}

const inOrder = (rows: readonly number[] | undefined) => rows?.toSorted((a, b) => a - b);

const isWithin = ({ source, cell }: ColumnSpec, { top, left, bottom, right }: CellRange) =>
  source >= left && source <= right && (!cell || (cell.row >= top && cell.row <= bottom));

function parentsWithin(parents: RegionSpec['rowParents'], isBody: (row: number) => boolean) {
  if (!parents) return undefined;
  return Object.fromEntries(
    Object.entries(parents).filter(([row, parent]) => isBody(Number(row)) && isBody(parent)),
  );
}

function labelsWithin(labels: RegionSpec['rowLabels'], { top, left, bottom, right }: CellRange) {
  const isInside = (row: number) => row >= top && row <= bottom;
  return (
    labels &&
    Object.fromEntries(
      Object.entries(labels).filter(
        ([row, cell]) =>
          isInside(Number(row)) && isInside(cell.row) && cell.column >= left && cell.column <= right,
      ),
    )
  );
}

/** Columns with those that are given in their places; in the order that is given where all are. */
export function mergeColumns(
  columns: readonly ColumnSpec[],
  given: readonly ColumnCorrection[],
): ColumnSpec[] {
  const keyOf = ({ source, line = 1, cell }: ColumnCorrection) =>
    cell ? `${cell.row} ${cell.column}` : `${source}:${line}`;
  const before = new Map(columns.map((column) => [keyOf(column), column]));
  const merged = given.map((column) => mergeColumn(before.get(keyOf(column)), column));
  const keys = new Set(given.map(keyOf));
  if (columns.every((column) => keys.has(keyOf(column)))) return merged;
  const isNew = (column: ColumnSpec) => !before.has(keyOf(column));
  return [
    ...columns.flatMap((column) => {
      const own = merged.filter((one) => keyOf(one) === keyOf(column));
      return own.length > 0 ? own : [column];
    }),
    ...merged.filter(isNew),
  ];
}

function mergeColumn(kept: ColumnSpec | undefined, given: ColumnCorrection): ColumnSpec {
  const { period, measure, extract: before, ...others } = kept ?? {};
  const { extract = before, ...said } = given;
  const isOther = given.role !== undefined && given.role !== 'period';
  const { unit, ...column }: ColumnSpec = {
    name: columnLetters(given.source),
    type: 'VARCHAR',
    role: 'attribute',
    ...others,
    ...(!isOther && period !== undefined && { period }),
    ...(!isOther && measure !== undefined && { measure }),
    ...(given.extract === null && { type: 'VARCHAR' }),
    ...said,
    ...(extract && { extract }),
  };
  return unit ? { ...column, unit } : column;
}

function withoutRemoved(region: RegionSpec, remove: readonly string[]): RegionSpec {
  const columns = region.columns.filter((column) => !remove.includes(columnIdIn(region, column)));
  return columns.length === region.columns.length ? region : { ...region, columns };
}

/** A column as `remove` names it: `r1.B`, of the second row of records `r1.B:2`, in a form `r1.B3`. */
export function columnIdIn({ id }: Pick<RegionSpec, 'id'>, { source, line = 1, cell }: ColumnSpec): string {
  const within = cell ? cell.row + 1 : line > 1 ? `:${line}` : '';
  return `${id}.${columnLetters(cell?.column ?? source)}${within}`;
}
