import type { CellGrid } from '../cell-grid.js';
import { unpackTrees, weighClasses } from './boosted-trees.js';
import { likelyPath } from './likely-path.js';
import type { LineFacts } from './line-facts.js';
import { lineFeatures } from './line-features.js';
import type { LineRole } from './line-role.js';
import { roleCount, roleIndex, scoredRoles } from './line-role.js';
import { followScores, lineTrees } from './line-weights.js';
import type { SheetFacts } from './sheet-facts.js';
import { readSheetFacts } from './sheet-facts.js';
import { gatherSpreadTexts } from './spread-text.js';
import type { LineSums } from './sum-evidence.js';
import { isConvincing } from './sum-evidence.js';

const trees = unpackTrees(lineTrees);

/** In a long sheet only lines this near to its ends are all classified. */
const weighedEnds = 400;

/** The role of every row of a sheet, by a model trained on labelled sheets (bench/structure). */
export function classifyLines(source: CellGrid): LineRole[] {
  const grid = gatherSpreadTexts(source);
  const sheet = readSheetFacts(grid);
  const shares = new Float64Array(sheet.lines.length * roleCount);
  sheet.lines.forEach((_, index) => {
    if (isPlainlyData(sheet, index)) shares[index * roleCount + roleIndex.data] = 1;
    else weighClasses(trees, lineFeatures(grid, sheet, index), shares, index * roleCount);
  });
  const rows = sheet.lines.map((line) => line.row);
  const path = likelyPath(shares, rows, followScores);
  const roles = new Array<LineRole>(grid.rowCount).fill('empty');
  rows.forEach((row, index) => {
    roles[row] = scoredRoles[path[index] as number] as LineRole;
  });
  return roles;
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
