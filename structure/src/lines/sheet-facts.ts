import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';
import { readLineFacts } from './line-facts.js';
import { LineLooks } from './line-looks.js';
import type { LineSums } from './sum-evidence.js';
import { findLineSums } from './sum-evidence.js';

/** Facts about the sheet as a whole, and about the position of each line in it. */
export interface SheetFacts {
  /** The non-empty lines. */
  lines: readonly LineFacts[];
  sums: readonly LineSums[];
  /** Most filled cells in one line, and the median over lines with more than one. */
  widest: number;
  typicalFilled: number;
  /** The first non-empty column, and how many lines fill it. */
  leftmost: number;
  leadingFilled: number;
  /** Lines that are mostly numbers; lines that fill at least half of the typical width. */
  numericLines: number;
  numericAbove: Int32Array;
  wideLines: number;
  wideAbove: Int32Array;
  /** Lines since the last empty one, and until the next. */
  sinceGap: Int32Array;
  untilGap: Int32Array;
  /** How often the same first text occurs. */
  sameLead: ReadonlyMap<string, number>;
  /** The runs of lines between empty ones. */
  blocks: readonly LineBlock[];
  blockOf: Int32Array;
  /** For a line of texts that has the same cells as an earlier or a later one, how many do; else 0. */
  repetitions: Int32Array;
  /** Whether such a line stands above. */
  isRepetition: Uint8Array;
  looks: LineLooks;
}

/** Lines without an empty one between them. */
export interface LineBlock {
  first: number;
  last: number;
  widest: number;
  left: number;
  right: number;
}

export function readSheetFacts(grid: CellGrid): SheetFacts {
  const lines = readLineFacts(grid);
  const typicalFilled = middleOf(lines.map((line) => line.filled).filter((filled) => filled > 1)) ?? 1;
  const leftmost = lines.reduce((least, line) => Math.min(least, line.firstColumn), grid.columnCount);
  const numeric = runningCount(lines, (line) => line.numbers > line.periods && line.numbers > 0);
  const wide = runningCount(lines, (line) => line.filled >= Math.max(2, typicalFilled / 2));
  return {
    lines,
    sums: findLineSums(grid, lines),
    widest: lines.reduce((most, line) => Math.max(most, line.filled), 1),
    typicalFilled,
    leftmost,
    leadingFilled:
      lines.filter((line) => grid.kind(line.row, leftmost) !== Kind.empty).length / Math.max(1, lines.length),
    numericLines: numeric.total,
    numericAbove: numeric.above,
    wideLines: wide.total,
    wideAbove: wide.above,
    sinceGap: distances(lines, 1),
    untilGap: distances(lines, -1),
    sameLead: countLeads(lines),
    ...findBlocks(lines),
    ...findRepetitions(grid, lines),
    looks: new LineLooks(grid, lines),
  };
}

function findBlocks(lines: readonly LineFacts[]): Pick<SheetFacts, 'blocks' | 'blockOf'> {
  const blocks: LineBlock[] = [];
  const blockOf = new Int32Array(lines.length);
  lines.forEach(({ row, filled, firstColumn, lastColumn }, index) => {
    const block = blocks.at(-1);
    if (!block || row - (lines[index - 1] as LineFacts).row > 1) {
      blocks.push({ first: index, last: index, widest: filled, left: firstColumn, right: lastColumn });
    } else {
      block.last = index;
      block.widest = Math.max(block.widest, filled);
      block.left = Math.min(block.left, firstColumn);
      block.right = Math.max(block.right, lastColumn);
    }
    blockOf[index] = blocks.length - 1;
  });
  return { blocks, blockOf };
}

/** Only lines of texts: a header is repeated on every page, and data may well be equal. */
function findRepetitions(
  grid: CellGrid,
  lines: readonly LineFacts[],
): Pick<SheetFacts, 'repetitions' | 'isRepetition'> {
  const repetitions = new Int32Array(lines.length);
  const isRepetition = new Uint8Array(lines.length);
  const same = new Map<string, number[]>();
  lines.forEach((line, index) => {
    if (line.filled < 2 || line.numbers > line.periods) return;
    const key = textsOf(grid, line);
    const indexes = same.get(key);
    if (indexes) indexes.push(index);
    else same.set(key, [index]);
  });
  for (const indexes of same.values()) {
    if (indexes.length < 2) continue;
    indexes.forEach((index, at) => {
      repetitions[index] = indexes.length;
      isRepetition[index] = Number(at > 0);
    });
  }
  return { repetitions, isRepetition };
}

function textsOf(grid: CellGrid, { row, firstColumn, lastColumn }: LineFacts): string {
  let texts = '';
  for (let column = firstColumn; column <= lastColumn; column++)
    texts += `${grid.text(row, column).trim()}\n`;
  return texts;
}

function runningCount(lines: readonly LineFacts[], counts: (line: LineFacts) => boolean) {
  const above = new Int32Array(lines.length);
  let total = 0;
  lines.forEach((line, index) => {
    above[index] = total;
    if (counts(line)) total++;
  });
  return { above, total };
}

function distances(lines: readonly LineFacts[], step: 1 | -1): Int32Array {
  const result = new Int32Array(lines.length);
  const start = step > 0 ? 1 : lines.length - 2;
  for (let index = start; index >= 0 && index < lines.length; index += step) {
    const gap = Math.abs((lines[index] as LineFacts).row - (lines[index - step] as LineFacts).row) > 1;
    result[index] = gap ? 0 : (result[index - step] as number) + 1;
  }
  return result;
}

function countLeads(lines: readonly LineFacts[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lead } of lines) counts.set(lead, (counts.get(lead) ?? 0) + 1);
  return counts;
}

function middleOf(values: number[]): number | undefined {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
