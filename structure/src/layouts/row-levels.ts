import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { hashOf } from './label-key.js';
import { depthsBy, type LevelRow, learnLevels } from './level-model.js';
import { rowLabel } from './remember-rows.js';
import type { LevelModel } from './remembered.js';
import { rowLooks } from './row-looks.js';

/** Longer tables are lists. */
const maxRows = 5000;

type Parents = Record<number, number>;

/** What is remembered of which rows are below which; undefined for a table without levels, null where that cannot be said. */
export function rememberLevels(cells: SheetCells, region: RegionSpec): LevelModel | null | undefined {
  const { layout, rowParents = {} } = region;
  if (layout !== 'report' && Object.keys(rowParents).length === 0) return undefined;
  const rows = levelRows(cells, region);
  if (rows.length > maxRows) return null;
  const depths = rows.map(({ row }) => depthOf(rowParents, row));
  const isTree = isSame(parentsOf(rows, depths), rowParents, rows);
  return isTree ? learnLevels(rows, depths) : null;
}

/**
 * Which rows are below which, as in the sheet that was remembered, and of how many that is unsure: all where nothing tells or a
 * label that told is gone, and otherwise those that structuring sees below another row although their labels are new among labels that tell.
 */
export function levelsBy(
  cells: SheetCells,
  region: RegionSpec,
  model: LevelModel | null,
): { rowParents: Parents; unsure: number } {
  const found = region.rowParents ?? {};
  const rows = levelRows(cells, region);
  const depths = model === null || rows.length > maxRows ? undefined : depthsBy(model, rows);
  if (!model || !depths) return { rowParents: found, unsure: rows.length };
  const rowParents = parentsOf(rows, depths);
  const labels = new Set(rows.map(({ label }) => `${label}`));
  const known = Object.keys(model.labels);
  // Without a row that was known by its label alone, another one may have taken its place.
  if (known.some((label) => !labels.has(label))) return { rowParents, unsure: rows.length };
  const other = rows.filter(
    ({ row, label }) =>
      known.length > 0 &&
      model.labels[label ?? -1] === undefined &&
      found[row] !== undefined &&
      found[row] !== rowParents[row],
  );
  return { rowParents, unsure: other.length };
}

function levelRows(cells: SheetCells, region: RegionSpec): LevelRow[] {
  return rowLooks(cells, region).map((look) => {
    const label = rowLabel(cells, region, look.row);
    return { ...look, label: /\p{L}/u.test(label) ? hashOf(label) : undefined };
  });
}

function depthOf(parents: Parents, row: number): number {
  const seen = new Set<number>();
  for (let above = parents[row]; above !== undefined && !seen.has(above); above = parents[above])
    seen.add(above);
  return seen.size;
}

/** The parent of each row is the last one above it that is a level less deep. */
function parentsOf(rows: readonly { row: number }[], depths: readonly number[]): Parents {
  const parents: Parents = {};
  const open: number[] = [];
  for (const [at, { row }] of rows.entries()) {
    const depth = Math.min(depths[at] ?? 0, open.length);
    open.length = depth;
    const above = open.at(-1);
    if (above !== undefined) parents[row] = above;
    open.push(row);
  }
  return parents;
}

const isSame = (one: Parents, other: Parents, rows: readonly { row: number }[]) =>
  rows.every(({ row }) => one[row] === other[row]);
