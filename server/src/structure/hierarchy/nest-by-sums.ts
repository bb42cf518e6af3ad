import type { CellGrid } from '../cell-grid.js';
import { saysComputed } from '../lines/line-words.js';
import { namesTotal } from '../total-words.js';
import { countParts, mostParts } from './leading-sums.js';
import { dataColumns, type LabelRange, type RowLabel } from './row-label.js';
import type { LabelNode } from './row-label-tree.js';

/** Longer lists are records, not reports. */
const mostRows = 2000;

/**
 * Rows that add up to the one before them are its parts, where they look like it. Innermost parts are found first, so that a part
 * that has parts of its own counts once.
 */
export function nestBySums(grid: CellGrid, nodes: readonly LabelNode[], range: LabelRange): void {
  if (nodes.length > mostRows) return;
  const columns = dataColumns(grid, range);
  for (const siblings of runsOfSiblings(nodes)) {
    let roots: LabelNode[] = [];
    for (const whole of siblings.toReversed()) {
      const rows = [whole, ...roots.slice(0, mostParts)].map(({ label }) => label.row);
      const summed = isClosing(whole.label) ? [] : roots.slice(0, countParts(grid, rows, columns));
      // The total of a whole group is beside its parts, as one below them would be.
      const isOfAll = whole === siblings[0] && summed.length === roots.length;
      const isTotalOfGroup = isOfAll && isTotal(grid, whole.label, range);
      const isNested = !isTotalOfGroup && !summed.some(({ label }) => isResult(grid, label, range));
      const parts = isNested ? summed : [];
      for (const part of parts) part.parent = whole;
      roots = [whole, ...roots.slice(parts.length)];
    }
  }
}

/** Both sides of an account add up to the same, so the total of the one equals the rows of the other. */
const isClosing = ({ row, parts }: RowLabel) => parts.length > 0 && parts.every((part) => part < row);

/** Sales are the sum of costs and profit only because the profit is what is left of them; a total of rows below it is a part. */
function isResult(grid: CellGrid, label: RowLabel, range: LabelRange): boolean {
  const isTotalAbove = label.parts.length > 0 && label.parts.every((part) => part > label.row);
  return !isTotalAbove && (isTotal(grid, label, range) || saysComputed(grid.text(label.row, label.column)));
}

const isTotal = (grid: CellGrid, { row, column }: RowLabel, { computed }: LabelRange) =>
  computed?.has(row) === true || namesTotal(grid.text(row, column));

/** Labels of one parent right below each other that look the same, so that only numbers can tell parts and wholes. */
function runsOfSiblings(nodes: readonly LabelNode[]): LabelNode[][] {
  const runs: LabelNode[][] = [];
  for (const node of nodes) {
    const run = runs.at(-1);
    const above = run?.at(-1);
    if (run && above && isLike(node, above)) run.push(node);
    else runs.push([node]);
  }
  return runs;
}

const isLike = (one: LabelNode, other: LabelNode) =>
  one.parent === other.parent &&
  one.label.column === other.label.column &&
  one.label.indent === other.label.indent &&
  one.label.emphasis === other.label.emphasis &&
  one.label.hasData &&
  other.label.hasData;
