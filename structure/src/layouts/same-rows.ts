import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { topRows } from './header-labels.js';
import { hashOf } from './label-key.js';
import { rowLabel } from './remember-rows.js';
import type { RememberedRows } from './remembered.js';
import { bodyBelow } from './row-looks.js';

/** Longer tables hardly ever have the same rows again. */
const maxRows = 2000;

type Place = Pick<RegionSpec, 'range' | 'headerRows'>;
type Roles = RegionSpec['rowRoles'];

/** What each row is, for a sheet that has the same ones; undefined where all are records beside each other. */
export function rememberRows(cells: SheetCells, region: RegionSpec): RememberedRows | undefined {
  const { rowRoles, rowParents } = region;
  const rows = rowsOf(cells, region);
  const named = Object.values(rowRoles).some((list: readonly number[]) => list.length > 0);
  if (rows.length > maxRows || (!named && !rowParents)) return undefined;
  const placeOf = new Map(rows.map((row, at) => [row, at]));
  const placesOf = (list: readonly number[]) => list.flatMap((row) => placeOf.get(row) ?? []);
  return {
    hash: hashOfRows(cells, region, rows),
    roles: {
      group: placesOf(rowRoles.group),
      derived: placesOf(rowRoles.derived),
      ...(rowRoles.ungrouped && { ungrouped: placesOf(rowRoles.ungrouped) }),
      ...(rowRoles.note && { note: placesOf(rowRoles.note) }),
      ...(rowRoles.skip && { skip: placesOf(rowRoles.skip) }),
    },
    ...(rowParents && {
      parents: rows.map((row) => placeOf.get(rowParents[row] ?? -1) ?? -1),
    }),
  };
}

/** What the rows of a table are that has the same ones as the one that is remembered; undefined if it has others. */
export function sameRows(
  cells: SheetCells,
  place: Place,
  remembered: RememberedRows | undefined,
): { rowRoles: Roles; rowParents?: Record<number, number> } | undefined {
  if (!remembered) return undefined;
  const rows = rowsOf(cells, place);
  if (hashOfRows(cells, place, rows) !== remembered.hash) return undefined;
  const { roles, parents } = remembered;
  const rowsAt = (places: readonly number[]) => places.flatMap((at) => rows[at] ?? []);
  return {
    rowRoles: {
      group: rowsAt(roles.group),
      derived: rowsAt(roles.derived),
      ...(roles.ungrouped && { ungrouped: rowsAt(roles.ungrouped) }),
      ...(roles.note && { note: rowsAt(roles.note) }),
      ...(roles.skip && { skip: rowsAt(roles.skip) }),
    },
    ...(parents && {
      rowParents: Object.fromEntries(
        rows.flatMap((row, at) => {
          const parent = rows[parents[at] ?? -1];
          return parent === undefined ? [] : [[row, parent]];
        }),
      ),
    }),
  };
}

/** The header at the top, which may head the rows too, and what is below it. */
const rowsOf = (cells: SheetCells, place: Place) => [
  ...topRows(place.headerRows),
  ...cells.filledRows(bodyBelow(place)),
];

function hashOfRows(cells: SheetCells, { range, headerRows }: Place, rows: readonly number[]): number {
  const headers = topRows(headerRows).length;
  const labels = rows.slice(headers).map((row) => rowLabel(cells, { range }, row));
  return hashOf([headers, ...labels].join('\n'));
}
