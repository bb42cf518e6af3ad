import { describeOtherwise } from '../../analyze/analyze-sheet.js';
import { type AskedSheet, describeAnew } from '../../decisions/answer-questions.js';
import { classifyLines, evidenceOfLines } from '../../lines/classify-lines.js';
import { type LineRole, type ScoredRole, scoredRoles } from '../../lines/line-role.js';
import { rolesIn } from '../../lines/roles-of-rows.js';
import type { RegionSpec } from '../../parse-spec.js';
import { sayOfReading } from '../../reading-messages.js';
import { gridOfSheet } from '../../sheet-grid.js';
import { asPlainList, documentRegions, judgeDocument } from './documents/read-document.js';
import type { Decision, Reading } from './reading.js';

/** So many of the least certain lines are taken for what they are next most likely. */
const maxLines = 6;
/** A line is doubtful where what else it may be is at least this likely. */
const minShare = 0.12;

/** Whole readings that do not start from the tables found first. */
export function* otherTables(sheet: AskedSheet, baseName: string): Generator<Reading> {
  const { cells, dialect } = sheet;
  const grid = gridOfSheet(cells.sheet, dialect);
  const naming = namingOf(sheet, baseName);
  const lines = classifyLines(grid);
  const why = sayOfReading('alternative-other-tables');
  const read = (id: string, find: Parameters<typeof describeOtherwise>[2]): Reading[] => {
    const regions = describeOtherwise({ cells, dialect, grid }, naming, find);
    return regions.length === 0 ? [] : [{ regions, decisions: [{ id, region: '', why }] }];
  };
  yield* read('no-forms', (ways) => ways.byLines());
  yield* read('forms', (ways) => ways.withForms());
  yield* read('as-found', (ways) => ways.asFound());
  for (const { row, role } of doubtfulLines(grid, lines)) {
    const other = lines.with(row, role);
    yield* read(`line-${row + 1}-${role}`, (ways) => ways.byLines(other));
  }
}

/** The sheet as a document: fields around lists of items. */
export function asDocument(sheet: AskedSheet, baseName: string): Reading | undefined {
  const { cells, dialect } = sheet;
  const grid = gridOfSheet(cells.sheet, dialect);
  const found = documentRegions(grid);
  const regions = describeOtherwise(
    { cells, dialect, grid },
    namingOf(sheet, baseName),
    () => found,
    (region) => asPlainList(grid, region, found),
  );
  const decision: Decision = { id: 'document', region: '', why: sayOfReading('alternative-document') };
  return regions.length === 0
    ? undefined
    : { regions: judgeDocument(grid, found, regions), decisions: [decision] };
}

/** The regions have the ids of those found first. */
function namingOf({ spec }: AskedSheet, baseName: string) {
  const firstId = Number(/^r(\d+)/.exec(spec.regions[0]?.id ?? '')?.[1] ?? 1);
  return { baseName, idOf: (at: number) => `r${firstId + at}` };
}

function doubtfulLines(
  grid: Parameters<typeof classifyLines>[0],
  lines: readonly LineRole[],
): { row: number; role: ScoredRole; share: number }[] {
  const evidence = evidenceOfLines(grid);
  return lines
    .flatMap((role, row) =>
      role === 'empty'
        ? []
        : scoredRoles
            .filter((other) => other !== role)
            .map((other) => ({ row, role: other, share: evidence.share(row, other) ?? 0 })),
    )
    .filter(({ share }) => share >= minShare)
    .sort((a, b) => b.share - a.share)
    .slice(0, maxLines);
}

/** Two tables below each other with the same columns are one. */
export function joinedTables(sheet: AskedSheet, { regions, decisions }: Reading): Reading[] {
  return regions.flatMap((upper, at) => {
    const lower = regions.slice(at + 1).find((one) => one.kind === 'data' && isBelow(upper, one));
    if (upper.kind !== 'data' || upper.layout === 'form' || !lower || lower.layout === 'form') return [];
    const range = {
      top: upper.range.top,
      bottom: lower.range.bottom,
      left: Math.min(upper.range.left, lower.range.left),
      right: Math.max(upper.range.right, lower.range.right),
    };
    const between = regions.filter(
      (one) =>
        one !== upper && one !== lower && one.range.bottom >= range.top && one.range.top <= range.bottom,
    );
    if (between.length > 0) return [];
    const roles = rolesIn({ ...upper, range });
    rolesIn(lower).forEach((role, row) => {
      if (row > upper.range.bottom) roles[row] = role === 'header' ? 'data' : role;
    });
    const joined = describeAnew(sheet, { ...upper, range }, roles);
    const decision: Decision = { id: 'join', region: upper.id, why: sayOfReading('alternative-joined') };
    return [
      {
        regions: regions.flatMap((one) => (one === upper ? [joined] : one === lower ? [] : [one])),
        decisions: [...decisions, decision],
      },
    ];
  });
}

const isBelow = ({ range: upper }: RegionSpec, { range: lower }: RegionSpec) =>
  lower.top > upper.bottom &&
  lower.top - upper.bottom <= 3 &&
  lower.left <= upper.right &&
  lower.right >= upper.left;
