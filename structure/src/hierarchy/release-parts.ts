import type { CellGrid } from '../cell-grid.js';
import { namesTotal } from '../total-vocabulary.js';
import { dataColumns, type LabelRange } from './row-label.js';
import type { LabelNode } from './row-label-tree.js';

/** Whether two rows have the same numbers, several of them, a blank being none. */
export function haveSameNumbers(
  grid: CellGrid,
  one: number,
  other: number,
  columns: readonly number[],
): boolean {
  const numberAt = (row: number, column: number) => grid.number(row, column) || 0;
  const telling = columns.filter((column) => numberAt(one, column) !== 0);
  return telling.length > 1 && columns.every((column) => numberAt(one, column) === numberAt(other, column));
}

/**
 * What one total adds up is beside each other, whatever it looks like: it would count a part twice together with its whole.
 * Nor has a row with figures of its own any parts that a total outside of it adds up to something else. Abbreviations among
 * names, and bold records, look like headings; what is computed itself is a whole, even if it was counted twice.
 */
export function releaseSummedElsewhere(grid: CellGrid, nodes: readonly LabelNode[], range: LabelRange): void {
  const columns = dataColumns(grid, range);
  const byRow = new Map(nodes.map((node) => [node.label.row, node]));
  for (const [total, parts] of range.computed ?? []) {
    if (parts.length < 2) continue;
    const summed = new Set(parts);
    const isRecord = ({ label }: LabelNode) => label.hasNumbers && !range.computed?.has(label.row);
    const isOutside = (whole: LabelNode) =>
      total > whole.label.row &&
      isRecord(whole) &&
      byRow.get(total)?.parent !== whole &&
      parts.every((part) => byRow.get(part)?.parent === whole) &&
      !haveSameNumbers(grid, whole.label.row, total, columns);
    const first = byRow.get(parts[0] ?? -1)?.parent;
    const wrong = first && isOutside(first) ? first : undefined;
    // A formula adds up headings between its parts too, which have nothing to add.
    const isBeside = (whole: LabelNode) => summed.has(whole.label.row) && isRecord(whole);
    for (const part of parts) {
      const node = byRow.get(part);
      while (node?.parent && (node.parent === wrong || isBeside(node.parent)))
        node.parent = node.parent.parent;
    }
  }
}

/**
 * A total that is less than what is indented below it is not its total, as that of the islands above all districts: what is
 * below it belongs where the total itself does. Where no total is as great as its parts, they are medians or rates of all.
 */
export function releaseLargerParts(grid: CellGrid, nodes: readonly LabelNode[], range: LabelRange): void {
  const columns = dataColumns(grid, range);
  const parts = new Map<LabelNode, LabelNode[]>();
  for (const node of nodes) {
    if (!node.parent) continue;
    const beside = parts.get(node.parent);
    if (beside) beside.push(node);
    else parts.set(node.parent, [node]);
  }
  // An average, too, is less than some of the rows that it is computed from.
  const totals = [...parts].filter(([{ label }]) => namesTotal(grid.text(label.row, label.column)));
  const lesser = totals.filter(([whole, below]) => isLessThanParts(grid, whole, below, columns));
  if (lesser.length > 1 && lesser.length === totals.length) return;
  for (const [whole, below] of lesser) for (const part of below) part.parent = whole.parent;
}

/** Whether some part has a greater number in half of the columns at least. */
function isLessThanParts(
  grid: CellGrid,
  { label }: LabelNode,
  below: readonly LabelNode[],
  columns: readonly number[],
): boolean {
  const rows = below.map((part) => part.label.row);
  const compared = columns.filter((column) =>
    [label.row, ...rows].some((row) => grid.number(row, column) > 0),
  );
  const isLess = (column: number) =>
    rows.every((row) => !(grid.number(row, column) < 0)) &&
    rows.some((row) => grid.number(row, column) > grid.number(label.row, column));
  return compared.length > 0 && 2 * compared.filter(isLess).length >= compared.length;
}
