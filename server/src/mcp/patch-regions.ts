import { type Static, Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { say } from '@workbook-data-service/contract/messages';
import {
  ExtractUpdate,
  SpecColumn,
  SpecRegion,
  type SpecSheet,
  type SpecSheetUpdate,
} from '@workbook-data-service/contract/parse-spec';
import { problem } from '../core/problems.js';

type Sheet = Static<typeof SpecSheet>;

const { source, line, cell, more_cells, name, type, role, unit } = SpecColumn.properties;
const { id, kind, range, header_rows, record_rows, layout } = SpecRegion.properties;

const ColumnPatch = strictObject({
  source,
  line,
  cell,
  more_cells,
  name: Type.Optional(name),
  type: Type.Optional(type),
  role: Type.Optional(role),
  unit,
  extract: Type.Optional(ExtractUpdate),
});

/** What is to change in a region; the rest of it stays. */
export const RegionPatch = strictObject({
  id,
  kind: Type.Optional(kind),
  name: Type.Optional(SpecRegion.properties.name),
  range: Type.Optional(range),
  header_rows: Type.Optional(header_rows),
  record_rows,
  total_rows: Type.Optional(SpecRegion.properties.row_roles.properties.derived),
  note_rows: Type.Optional(SpecRegion.properties.row_roles.properties.note),
  skip_rows: Type.Optional(SpecRegion.properties.row_roles.properties.skip),
  row_labels: SpecRegion.properties.row_labels,
  layout: Type.Optional(layout),
  continues: SpecRegion.properties.continues,
  made_names: SpecRegion.properties.made_names,
  columns: Type.Optional(
    Type.Array(ColumnPatch, {
      maxItems: 16_384,
      description: 'Only those that change, by `source`, in a form by `cell`; others of the range are added',
    }),
  ),
});

type Patch = Static<typeof RegionPatch>;

/** Changes of regions as changes of their sheets. */
export function patchRegions(
  sheets: readonly Sheet[],
  patches: readonly Patch[],
): Static<typeof SpecSheetUpdate>[] {
  const known = new Set(sheets.flatMap(({ regions }) => regions.map((region) => region.id)));
  const unknown = patches.find((patch) => !known.has(patch.id));
  if (unknown)
    throw problem('invalid-request', say('region-unknown', { region: unknown.id }), {
      fix: say('fix-agent-regions'),
    });
  return sheets.flatMap(({ name: sheet, regions }) => {
    const own = patches.filter((patch) => regions.some((region) => region.id === patch.id));
    return own.length > 0 ? [{ name: sheet, regions: own.map(regionUpdate) }] : [];
  });
}

const regionUpdate = ({ total_rows, note_rows, skip_rows, ...fields }: Patch) => ({
  ...fields,
  row_roles: {
    ...(total_rows && { derived: total_rows }),
    ...(note_rows && { note: note_rows }),
    ...(skip_rows && { skip: skip_rows }),
  },
});
