import { type Static, Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { SpecColumn, SpecRegion, type SpecSheet } from '@workbook-data-service/contract/parse-spec';
import { parseRange } from '../core/a1.js';
import { columnIndex } from '../core/column-letters.js';
import { problem } from '../core/problems.js';

type Sheet = Static<typeof SpecSheet>;
type Region = Static<typeof SpecRegion>;
type Column = Static<typeof SpecColumn>;

const { source, cell, name, type, role, unit } = SpecColumn.properties;
const { id, kind, range, header_rows, layout } = SpecRegion.properties;

const ColumnPatch = strictObject({
  source,
  cell,
  name: Type.Optional(name),
  type: Type.Optional(type),
  role: Type.Optional(role),
  unit,
});

/** What is to change in a region; the rest of it stays. */
export const RegionPatch = strictObject({
  id,
  kind: Type.Optional(kind),
  name: Type.Optional(SpecRegion.properties.name),
  range: Type.Optional(range),
  header_rows: Type.Optional(header_rows),
  total_rows: Type.Optional(SpecRegion.properties.row_roles.properties.derived),
  layout: Type.Optional(layout),
  columns: Type.Optional(
    Type.Array(ColumnPatch, {
      maxItems: 16_384,
      description: 'Only those that change, by `source`, in a form by `cell`; others of the range are added',
    }),
  ),
});

/** The sheets of a spec with changed regions. Columns and totals that a smaller range leaves out go with it. */
export function patchRegions(sheets: Sheet[], patches: Static<typeof RegionPatch>[]): Sheet[] {
  const byId = new Map(patches.map((patch) => [patch.id, patch]));
  const known = new Set(sheets.flatMap(({ regions }) => regions.map((region) => region.id)));
  const unknown = patches.find((patch) => !known.has(patch.id));
  if (unknown)
    throw problem('invalid-request', `The parse spec has no region "${unknown.id}".`, {
      fix: '`read_parse_spec` lists the regions with their ids.',
    });
  return sheets.map((sheet) => ({
    ...sheet,
    regions: sheet.regions.map((region) => patched(region, byId.get(region.id))),
  }));
}

function patched(region: Region, patch: Static<typeof RegionPatch> | undefined): Region {
  if (!patch) return region;
  const { total_rows = region.row_roles.derived, columns = [], ...fields } = patch;
  const changed = { ...region, ...fields };
  const { top, bottom, left, right } = parseRange(changed.range);
  const headers = new Set(changed.header_rows);
  const isBody = (row: number) => row >= top && row <= bottom && !headers.has(row);
  const totals = new Set(total_rows);
  const { row_parents: parents } = region;
  return {
    ...changed,
    row_roles: {
      group: region.row_roles.group.filter((row) => isBody(row) && !totals.has(row)),
      derived: patch.total_rows ?? total_rows.filter(isBody),
    },
    ...(parents && {
      row_parents: Object.fromEntries(
        Object.entries(parents).filter(([row, parent]) => isBody(Number(row)) && isBody(parent)),
      ),
    }),
    columns: patchedColumns(region.columns, columns).filter((column) => {
      const at = columnIndex(column.source);
      return at >= left && at <= right;
    }),
  };
}

function patchedColumns(columns: Column[], patches: Static<typeof ColumnPatch>[]): Column[] {
  const keyOf = (column: Pick<Column, 'source' | 'cell'>) => (column.cell ?? column.source).toUpperCase();
  const byKey = new Map(columns.map((column) => [keyOf(column), column]));
  for (const patch of patches) {
    const before = byKey.get(keyOf(patch)) ?? newColumn(patch);
    byKey.set(keyOf(patch), { ...before, ...patch });
  }
  return [...byKey.values()];
}

function newColumn(patch: Static<typeof ColumnPatch>): Column {
  return { name: patch.source, type: 'VARCHAR', role: 'attribute', source: patch.source };
}
