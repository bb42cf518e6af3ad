import type { CellGrid } from '../cell-grid.js';
import { unpackTrees, weighClasses } from './boosted-trees.js';
import { likelyPath } from './likely-path.js';
import type { LineFacts } from './line-facts.js';
import { lineFeatures } from './line-features.js';
import type { LineRole, ScoredRole } from './line-role.js';
import { roleCount, roleIndex, scoredRoles } from './line-role.js';
import { followScores, lineTrees } from './line-weights.js';
import type { SheetFacts } from './sheet-facts.js';
import { readSheetFacts } from './sheet-facts.js';
import { gatherSpreadTexts } from './spread-text.js';
import type { LineSums, SumEvidence } from './sum-evidence.js';
import { isConvincing } from './sum-evidence.js';

const trees = unpackTrees(lineTrees);

/** In a long sheet only lines this near to its ends are all classified. */
const weighedEnds = 400;

/** Of the columns of a row that is surely a sum. */
const minSummedShare = 0.9;
const minSummed = 3;
const noSum: SumEvidence = { share: 0, columns: 0, lines: 0 };

/** The non-empty rows of a sheet, and how likely each of them has each role. */
interface WeighedLines {
  rows: readonly number[];
  shares: Float64Array;
  sums: readonly LineSums[];
}

/** Cached: the same sheet is classified, and then judged by how likely its roles were. */
const knownLines = new WeakMap<CellGrid, WeighedLines>();

/** The role of every row of a sheet, by a model trained on labelled sheets (bench/structure). */
export function classifyLines(source: CellGrid): LineRole[] {
  const { rows, shares } = weighLines(source);
  const path = likelyPath(shares, rows, followScores);
  const roles = new Array<LineRole>(source.rowCount).fill('empty');
  rows.forEach((row, index) => {
    roles[row] = scoredRoles[path[index] as number] as LineRole;
  });
  return roles;
}

/** What the lines of a sheet tell about the roles of its rows, each seen by itself. */
export interface LineEvidence {
  /** How likely a row has a role; undefined for an empty row. */
  share(row: number, role: ScoredRole): number | undefined;
  /** The number of rows below a row that it is the sum of, in too many columns for chance; 0 if there are none. */
  summedBelow(row: number): number;
}

/** Of a part of a sheet, `firstRow` is its row in the sheet. */
export function evidenceOfLines(source: CellGrid, firstRow = 0): LineEvidence {
  const { rows, shares, sums } = weighLines(source);
  const places = new Map(rows.map((row, index) => [firstRow + row, index]));
  return {
    share: (row, role) => {
      const place = places.get(row);
      return place === undefined ? undefined : shares[place * roleCount + roleIndex[role]];
    },
    summedBelow: (row) => {
      const { share, columns, lines } = sums[places.get(row) ?? -1]?.below ?? noSum;
      return share >= minSummedShare && columns >= minSummed ? lines : 0;
    },
  };
}

function weighLines(source: CellGrid): WeighedLines {
  const known = knownLines.get(source);
  if (known) return known;
  const grid = gatherSpreadTexts(source);
  const sheet = readSheetFacts(grid);
  const shares = new Float64Array(sheet.lines.length * roleCount);
  sheet.lines.forEach((_, index) => {
    if (isPlainlyData(sheet, index)) shares[index * roleCount + roleIndex.data] = 1;
    else weighClasses(trees, lineFeatures(grid, sheet, index), shares, index * roleCount);
  });
  const weighed = { rows: sheet.lines.map((line) => line.row), shares, sums: sheet.sums };
  knownLines.set(source, weighed);
  return weighed;
}

/**
 * Deep inside a long sheet, a line like its neighbours without a telling word or sum needs no classification.
 */
function isPlainlyData(sheet: SheetFacts, index: number): boolean {
  const { lines } = sheet;
  if (index < weighedEnds || index >= lines.length - weighedEnds) return false;
  const line = lines[index] as LineFacts;
  const { above, below } = sheet.sums[index] as LineSums;
  return (
    line.filled >= Math.max(2, sheet.typicalFilled / 2) &&
    line.totalWords + line.computedWords === 0 &&
    !isConvincing(above) &&
    !isConvincing(below) &&
    isMuchLike(line, lines[index - 1] as LineFacts) &&
    isMuchLike(line, lines[index + 1] as LineFacts)
  );
}

function isMuchLike(line: LineFacts, other: LineFacts): boolean {
  return (
    Math.abs(line.row - other.row) === 1 &&
    line.firstColumn === other.firstColumn &&
    Math.abs(line.numbers - other.numbers) * 4 <= line.filled &&
    Math.abs(line.texts - other.texts) * 4 <= line.filled
  );
}
