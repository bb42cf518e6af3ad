import type { Dialect } from '@workbook-data-service/sheets';
import type { CellRange, Sheet } from '@workbook-data-service/sheets/grid';
import { describeWhole } from '../analyze/describe-whole.js';
import { findHeaderRows } from '../analyze/headers/find-header-rows.js';
import { textRegion } from '../analyze/text-region.js';
import { classifyLines } from '../lines/classify-lines.js';
import type { LineRole } from '../lines/line-role.js';
import { rolesIn } from '../lines/roles-of-rows.js';
import type { CellAddress, RegionCorrection, RegionSpec, SheetSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { type AskedSheet, describeAnew } from './answer-questions.js';
import { mergeColumns } from './merge-correction.js';

/** Regions to describe anew, and what is said about them. */
interface Described {
  ids: readonly string[];
  /** By id. */
  given: ReadonlyMap<string, RegionCorrection>;
  /** Ids of regions that were there before; in a new one an empty list says nothing. */
  known: ReadonlySet<string>;
  /** Whether it says that there is nothing in a new one too. */
  isExact?: boolean;
}

/**
 * The spec with the named regions described anew: their kind, range, name and the roles of their rows are as they are,
 * and so is whatever a person gave with them; everything else is found. In a region without any header row or column
 * the roles of its rows are found too.
 */
export function describeRegions(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  { ids, given, known, isExact = false }: Described,
): SheetSpec {
  if (!spec.regions.some(({ id }) => ids.includes(id))) return spec;
  const asked = { cells: new SheetCells(sheet, dialect), dialect, spec };
  return {
    ...spec,
    regions: spec.regions.map((region) => {
      if (!ids.includes(region.id)) return region;
      const said = given.get(region.id) ?? { id: region.id };
      const isSaid = isExact || known.has(region.id);
      return describeRegion(asked, region, isSaid ? said : withoutEmpty(said), isExact);
    }),
  };
}

function describeRegion(
  asked: AskedSheet,
  merged: RegionSpec,
  given: RegionCorrection,
  isExact: boolean,
): RegionSpec {
  const region = withoutRowsOutside(merged);
  const { id, kind, name, range } = region;
  if (kind !== 'data') return textRegion({ id, kind, name, range });
  const fields = region.columns.filter(({ cell }) => cell && isInside(region.range, cell));
  if (region.layout === 'form' && fields.length > 0) return { ...region, columns: fields };
  const { cells, dialect } = asked;
  const findsRoles = isNew(region) && !(isExact && given.headerRows);
  const described = isTooLargeToStudy(cells.sheet)
    ? describeWhole(cells, region.range, dialect, {
        id: region.id,
        name: region.name,
        why: null,
        mayHaveHeader: true,
      })
    : describeAnew(asked, region, findsRoles ? rolesFound(asked, region) : rolesIn(region));
  return withGiven({ ...described, name }, region, given);
}

/** What was found, with what is given in its place; rows that are given outside the range mean nothing. */
function withGiven(
  found: RegionSpec,
  { headerRows, rowRoles, rowLabels, continues, madeNames, spreadMerged }: RegionSpec,
  given: RegionCorrection,
): RegionSpec {
  return {
    ...found,
    ...(continues !== undefined && { continues }),
    ...(rowLabels && { rowLabels }),
    ...(madeNames && { madeNames }),
    ...(spreadMerged !== undefined && { spreadMerged }),
    headerRows: given.headerRows ? headerRows : found.headerRows,
    layout: given.layout ?? found.layout,
    headerColumns: given.headerColumns ?? found.headerColumns,
    rowRoles: {
      ...rowRoles,
      group: given.rowRoles?.group ? rowRoles.group : found.rowRoles.group,
      derived: given.rowRoles?.derived ? rowRoles.derived : found.rowRoles.derived,
    },
    ...(given.rowParents && { rowParents: given.rowParents }),
    ...(given.unreadable && { unreadable: given.unreadable }),
    steps: given.steps ?? found.steps,
    columns: mergeColumns(found.columns, given.columns ?? []),
  };
}

function withoutEmpty({ headerRows, rowRoles, steps, columns, ...said }: RegionCorrection): RegionCorrection {
  const { group, derived } = rowRoles ?? {};
  return {
    ...said,
    ...(headerRows?.length && { headerRows }),
    rowRoles: { ...(group?.length && { group }), ...(derived?.length && { derived }) },
    ...(steps?.length && { steps }),
    ...(columns?.length && { columns }),
  };
}

const isNew = ({ headerRows, columns }: RegionSpec) => headerRows.length === 0 && columns.length === 0;

/** A header may stand above the range; other roles of rows that are no longer inside mean nothing. */
function withoutRowsOutside(region: RegionSpec): RegionSpec {
  const { top, bottom } = region.range;
  const inside = (rows: readonly number[]) => rows.filter((row) => row >= top && row <= bottom);
  const { group, derived, note, skip, ungrouped } = region.rowRoles;
  return {
    ...region,
    headerRows: region.headerRows.filter((row) => row <= bottom),
    rowRoles: {
      group: inside(group),
      derived: inside(derived),
      ...(note && { note: inside(note) }),
      ...(skip && { skip: inside(skip) }),
      ...(ungrouped && { ungrouped: inside(ungrouped) }),
    },
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

const isInside = ({ top, left, bottom, right }: CellRange, { row, column }: CellAddress) =>
  top <= row && row <= bottom && left <= column && column <= right;
