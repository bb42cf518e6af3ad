import type { CellGrid } from '../cell-grid.js';
import { saysComputed } from '../lines/line-vocabulary.js';
import { namesTotal } from '../total-vocabulary.js';
import type { SumProof } from './parts-of-whole.js';
import { dataColumns, type LabelRange, type RowLabel } from './row-label.js';
import type { LabelNode } from './row-label-tree.js';
import { sumTree } from './sum-tree.js';

/** Longer lists are records, not reports. */
const maxRows = 2000;
/** That the rows of a report have levels is known by other signs. */
const proof: SumProof = { minBits: 4, contraryBits: 2, slack: 1e-3 };

/** Rows that add up to the one before them are its parts, where they look like it. */
export function nestBySums(grid: CellGrid, nodes: readonly LabelNode[], range: LabelRange): void {
  if (nodes.length > maxRows) return;
  const columns = dataColumns(grid, range);
  for (const siblings of runsOfSiblings(nodes)) {
    const labels = siblings.map(({ label }) => label);
    const mayBeWhole = (at: number, parts: readonly number[], end: number) => {
      const whole = labels[at];
      if (!whole || isClosing(whole)) return false;
      // The total of a whole group is beside its parts, as one below them would be.
      const isOfAll = at === 0 && end === labels.length;
      if (isOfAll && isTotal(grid, whole, range)) return false;
      return !parts.some((part) => isResult(grid, labels[part] as RowLabel, range));
    };
    const rows = labels.map(({ row }) => row);
    for (const [at, whole] of sumTree(grid, rows, columns, proof, mayBeWhole).entries())
      if (whole !== undefined) (siblings[at] as LabelNode).parent = siblings[whole] ?? null;
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
