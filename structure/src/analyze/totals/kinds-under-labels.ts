import type { CellGrid } from '../../cell-grid.js';
import { opensWithTotal } from '../../lines/line-vocabulary.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { namesTotal } from '../../total-vocabulary.js';

const minBlocks = 3;
/** Of the blocks that have the same kinds of figures; others may lack one. */
const usualShare = 0.8;
const rounding = 0.01;

/**
 * The rows of totals where each label has the same kinds of figures below: `2016`, `2017` and `Percent change`, or `Total
 * clearances` and `Percent under 18`. There the label alone tells a total, and all its rows are of it. Undefined if rows do not
 * repeat so, or if one kind adds up the others, which makes it the total of each label.
 */
export function totalsByLabel(
  cells: SheetCells,
  grid: CellGrid,
  region: RegionSpec,
  rows: readonly number[],
): number[] | undefined {
  const [label, kind] = region.columns.slice(0, region.headerColumns).map(({ source }) => source);
  if (region.headerColumns !== 2 || label === undefined || kind === undefined) return undefined;
  const blocks = blocksOf(cells, label, rows);
  const kindsOf = (block: readonly number[]) =>
    block.map((row) =>
      cells
        .text(row, kind)
        .trim()
        .replace(/(?<=\p{L})\d+$/u, ''),
    );
  const usual = mostFrequent(blocks.map((block) => kindsOf(block).join('\n')));
  const alike = blocks.filter((block) => kindsOf(block).join('\n') === usual);
  const kinds = usual.split('\n');
  if (alike.length < minBlocks || alike.length < usualShare * blocks.length) return undefined;
  if (kinds.length < 2 || kinds.includes('') || new Set(kinds).size < kinds.length) return undefined;
  const values = region.columns.slice(2).map(({ source }) => source);
  if (
    kinds.some((_, at) => 2 * alike.filter((block) => addsUp(grid, block, at, values)).length > alike.length)
  )
    return undefined;
  const isTotal = (row = -1) => namesTotal(cells.text(row, label)) || opensWithTotal(cells.text(row, label));
  return blocks.filter(([first]) => isTotal(first)).flat();
}

/** The rows from one label to the next. */
function blocksOf(cells: SheetCells, label: number, rows: readonly number[]): number[][] {
  const blocks: number[][] = [];
  for (const row of rows) {
    if (!cells.isBlank(row, label)) blocks.push([row]);
    else blocks.at(-1)?.push(row);
  }
  return blocks;
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** Whether one row of a block has the sum of the others, in most columns. */
function addsUp(grid: CellGrid, block: readonly number[], at: number, columns: readonly number[]): boolean {
  const numberIn = (row: number, column: number) => grid.number(row, column) || 0;
  const stated = columns.filter((column) => numberIn(block[at] ?? -1, column) !== 0);
  const isSum = (column: number) => {
    const others = block.reduce((sum, row, place) => (place === at ? sum : sum + numberIn(row, column)), 0);
    const total = numberIn(block[at] ?? -1, column);
    return Math.abs(others - total) <= rounding * Math.abs(total);
  };
  return stated.length > 0 && 2 * stated.filter(isSum).length > stated.length;
}
