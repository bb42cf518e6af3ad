import type { CellAddress, ColumnSpec, RegionSpec, SheetSpec } from '../../core/parse-spec.js';
import type { CellRange, Sheet } from '../../grid/grid.js';
import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import { describeWhole } from '../analyze/describe-whole.js';
import { findHeaderRows } from '../analyze/headers/find-header-rows.js';
import { textRegion } from '../analyze/text-region.js';
import { classifyLines } from '../lines/classify-lines.js';
import type { LineRole } from '../lines/line-role.js';
import { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { type AskedSheet, describeAnew, rolesIn } from './answer-questions.js';

/**
 * The spec with the named regions described anew: what a person says about them is their kind, range, name, the roles of
 * their rows, and columns that are to stay as they are; everything else is found. A region without any header row or
 * column is new, and the roles of its rows are found too.
 */
export function describeRegions(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  ids: readonly string[],
): SheetSpec {
  if (!spec.regions.some(({ id }) => ids.includes(id))) return spec;
  const asked = { cells: new SheetCells(sheet, dialect), dialect, spec };
  return {
    ...spec,
    regions: spec.regions.map((region) => (ids.includes(region.id) ? describeRegion(asked, region) : region)),
  };
}

function describeRegion(asked: AskedSheet, given: RegionSpec): RegionSpec {
  const region = withoutRowsOutside(given);
  const { id, kind, name, range } = region;
  if (kind !== 'data') return textRegion({ id, kind, name, range });
  const fields = region.columns.filter(({ cell }) => cell && contains(region.range, cell));
  if (region.layout === 'form' && fields.length > 0) return { ...region, columns: fields };
  const { cells, dialect } = asked;
  const described = isTooLargeToStudy(cells.sheet)
    ? describeWhole(cells, region.range, dialect, {
        id: region.id,
        name: region.name,
        reasons: [],
        mayHaveHeader: true,
      })
    : describeAnew(asked, region, isNew(region) ? rolesFound(asked, region) : rolesIn(region));
  return { ...described, name: region.name, columns: withKept(described.columns, region.columns) };
}

const isNew = ({ headerRows, columns }: RegionSpec) => headerRows.length === 0 && columns.length === 0;

/** A header may stand above the range; other roles of rows that are no longer inside mean nothing. */
function withoutRowsOutside(region: RegionSpec): RegionSpec {
  const { top, bottom } = region.range;
  const inside = (rows: readonly number[]) => rows.filter((row) => row >= top && row <= bottom);
  return {
    ...region,
    headerRows: region.headerRows.filter((row) => row <= bottom),
    rowRoles: { group: inside(region.rowRoles.group), derived: inside(region.rowRoles.derived) },
  };
}

function rolesFound({ cells, dialect }: AskedSheet, { kind, range }: RegionSpec): LineRole[] {
  const grid = gridOfSheet(cells.sheet, dialect);
  const roles = classifyLines(grid).map((role): LineRole => (isRowOfTable(role) ? role : 'data'));
  const { above, header, body } = findHeaderRows(grid, { kind, range, roles });
  for (const row of body) roles[row] = 'data';
  for (const row of [...above, ...header]) roles[row] = 'header';
  return roles;
}

const isRowOfTable = (role: LineRole) => role === 'header' || role === 'group' || role === 'derived';

const contains = ({ top, left, bottom, right }: CellRange, { row, column }: CellAddress) =>
  top <= row && row <= bottom && left <= column && column <= right;

function withKept(found: readonly ColumnSpec[], kept: readonly ColumnSpec[]): ColumnSpec[] {
  return found.map((column) => kept.find(({ source }) => source === column.source) ?? column);
}
