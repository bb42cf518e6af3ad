import type { CellGrid } from '../cell-grid.js';
import { NumberColumn, partsOf, type SumProof } from './parts-of-whole.js';
import { partsWithDetails } from './parts-with-details.js';
import { haveSameNumbers } from './release-parts.js';

const minNested = 0.8;
/** In longer lists it takes too long to tell parts and details apart. */
const maxRowsWithDetails = 200;

/** For each row the place of the one that it is a part of, or undefined. */
export type SumTree = (number | undefined)[];

/** Whether a row may be the whole of the parts that were found; `end` is the place behind the last of them and its own parts. */
type MayBeWhole = (whole: number, parts: readonly number[], end: number) => boolean;

/**
 * Which rows add up to one above them, where nothing but numbers tells it. Innermost parts are found first, so that a part that
 * has parts of its own counts once: `Goods` of `Cars` and `Others`, where `Cars` is `New` and `Used`.
 */
export function sumTree(
  grid: CellGrid,
  rows: readonly number[],
  summed: readonly number[],
  proof: SumProof,
  mayBeWhole: MayBeWhole = () => true,
): SumTree {
  const columns = summed.map((column) => new NumberColumn(grid, rows, column));
  const parents: SumTree = rows.map(() => undefined);
  /** The place behind the last row of each row's tree. */
  const ends = rows.map((_, at) => at + 1);
  const repeats = rows.map((row, at) => at > 0 && haveSameNumbers(grid, rows[at - 1] as number, row, summed));
  /** Where the parts of the same whole go on behind a part, which may have a single part with the same numbers. */
  const behind = (at: number, isOnly: boolean) => {
    const end = ends[at] as number;
    return isOnly && end === at + 1 && repeats[end] && mayBeWhole(at, [end], end + 1) ? end + 1 : end;
  };
  /** Nests what adds up only without the details of some parts, of which others are not shown. */
  const nestDetailed = (whole: number) => {
    const end = (at: number) => ends[at] as number;
    const found = partsWithDetails(columns, whole, end);
    const last = found && Math.max(...found.keys());
    if (!found || last === undefined || !mayBeWhole(whole, [...found.keys()], end(last))) return;
    for (const [part, details] of found) {
      parents[part] = whole;
      for (const detail of details) parents[detail] = part;
      ends[part] = Math.max(end(part), ...details.map(end));
    }
    ends[whole] = end(last);
  };
  for (let at = rows.length - 3; at >= 0; at--) {
    for (const isOnly of [false, true]) {
      const next = (part: number) => behind(part, isOnly);
      const parts = partsOf(columns, at, next, proof);
      const last = parts.at(-1);
      if (last === undefined || !mayBeWhole(at, parts, next(last))) continue;
      for (const part of parts) {
        parents[part] = at;
        if (next(part) > (ends[part] as number)) parents[part + 1] = part;
      }
      ends[at] = next(last);
      break;
    }
    if (ends[at] === at + 1 && rows.length <= maxRowsWithDetails) nestDetailed(at);
  }
  return parents;
}

/** Whether wholes and parts make up most of a table, or one tree of several levels all of it. */
export function areLevels(parents: SumTree): boolean {
  const wholes = new Set(parents);
  wholes.delete(undefined);
  const isOneTree = wholes.size > 1 && parents.every((parent, at) => at === 0 || parent !== undefined);
  const nested = parents.filter((parent, at) => parent !== undefined || wholes.has(at)).length;
  return isOneTree || (wholes.size > 1 && nested >= minNested * parents.length);
}
