import type { ParseSpec, ParseSpecUpdate } from '@workbook-data-service/client/api';
import { type CellRange, columnNumber, cutOff, formatRange, overlap, rangeOf } from './cells.js';

type SheetsToSend = NonNullable<ParseSpecUpdate['sheets']>;
export type SpecSheet = ParseSpec['sheets'][number];
export type SpecRegion = SpecSheet['regions'][number];
export type SpecColumn = SpecRegion['columns'][number];
type RowRole = 'data' | 'header' | 'group' | 'derived' | 'note' | 'skip';
export const rowRoles: readonly RowRole[] = ['data', 'header', 'group', 'derived', 'note', 'skip'];

/** A change of the draft: the sheets as they are to be, and the regions that the service is to describe anew. */
export interface SpecEdit {
  sheets: SpecSheet[];
  describe: string[];
}

/** Gives a region another range. Regions that it now covers go, and those that it cuts into give way. */
export function moveRegion(sheets: readonly SpecSheet[], id: string, range: CellRange): SpecEdit {
  const describe = [id];
  const moved = sheets.map((sheet) => {
    if (!sheet.regions.some((region) => region.id === id)) return sheet;
    const regions = sheet.regions.flatMap((region) => {
      if (region.id === id) return [{ ...region, range: formatRange(range) }];
      const held = rangeOf(region.range);
      if (!overlap(held, range)) return [region];
      const rest = cutOff(held, range);
      if (rest) describe.push(region.id);
      return rest ? [{ ...region, range: formatRange(rest) }] : [];
    });
    return { ...sheet, regions };
  });
  return { sheets: moved, describe };
}

/** Makes a region of cells, which the service then describes. */
export function addRegion(
  sheets: readonly SpecSheet[],
  sheetName: string,
  range: CellRange,
  kind: SpecRegion['kind'],
): SpecEdit & { id: string } {
  const id = freeId(sheets);
  const region: SpecRegion = {
    id,
    kind,
    name: '',
    range: formatRange(range),
    header_rows: [],
    header_columns: 0,
    row_roles: { group: [], derived: [] },
    columns: [],
    layout: 'flat',
    confidence: 1,
    reasons: [],
  };
  const added = sheets.map((sheet) =>
    sheet.name === sheetName ? { ...sheet, regions: [...sheet.regions, region] } : sheet,
  );
  return { ...moveRegion(added, id, range), id };
}

function freeId(sheets: readonly SpecSheet[]): string {
  const taken = new Set(sheets.flatMap(({ regions }) => regions.map(({ id }) => id)));
  let number = taken.size + 1;
  while (taken.has(`r${number}`)) number++;
  return `r${number}`;
}

export function removeRegion(sheets: readonly SpecSheet[], id: string): SpecEdit {
  return {
    sheets: sheets.map((sheet) => ({
      ...sheet,
      regions: sheet.regions.filter((region) => region.id !== id),
    })),
    describe: [],
  };
}

function withRegion(
  sheets: readonly SpecSheet[],
  id: string,
  change: (region: SpecRegion) => SpecRegion,
): SpecSheet[] {
  return sheets.map((sheet) => ({
    ...sheet,
    regions: sheet.regions.map((region) => (region.id === id ? change(region) : region)),
  }));
}

export function renameRegion(sheets: readonly SpecSheet[], id: string, name: string): SpecEdit {
  return { sheets: withRegion(sheets, id, (region) => ({ ...region, name })), describe: [] };
}

/** Names of columns that no cell of the sheet names. */
export function setMadeNames(
  sheets: readonly SpecSheet[],
  id: string,
  names: NonNullable<SpecRegion['made_names']>,
): SpecEdit {
  const change = (region: SpecRegion) => ({ ...region, made_names: { ...region.made_names, ...names } });
  return { sheets: withRegion(sheets, id, change), describe: [] };
}

/** The regions of a sheet that another of its tables may be made part of. */
export const continuable = ({ regions }: SpecSheet, id: string): SpecRegion[] =>
  regions.filter(
    ({ id: other, kind, layout, continues }) =>
      other !== id && kind === 'data' && layout !== 'form' && continues === undefined,
  );

/** Makes the rows of a region those of another one's table too, or, with no other, a table of their own. */
export function setContinued(sheets: readonly SpecSheet[], id: string, other: string | undefined): SpecEdit {
  const change = ({ continues, ...region }: SpecRegion) => (other ? { ...region, continues: other } : region);
  return { sheets: withRegion(sheets, id, change), describe: [] };
}

export function setKind(sheets: readonly SpecSheet[], id: string, kind: SpecRegion['kind']): SpecEdit {
  return { sheets: withRegion(sheets, id, (region) => ({ ...region, kind })), describe: [id] };
}

/** Where the label of a row stands, counted from 1; blank where it is among its keys. */
export function setRowLabel(sheets: readonly SpecSheet[], id: string, row: number, cell: string): SpecEdit {
  const change = (region: SpecRegion) => {
    const { [row]: _, ...others } = region.row_labels ?? {};
    return { ...region, row_labels: cell === '' ? others : { ...others, [row]: cell } };
  };
  return { sheets: withRegion(sheets, id, change), describe: [] };
}

/** Records of several rows have columns in each of them. */
export function setRecordRows(sheets: readonly SpecSheet[], id: string, rows: number): SpecEdit {
  const change = (region: SpecRegion) => ({ ...region, record_rows: rows });
  return { sheets: withRegion(sheets, id, change), describe: [id] };
}

export function setLayout(sheets: readonly SpecSheet[], id: string, layout: SpecRegion['layout']): SpecEdit {
  return { sheets: withRegion(sheets, id, (region) => ({ ...region, layout })), describe: [] };
}

const foundAnew: readonly RowRole[] = ['header', 'note', 'skip'];

/** The role of a row, counted from 1 as in the sheet. */
export function roleOfRow({ header_rows, row_roles }: SpecRegion, row: number): RowRole {
  if (header_rows.includes(row)) return 'header';
  if (row_roles.group.includes(row)) return 'group';
  if (row_roles.note?.includes(row)) return 'note';
  if (row_roles.skip?.includes(row)) return 'skip';
  return row_roles.derived.includes(row) ? 'derived' : 'data';
}

/** A row, counted from 1, gets another role. What its header says is read anew; other roles stay as they were chosen. */
export function setRowRole(
  sheets: readonly SpecSheet[],
  region: SpecRegion,
  row: number,
  role: RowRole,
): SpecEdit {
  const without = (rows: readonly number[]) => rows.filter((one) => one !== row);
  const among = (rows: readonly number[], wanted: RowRole) =>
    role === wanted ? [...without(rows), row].sort((a, b) => a - b) : without(rows);
  const changed = {
    ...region,
    header_rows: among(region.header_rows, 'header'),
    row_roles: {
      ...region.row_roles,
      group: among(region.row_roles.group, 'group'),
      derived: among(region.row_roles.derived, 'derived'),
      note: among(region.row_roles.note ?? [], 'note'),
      skip: among(region.row_roles.skip ?? [], 'skip'),
    },
  };
  // Names and types come of the rows that are left.
  const isFoundAnew = [role, roleOfRow(region, row)].some((one) => foundAnew.includes(one));
  return { sheets: withRegion(sheets, region.id, () => changed), describe: isFoundAnew ? [region.id] : [] };
}

/** Where a column stands in the sheet: its letters, with the row of a record as `B:2`, or the cell of its value in a form. */
export const placeOfColumn = ({ source, line = 1, cell }: SpecColumn): string =>
  cell ?? (line > 1 ? `${source}:${line}` : source);

export function changeColumn(
  sheets: readonly SpecSheet[],
  id: string,
  place: string,
  change: Partial<SpecColumn>,
): SpecEdit {
  const changed = (column: SpecColumn): SpecColumn => {
    const { period, measure, ...rest } = { ...column, ...change };
    return rest.role === 'period' ? { ...rest, period, measure } : rest;
  };
  return {
    sheets: withRegion(sheets, id, (region) => ({
      ...region,
      columns: region.columns.map((column) => (placeOfColumn(column) === place ? changed(column) : column)),
    })),
    describe: [],
  };
}

/** Columns that a person changed, by region: they stay when the rest of the region is found anew. */
export type OwnColumns = Readonly<Record<string, readonly string[]>>;

/** A region with all that it says: what is left out would stay as it is kept. */
const whole = (region: SpecRegion) => ({
  ...region,
  columns: region.columns.map(wholeColumn),
  record_rows: region.record_rows ?? 1,
  continues: region.continues ?? null,
});

const wholeColumn = (column: SpecColumn) => ({ ...column, extract: column.extract ?? null });

/** Sheets as a correction that says everything about their regions. */
export const asCorrection = (sheets: readonly SpecSheet[]): SheetsToSend =>
  sheets.map((sheet) => ({ ...sheet, regions: sheet.regions.map(whole) }));

/** Leaves to the service what it is to find: all of a region but its header and what a person changed. */
export function forService(
  { sheets, describe }: SpecEdit,
  own: OwnColumns,
  before: readonly SpecSheet[],
): SheetsToSend {
  const known = new Map(before.flatMap(({ regions }) => regions.map((region) => [region.id, region])));
  const kept = (region: SpecRegion): SpecColumn[] => {
    const { left, right } = rangeOf(region.range);
    const isInside = ({ source }: SpecColumn) =>
      columnNumber(source) >= left && columnNumber(source) <= right;
    const mine = region.columns.filter((column) => own[region.id]?.includes(placeOfColumn(column)));
    // Without a header and a column it would be new, and its header be looked for again.
    const [first] = region.columns;
    const needsOne = mine.length === 0 && region.header_rows.length === 0 && first;
    return (needsOne ? [{ ...first, type: 'VARCHAR' as const }] : mine).filter(isInside);
  };
  return sheets.map((sheet) => ({
    name: sheet.name,
    regions: sheet.regions.map((region) => {
      if (!describe.includes(region.id) || region.layout === 'form') return whole(region);
      const { id, kind, name, range, header_rows, row_roles } = region;
      const before = known.get(id)?.row_roles;
      return {
        id,
        kind,
        name,
        range,
        header_rows,
        record_rows: region.record_rows ?? 1,
        ...(JSON.stringify(before) !== JSON.stringify(row_roles) && { row_roles }),
        ...(region.made_names && { made_names: region.made_names }),
        ...(region.row_labels && { row_labels: region.row_labels }),
        continues: region.continues ?? null,
        columns: kept(region).map(wholeColumn),
      };
    }),
  }));
}

/** The regions of the kept spec that a draft does not have any more. */
export function removedRegions(kept: readonly SpecSheet[], sheets: readonly SpecSheet[]): string[] {
  const ids = (all: readonly SpecSheet[]) => all.flatMap(({ regions }) => regions.map(({ id }) => id));
  const left = new Set(ids(sheets));
  return ids(kept).filter((id) => !left.has(id));
}
