import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { SheetCells } from '../sheet-cells.js';
import { contains } from './contains.js';

/** What the service says of them; people may list others with reasons of their own. */
const leftOut = (range: CellRange) => {
  const { text, code, params } = sayOfReading('cells-left-out');
  return { range, reason: text, code, params };
};

/** What is left beyond this is listed as one range. */
const maxRanges = 1000;

/** The spec with every cell that no region has among the unassigned ones. */
export function listCellsLeftOut(cells: SheetCells, spec: SheetSpec): SheetSpec {
  const regions = spec.regions.map(({ range }) => range);
  const listed = spec.unassigned.filter(({ range }) => !regions.some((region) => contains(region, range)));
  const left = rangesOutside(cells, [...regions, ...listed.map(({ range }) => range)]);
  return { ...spec, unassigned: [...listed, ...left.map(leftOut)] };
}

/** Ranges with all non-blank cells that none of the given ranges has: runs down a column, joined with equal ones beside them. */
function rangesOutside(cells: SheetCells, known: readonly CellRange[]): CellRange[] {
  const found: CellRange[] = [];
  let beside: CellRange[] = [];
  cells.sheet.columns.forEach((column, at) => {
    const runs = column ? runsOutside(cells, at, known) : [];
    const joined = runs.map((run) => {
      const equal = beside.find(
        ({ top, bottom, right }) => top === run.top && bottom === run.bottom && right === at - 1,
      );
      if (equal) equal.right = at;
      else if (found.length < maxRanges) found.push(run);
      else widen(found[maxRanges - 1] as CellRange, run);
      return equal ?? run;
    });
    beside = joined.slice(0, maxRanges);
  });
  return found;
}

function runsOutside(cells: SheetCells, column: number, known: readonly CellRange[]): CellRange[] {
  const first = cells.sheet.columns[column]?.firstRow ?? 0;
  const filled = cells.filled(column);
  const covered = new Uint8Array(filled.length);
  for (const { left, right, top, bottom } of known)
    if (left <= column && column <= right)
      covered.fill(1, Math.max(0, top - first), Math.max(0, bottom - first + 1));
  const runs: CellRange[] = [];
  for (let slot = 0; slot < filled.length; slot++) {
    if (!filled[slot] || covered[slot]) continue;
    const row = first + slot;
    const last = runs.at(-1);
    if (last?.bottom === row - 1) last.bottom = row;
    else runs.push({ top: row, bottom: row, left: column, right: column });
  }
  return runs;
}

function widen(range: CellRange, { top, left, bottom, right }: CellRange): void {
  range.top = Math.min(range.top, top);
  range.left = Math.min(range.left, left);
  range.bottom = Math.max(range.bottom, bottom);
  range.right = Math.max(range.right, right);
}
