import type { CellGrid } from '../cell-grid.js';
import { dataColumns, type LabelRange, type RowLabel } from './row-label.js';

/** Fewer blocks with headings do not show that blank rows part the groups. */
const minHeaded = 3;

/** A row that begins a block between blank rows and is no heading, with the last heading above it and what follows that one. */
interface Headless {
  first: RowLabel;
  heading: RowLabel;
  rows: readonly RowLabel[];
}

/**
 * The rows that follow a blank row and are not in the group above it, each with the heading of that group. Where nearly all blocks
 * between blank rows begin with a heading, those that do not are in no group: `Fuelwood` after `Lumber: | Imports | Exports` and
 * `Logs: | Imports | Exports`. Elsewhere it takes a total: one that begins the block, or one of the group, which ends with its last part.
 */
export function rowsApart(
  grid: CellGrid,
  range: LabelRange,
  labels: readonly RowLabel[],
): Map<number, RowLabel> {
  const textOf = ({ row, column }: RowLabel) => grid.text(row, column).trim();
  const isHeading = (label: RowLabel) => !label.hasData || /[:：](?:\s*\\\d{1,2})*$/.test(textOf(label));
  const blocks = blocksOf(grid, range, labels);
  // A heading that a blank row parts from its rows goes on behind blank rows.
  const headed = blocks.filter(([first, second]) => first && second && isHeading(first));
  const headless = headlessBlocks(blocks, isHeading);
  const areRare = headed.length >= minHeaded && 2 * headless.length < headed.length;
  const totals = labels.filter(isTotalAbove);
  const endsWithParts = ({ heading, rows }: Headless) =>
    totals.some(
      ({ row, parts }) =>
        row < heading.row && heading.row < Math.min(...parts) && Math.max(...parts) === rows.at(-1)?.row,
    );
  /** `Television stations: Total` names its own group. */
  const isOfOthers = (label: RowLabel) =>
    isTotalAbove(label) || (label.total !== 'none' && /\S[:：]\s/.test(textOf(label)));
  const isOtherTotal = ({ first, rows: [sibling] }: Headless) =>
    isOfOthers(first) && sibling !== undefined && !isOfOthers(sibling);
  const sharesWord = ({ first, heading, rows }: Headless) => {
    const words = new Set([heading, ...rows].flatMap((label) => wordsIn(textOf(label))));
    return wordsIn(textOf(first)).some((word) => words.has(word));
  };
  const isApart = (block: Headless) =>
    endsWithParts(block) || isOtherTotal(block) || (areRare && !sharesWord(block));
  return new Map(headless.filter(isApart).map(({ first, heading }) => [first.row, heading]));
}

function blocksOf(grid: CellGrid, range: LabelRange, labels: readonly RowLabel[]): RowLabel[][] {
  const columns = [...range.labelColumns, ...dataColumns(grid, range)];
  const isBlank = (row: number) => columns.every((column) => grid.isEmpty(row, column));
  const blocks: RowLabel[][] = [];
  for (const label of labels) {
    const block = blocks.at(-1);
    if (!block || isBlank(label.row - 1)) blocks.push([label]);
    else block.push(label);
  }
  return blocks;
}

function headlessBlocks(
  blocks: readonly (readonly RowLabel[])[],
  isHeading: (label: RowLabel) => boolean,
): Headless[] {
  const found: Headless[] = [];
  let heading: RowLabel | undefined;
  let rows: readonly RowLabel[] = [];
  for (const block of blocks) {
    const [first] = block;
    if (first && heading && rows.length > 0 && !isHeading(first)) found.push({ first, heading, rows });
    const last = block.findLastIndex(isHeading);
    if (last >= 0) [heading, rows] = [block[last], block.slice(last + 1)];
  }
  return found;
}

const isTotalAbove = ({ row, parts }: RowLabel) => parts.length > 1 && parts.every((part) => part > row);

/** `English-speaking Hispanic` goes on with `White, non-Hispanic`, and `Hispanic` with `Race and Hispanic origin`. */
const wordsIn = (label: string) => label.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
