import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';
import { readLineFacts } from './line-facts.js';
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
