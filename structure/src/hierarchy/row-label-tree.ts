import type { CellGrid } from '../cell-grid.js';
import { withoutAbbreviations } from './abbreviated-labels.js';
import { rowsApart } from './blocks-apart.js';
import { nestBySums } from './nest-by-sums.js';
import { numberKey, outerNumber } from './numbering.js';
import { haveSameNumbers, releaseLargerParts, releaseSummedElsewhere } from './release-parts.js';
import { nestRepeatedParts } from './repeated-parts.js';
import { dataColumns, type LabelRange, type RowLabel, readRowLabels } from './row-label.js';

interface RowLabelRange extends LabelRange {
  /** The row of the header above the labels, if it should be the parent of all without another one. */
  headerRow?: number;
}

export interface LabelNode {
  label: RowLabel;
  parent: LabelNode | null;
  children: number;
  /** Whether a child is farther right; totals do not count, as they are often moved for the layout. */
  headsIndented: boolean;
  /** Whether a child is a heading that stands out less. */
  headsLesser: boolean;
  /** The indent of the label, or of a child that is farther left. */
  indent: number;
  /** Its total has been read, so only indented labels belong to it. */
  closed: boolean;
}

/** For every row from `firstRow` to `lastRow`, the row of its parent label, or null. */
export function rowLabelTree(grid: CellGrid, range: RowLabelRange): (number | null)[] {
  const labels = withoutAbbreviations(grid, readRowLabels(grid, range), dataColumns(grid, range));
  const nodes = nestByLooks(
    withoutInnerTotals(grid, withOuterHeadings(grid, labels)),
    rowsApart(grid, range, labels),
  );
  // Where the looks distinguish parts and wholes, they win: people choose looks with more care. Among labels that look the
  // same numbers come before repetition, which may be one of names alone, and what contradicts the numbers is undone at last.
  nestBySums(grid, nodes, range);
  nestRepeatedParts(grid, nodes);
  nestOnlyParts(grid, nodes, range);
  releaseSummedElsewhere(grid, nodes, range);
  releaseLargerParts(grid, nodes, range);
  const parents: (number | null)[] = Array.from({ length: range.lastRow - range.firstRow + 1 }, () => null);
  for (const { label, parent } of nodes)
    parents[label.row - range.firstRow] = parent?.label.row ?? range.headerRow ?? null;
  return parents;
}

/**
 * `PERCENT CHANGE` with nothing below it but `Current dollars` and `Constant dollars`, which are above it too: the heading of
 * both, however alike they look.
 */
function withOuterHeadings(grid: CellGrid, labels: readonly RowLabel[]): readonly RowLabel[] {
  const textOf = ({ row, column }: RowLabel) => grid.text(row, column).trim();
  const seen = new Set<string>();
  return labels.map((label, at) => {
    const below = labels[at + 1];
    if (label.hasData) return label;
    const isOuter =
      below !== undefined &&
      !below.hasData &&
      below.emphasis === label.emphasis &&
      below.column === label.column &&
      below.indent === label.indent &&
      !seen.has(textOf(label)) &&
      seen.has(textOf(below));
    seen.add(textOf(label));
    return isOuter ? { ...label, emphasis: label.emphasis + 0.5 } : label;
  });
}

/**
 * `Total supply` with `Exports` right below it, in one group and again in another: it is one figure of each group, and ends none.
 * What is shown to be a sum does.
 */
function withoutInnerTotals(grid: CellGrid, labels: readonly RowLabel[]): readonly RowLabel[] {
  const textOf = ({ row, column }: RowLabel) => grid.text(row, column).trim();
  const mayEnd = ({ total, parts }: RowLabel) => total !== 'none' && parts.length === 0;
  const seen = new Set<string>();
  const inner = new Set<string>();
  for (const [at, label] of labels.entries()) {
    const next = labels[at + 1];
    if (!mayEnd(label) || !next?.hasData) continue;
    const pair = `${textOf(label)}\n${textOf(next)}`;
    if (seen.has(pair)) inner.add(textOf(label));
    seen.add(pair);
  }
  if (inner.size === 0) return labels;
  return labels.map((label) =>
    mayEnd(label) && inner.has(textOf(label)) ? { ...label, total: 'none' } : label,
  );
}

/** Each label with its parent, by its place and look alone; those in `apart` are not below the heading there. */
export function nestByLooks(
  labels: readonly RowLabel[],
  apart: ReadonlyMap<number, RowLabel> = new Map(),
): LabelNode[] {
  const counted = new Map<string, LabelNode>();
  let open: LabelNode[] = [];
  return labels.map((label) => {
    // 1.2 belongs to 1, whatever is between them.
    const outer = label.numbering && counted.get(outerNumber(label.numbering));
    if (outer) open = lineage(outer);
    else {
      const left = open.findIndex((group) => group.label.row === apart.get(label.row)?.row);
      if (left >= 0 && open[left]?.indent === label.indent) open.length = left;
      while (open.length > 0 && !isUnder(label, open)) open.pop();
    }
    const parent = open.at(-1) ?? null;
    const node: LabelNode = {
      label,
      parent,
      children: 0,
      headsIndented: false,
      headsLesser: false,
      indent: label.indent,
      closed: false,
    };
    if (parent) adopt(parent, node);
    if (label.numbering) counted.set(numberKey(label.numbering), node);
    open.push(node);
    return node;
  });
}

function adopt(parent: LabelNode, node: LabelNode): void {
  if (node.label.total !== 'none' && parent.children > 0 && !isAboveAll(node.label)) parent.closed = true;
  // Labels that step to the next column are indented by that, whatever spaces they begin with.
  if (node.label.column === parent.label.column) parent.indent = Math.min(parent.indent, node.indent);
  parent.headsIndented ||= node.indent > parent.indent && node.label.total === 'none';
  parent.headsLesser ||= !node.label.hasData && node.label.emphasis < parent.label.emphasis;
  parent.children++;
}

const lineage = (node: LabelNode): LabelNode[] => (node.parent ? [...lineage(node.parent), node] : [node]);

/** Whether a label belongs under the innermost open one: the clearest sign decides. */
function isUnder(label: RowLabel, open: readonly LabelNode[]): boolean {
  const group = open.at(-1) as LabelNode;
  const above = group.label;
  if (label.total === 'grand total') return false;
  if (label.parts.includes(above.row)) return false;
  if (label.total !== 'none' && (isLeaf(group) || isEmptyTotal(above, label))) return false;
  if (label.column !== above.column) return label.column > above.column;
  if (label.isDetail !== above.isDetail && label.indent === group.indent) return label.isDetail;
  if (isPastParts(label, group)) return false;
  if (standsOutMore(label, above) || isBesideHeading(label, group)) return false;
  if (label.parts.length > 0 && !above.hasData && isBelowAll(label))
    return label.parts.every((part) => part > above.row);
  if (isEmptyHeading(group) && label.hasData && above.emphasis >= label.emphasis + 2) return true;
  if (label.indent !== group.indent) return label.indent > group.indent;
  if (group.closed) return false;
  const numbered = isUnderByNumber(label, open);
  if (numbered !== null) return numbered;
  return (
    headsByLooks(group) && (group.headsIndented ? isTotalOf(label, group) : above.emphasis > label.emphasis)
  );
}

/** What follows the last part of a total above its parts, and is not farther right, is not one of them. */
const isPastParts = (label: RowLabel, { label: above, indent }: LabelNode) =>
  above.parts.length > 1 &&
  above.parts.every((part) => above.row < part && part < label.row) &&
  label.indent <= indent;

/** Whether it follows what it is computed from. */
const isBelowAll = ({ row, parts }: RowLabel) => parts.every((part) => part < row);

/** Whether what it is computed from follows it, so that it ends nothing. */
const isAboveAll = ({ row, parts }: RowLabel) => parts.length > 0 && parts.every((part) => part > row);

/** A bold total or a bold remark stands out for itself, not because it is a heading for the rows below. */
const headsByLooks = ({ label }: LabelNode) => !label.hasData || (label.hasNumbers && label.total === 'none');

/** A total adds up several rows, so it is not the first part of a row, unless that is a larger total. */
const isLeaf = ({ label, children }: LabelNode) => label.hasData && label.total === 'none' && children === 0;

/** `Total Equities` without figures is beside `Total Credit`, and not the heading of that. */
const isEmptyTotal = (above: RowLabel, label: RowLabel) =>
  above.total !== 'none' && !above.hasData && above.indent === label.indent;

/** A heading must have children, even if they are farther left. */
const isEmptyHeading = ({ label, children }: LabelNode) => !label.hasData && children === 0;

/** A heading is not under a row, or a lesser heading, even where it is farther right. */
const standsOutMore = (label: RowLabel, above: RowLabel) =>
  !label.hasData && label.emphasis > above.emphasis + (above.hasData ? 1 : 0);

/** A heading that stands out as much as one with lesser headings is beside it, even where it is farther right. */
const isBesideHeading = (label: RowLabel, { label: above, headsLesser }: LabelNode) =>
  headsLesser && !label.hasData && !above.hasData && label.emphasis === above.emphasis;

/** A total below its indented parts is as far left as their heading. */
const isTotalOf = (label: RowLabel, group: LabelNode) => label.total !== 'none' && !group.label.hasData;

function isUnderByNumber(label: RowLabel, open: readonly LabelNode[]): boolean | null {
  const above = open.at(-1)?.label.numbering;
  const { numbering } = label;
  if (!numbering || !above) return null;
  if (numbering.style === above.style) return false;
  // A numbering style that an outer group already uses continues there; a new one goes a level down.
  return !open.some((group) => group.label.numbering?.style === numbering.style);
}

/** Where totals stand above their parts, one with a single row up to the next, and the same numbers, is its total. */
function nestOnlyParts(grid: CellGrid, nodes: readonly LabelNode[], range: LabelRange): void {
  const columns = dataColumns(grid, range);
  const isTotal = (node: LabelNode | undefined) =>
    node !== undefined && (node.label.total !== 'none' || range.computed?.has(node.label.row) === true);
  const wholes = new Set(nodes.map(({ parent }) => parent));
  if (!nodes.some((node) => isTotal(node) && wholes.has(node))) return;
  for (const [at, whole] of nodes.entries()) {
    const [part, next] = [nodes[at + 1], nodes[at + 2]];
    if (!part || !isTotal(whole) || wholes.has(whole) || isTotal(part) || part.parent) continue;
    const isOnly = next === undefined || isTotal(next);
    if (isOnly && haveSameNumbers(grid, whole.label.row, part.label.row, columns)) part.parent = whole;
  }
}
