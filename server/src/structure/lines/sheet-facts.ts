import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';
import { readLineFacts } from './line-facts.js';
import type { LineSums } from './sum-evidence.js';
import { findLineSums } from './sum-evidence.js';

/** What is true of the sheet as a whole, and of the place of each line in it. */
export interface SheetFacts {
  /** The lines that hold anything. */
  lines: readonly LineFacts[];
  sums: readonly LineSums[];
  /** Most cells filled in one line, and in the middle one of the lines that have more than one. */
  widest: number;
  typicalFilled: number;
  /** The first column that holds anything, and how often the lines do in it. */
  leftmost: number;
  leadingFilled: number;
  /** Lines in which numbers prevail; lines that fill at least half of the typical. */
  numericLines: number;
  numericAbove: Int32Array;
  wideLines: number;
  wideAbove: Int32Array;
  /** Lines since the last empty one, and until the next. */
  sinceGap: Int32Array;
  untilGap: Int32Array;
  /** How often the same first text is met. */
  sameLead: ReadonlyMap<string, number>;
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
  };
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
