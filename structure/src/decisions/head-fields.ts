import { columnNames } from '@workbook-data-service/sheets/columns';
import { splitField } from '../materialize/arrange-form.js';
import { headingOfField } from '../materialize/form-headings.js';
import type { RegionCorrection, RegionSpec, SheetSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { splitUnit } from '../values/header-units.js';

/** The spec with the fields of forms called by the headings that they have now, except for those that a person named. */
export function headFields(
  cells: SheetCells,
  spec: SheetSpec,
  before: SheetSpec,
  given: ReadonlyMap<string, RegionCorrection>,
): SheetSpec {
  return {
    ...spec,
    regions: spec.regions.map((region) => {
      const kept = before.regions.find(({ id }) => id === region.id);
      const isHeaded = region.layout === 'form' && given.get(region.id)?.rowRoles?.group;
      return isHeaded && kept ? renamed(cells, region, kept, given.get(region.id)) : region;
    }),
  };
}

function renamed(
  cells: SheetCells,
  region: RegionSpec,
  { rowRoles }: RegionSpec,
  given: RegionCorrection | undefined,
): RegionSpec {
  const [old, now] = [namesIn(cells, { ...region, rowRoles }), namesIn(cells, region)];
  const isNamed = (at: number) => {
    const { cell } = region.columns[at] ?? {};
    return given?.columns?.some(
      (one) => one.name !== undefined && one.cell?.row === cell?.row && one.cell?.column === cell?.column,
    );
  };
  return {
    ...region,
    columns: region.columns.map((column, at) =>
      column.name === old[at] && !isNamed(at) ? { ...column, name: now[at] ?? column.name } : column,
    ),
  };
}

/** What fields are called by their headings and labels. */
function namesIn(cells: SheetCells, region: RegionSpec): string[] {
  return columnNames(
    region.columns.map((field) => {
      const heading = headingOfField(cells, region, field);
      const { label } = field;
      const own = label && splitUnit(splitField(cells.text(label.row, label.column)).label).name;
      const above = heading && splitField(cells.text(heading.row, heading.column)).label;
      return { column: field.source, text: [above, own].filter(Boolean).join(' ') || null };
    }),
  );
}
