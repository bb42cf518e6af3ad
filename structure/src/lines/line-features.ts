import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import { countColumns, likeness } from './compare-lines.js';
import type { LineFacts } from './line-facts.js';
import { lookFeatures } from './line-looks.js';
import { sizeAmong } from './line-magnitude.js';
import {
  opensLikeHeading,
  opensLikeNote,
  opensLikeTitle,
  opensWithFootnoteMark,
  opensWithTotal,
  saysComputed,
  saysTotal,
  saysUnit,
} from './line-vocabulary.js';
import type { LineBlock, SheetFacts } from './sheet-facts.js';
import type { LineSums, SumEvidence } from './sum-evidence.js';
import { shapeAgreement } from './text-shape.js';

/**
 * The features of a line for the model: its cells, its words, its position, its neighbours, its arithmetic
 * and its look.
 */
export function lineFeatures(grid: CellGrid, sheet: SheetFacts, index: number): number[] {
  const facts = sheet.lines[index] as LineFacts;
  return cellFeatures(facts, sheet).concat(
    wordFeatures(facts),
    positionFeatures(sheet, index),
    ...nearby.map((distance) => neighbourFeatures(sheet, facts, index + distance)),
    columnFeatures(grid, sheet, index),
    arithmeticFeatures(sheet.sums[index] as LineSums),
    sizeAmong(grid, sheet.lines, index),
    shapeAgreement(grid, sheet.lines, index),
    blockFeatures(grid, sheet, index),
    lookFeatures(sheet.looks, index),
  );
}

function cellFeatures(facts: LineFacts, sheet: SheetFacts): number[] {
  const { filled } = facts;
  const span = facts.lastColumn - facts.firstColumn + 1;
  return [
    filled,
    filled / sheet.widest,
    filled / sheet.typicalFilled,
    filled / span,
    facts.numbers / filled,
    facts.texts / filled,
    (facts.numbers + facts.missing) / filled,
    facts.dates / filled,
    facts.missing / filled,
    facts.periods / filled,
    facts.periods,
    facts.numbers,
    facts.numbers - facts.periods,
    facts.texts,
    facts.firstColumn,
    facts.firstColumn - sheet.leftmost,
    facts.lastColumn / sheet.widest,
    facts.kindChanges,
    facts.texts ? facts.distinctTexts / facts.texts : 1,
    facts.texts ? facts.textLength / facts.texts : 0,
    facts.longestText,
  ];
}

function wordFeatures(facts: LineFacts): number[] {
  const { lead } = facts;
  const trimmed = lead.trim();
  const letters = trimmed.replaceAll(/[^\p{L}]/gu, '');
  return [
    lead.length,
    trimmed.split(/\s+/).length,
    facts.indent,
    Number(saysTotal(lead)),
    Number(opensWithTotal(lead)),
    Number(saysComputed(lead)),
    Number(opensLikeNote(lead)),
    Number(opensWithFootnoteMark(lead)),
    Number(opensLikeTitle(lead)),
    Number(saysUnit(lead)),
    Number(opensLikeHeading(lead)),
    facts.fields / facts.filled,
    facts.units,
    facts.whenMade,
    facts.parties,
    facts.totalWords,
    facts.computedWords,
    Number(trimmed.endsWith(':') || trimmed.endsWith('：')),
    Number(trimmed.endsWith('.') || trimmed.endsWith('。') || trimmed.endsWith(';')),
    Number(/^[[(（]/.test(trimmed)),
    Number(letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()),
    Number(/^\p{Ll}/u.test(trimmed)),
    Number(/^\d/.test(trimmed)),
    Number(/https?:|www\.|@/.test(trimmed)),
    (trimmed.match(/\d/g)?.length ?? 0) / Math.max(1, trimmed.length),
    Number(/^[-_=.*\s]+$/.test(trimmed)),
  ];
}

function positionFeatures(sheet: SheetFacts, index: number): number[] {
  const { lines } = sheet;
  const row = (lines[index] as LineFacts).row;
  const last = lines.length - 1;
  const rowBefore = lines[index - 1]?.row ?? -1;
  const rowAfter = lines[index + 1]?.row ?? row + 1;
  return [
    index,
    last - index,
    last ? index / last : 0,
    row,
    row - rowBefore - 1,
    rowAfter - row - 1,
    sheet.numericAbove[index] as number,
    sheet.numericLines - (sheet.numericAbove[index] as number),
    sheet.wideAbove[index] as number,
    sheet.wideLines - (sheet.wideAbove[index] as number),
    sheet.numericLines ? (sheet.numericAbove[index] as number) / sheet.numericLines : 0,
    sheet.wideLines ? (sheet.wideAbove[index] as number) / sheet.wideLines : 0,
    sheet.sinceGap[index] as number,
    sheet.untilGap[index] as number,
    lines.length,
    sheet.widest,
    sheet.numericLines / lines.length,
    sheet.sameLead.get((lines[index] as LineFacts).lead) ?? 0,
    sheet.typicalFilled,
  ];
}

/** Distances of the other lines that are examined. */
const nearby = [-3, -2, -1, 1, 2, 3];

function neighbourFeatures(sheet: SheetFacts, own: LineFacts, index: number): number[] {
  const other = sheet.lines[index];
  const sums = sheet.sums[index];
  if (!other || !sums) return [-1, -1, -1, -1, 0, 0, -1, 0, 0];
  return [
    other.filled,
    other.numbers / other.filled,
    other.filled / own.filled,
    other.periods / other.filled,
    other.indent - own.indent,
    other.firstColumn - own.firstColumn,
    other.lead.length,
    other.totalWords,
    Math.max(strength(sums.above), strength(sums.below)),
  ];
}

function columnFeatures(grid: CellGrid, sheet: SheetFacts, index: number): number[] {
  const own = sheet.lines[index] as LineFacts;
  const before = sheet.lines[index - 1];
  const after = sheet.lines[index + 1];
  return agreement(grid, sheet, index, 1).concat(agreement(grid, sheet, index, -1), [
    before ? likeness(grid, own, before) : -1,
    after ? likeness(grid, own, after) : -1,
    Number(grid.kind(own.row, sheet.leftmost) === Kind.empty),
    sheet.leadingFilled,
  ]);
}

/** The place of a line among the lines that no empty one separates from it. */
function blockFeatures(grid: CellGrid, sheet: SheetFacts, index: number): number[] {
  const own = sheet.lines[index] as LineFacts;
  const at = sheet.blockOf[index] as number;
  const block = sheet.blocks[at] as LineBlock;
  const numericBefore = sheet.numericAbove[index] as number;
  const numericAtTop = sheet.numericAbove[block.first] as number;
  const numericAtEnd = sheet.numericAbove[block.last + 1] ?? sheet.numericLines;
  const next = index < block.last ? sheet.lines[index + 1] : undefined;
  return [
    at,
    sheet.blocks.length - at,
    block.last - block.first + 1,
    numericBefore - numericAtTop,
    numericAtEnd - numericBefore,
    own.filled / block.widest,
    own.firstColumn - block.left,
    block.right - own.lastColumn,
    sheet.repetitions[index] as number,
    sheet.isRepetition[index] as number,
    next ? covered(grid, own, next) : -1,
    next ? covered(grid, next, own) : -1,
    index > block.first ? covered(grid, own, sheet.lines[index - 1] as LineFacts) : -1,
  ];
}

/** Share of the filled columns of one line that another fills too. */
function covered(grid: CellGrid, by: LineFacts, line: LineFacts): number {
  let both = 0;
  for (let column = line.firstColumn; column <= line.lastColumn; column++)
    if (!grid.isEmpty(line.row, column) && !grid.isEmpty(by.row, column)) both++;
  return both / line.filled;
}

/** How well the line fits the columns of the next lines in one direction. */
function agreement(grid: CellGrid, sheet: SheetFacts, index: number, step: 1 | -1): number[] {
  const { row } = sheet.lines[index] as LineFacts;
  const { filled, numbers, lines } = countColumns(grid, sheet.lines, index, step);
  let numericColumns = 0;
  let textColumns = 0;
  const onNumeric = { number: 0, text: 0, empty: 0 };
  const onText = { text: 0, empty: 0 };
  for (let column = 0; column < grid.columnCount; column++) {
    const inColumn = filled[column] as number;
    if (inColumn * 3 < lines || inColumn === 0) continue;
    const kind = grid.kind(row, column);
    if ((numbers[column] as number) * 2 > inColumn) {
      numericColumns++;
      if (kind === Kind.number) onNumeric.number++;
      else if (kind === Kind.empty) onNumeric.empty++;
      else onNumeric.text++;
    } else {
      textColumns++;
      if (kind === Kind.empty) onText.empty++;
      else if (kind !== Kind.number) onText.text++;
    }
  }
  const share = (part: number, whole: number) => (whole ? part / whole : -1);
  return [
    lines,
    numericColumns,
    textColumns,
    share(onNumeric.number, numericColumns),
    share(onNumeric.text, numericColumns),
    share(onNumeric.empty, numericColumns),
    share(onText.text, textColumns),
    share(onText.empty, textColumns),
  ];
}

function arithmeticFeatures({ above, below, meanAbove, lessAbove }: LineSums): number[] {
  const sumFeatures = ({ share, columns, lines }: SumEvidence) => [share, columns, lines];
  return sumFeatures(above).concat(sumFeatures(below), sumFeatures(meanAbove), sumFeatures(lessAbove), [
    Math.max(strength(above), strength(below)),
  ]);
}

function strength({ share, columns }: SumEvidence): number {
  return share * columns;
}
