import { describeAnew } from '../../decisions/answer-questions.js';
import type { LineRole } from '../../lines/line-role.js';
import { opensLikeNote } from '../../lines/line-vocabulary.js';
import { rolesIn } from '../../lines/roles-of-rows.js';
import type { RegionSpec } from '../../parse-spec.js';
import { sayOfReading } from '../../reading-messages.js';
import { namesResult } from '../../total-vocabulary.js';
import { blockOf, type Generator, noteOf } from './reading.js';

/** Rows at the end of a table that may belong to its totals, or to nothing in it. */
const maxClosing = 12;

/** Every row that heads a group, or is computed, is a record after all. */
export const plainRecords: Generator = (sheet, region) => {
  const { group, derived } = region.rowRoles;
  const hasParents = region.rowParents !== undefined;
  if (group.length + derived.length === 0 && !hasParents && region.layout !== 'report') return [];
  const kept = (roles: readonly LineRole[]) => asRecords(region, roles);
  const named = derived.filter((row) => isNamedTotal(sheet.cells, region, row));
  return [
    ...(group.length > 0
      ? [
          {
            id: 'groups-are-records',
            why: sayOfReading('alternative-no-groups'),
            regions: [pinned(sheet, region, kept(['group']), derived)],
          },
        ]
      : []),
    ...(derived.length > 0
      ? [
          {
            id: 'no-totals',
            why: sayOfReading('alternative-no-totals'),
            regions: [pinned(sheet, region, kept(['derived']), [])],
          },
        ]
      : []),
    ...(named.length > 0 && named.length < derived.length
      ? [
          {
            id: 'named-totals',
            why: sayOfReading('alternative-named-totals'),
            regions: [pinned(sheet, region, kept(['derived']), named)],
          },
        ]
      : []),
    { id: 'list', why: sayOfReading('alternative-list'), regions: [flatList(sheet, region, named)] },
    {
      id: 'list-of-all',
      why: sayOfReading('alternative-list-of-all'),
      regions: [flatList(sheet, region, [])],
    },
  ];
};

type Sheet = Parameters<Generator>[0];

function asRecords(region: RegionSpec, gone: readonly LineRole[]): LineRole[] {
  return rolesIn(region).map((role) => (gone.includes(role) ? 'data' : role));
}

/** The region with exactly these computed rows, whatever arithmetic finds. */
function pinned(
  sheet: Sheet,
  region: RegionSpec,
  roles: readonly LineRole[],
  derived: readonly number[],
): RegionSpec {
  const found = describeAnew(sheet, region, roles);
  return { ...found, rowRoles: { ...found.rowRoles, derived: [...derived] } };
}

/** A plain list: no levels, no groups, only totals with such a name. */
function flatList(sheet: Sheet, region: RegionSpec, derived: readonly number[]): RegionSpec {
  const found = describeAnew(sheet, region, asRecords(region, ['group', 'derived']));
  const { rowParents, ...rest } = found;
  return {
    ...rest,
    layout: found.layout === 'report' ? 'flat' : found.layout,
    rowRoles: { group: [], derived: [...derived] },
    steps: [],
  };
}

function isNamedTotal(cells: Sheet['cells'], { range, columns }: RegionSpec, row: number): boolean {
  return (
    columns.slice(0, 4).some(({ source }) => namesResult(cells.text(row, source))) ||
    namesResult(cells.text(row, cells.firstFilled(row, range) ?? range.left))
  );
}

/** The last rows are totals that nothing confirms. */
export const closingTotals: Generator = (sheet, region) => {
  if (region.layout === 'form') return [];
  const derived = new Set(region.rowRoles.derived);
  const rows = sheet.cells.filledRows(region.range).filter((row) => !region.headerRows.includes(row));
  const found: number[] = [];
  for (const row of rows.toReversed().slice(0, maxClosing)) {
    if (!isClosing(sheet.cells, region, row)) break;
    if (!derived.has(row)) found.push(row);
  }
  if (found.length === 0 || found.length >= rows.length) return [];
  const roles = rolesIn(region);
  for (const row of found) roles[row] = 'derived';
  const all = [...derived, ...found].sort((a, b) => a - b);
  return [
    {
      id: 'closing-totals',
      why: sayOfReading('alternative-closing-totals'),
      regions: [pinned(sheet, region, roles, all)],
    },
  ];
};

function isClosing(cells: Sheet['cells'], { range }: RegionSpec, row: number): boolean {
  const filled = cells.filledInRow(row, range);
  return filled.some((column) => namesResult(cells.text(row, column).replace(/[:：]\s*$/, '')));
}

/** What follows the last total, or a blank row, is no part of the table. */
export const notesBelow: Generator = (sheet, region) => {
  if (region.layout === 'form') return [];
  const { range, rowRoles, headerRows } = region;
  const rows = sheet.cells.filledRows(range);
  const firstBody = rows.find((row) => !headerRows.includes(row)) ?? range.top;
  const cuts = new Set<number>();
  const last = rowRoles.derived.at(-1);
  if (last !== undefined) cuts.add(last + 1);
  rows.forEach((row, at) => {
    const before = rows[at - 1];
    if (before !== undefined && row > before + 1) cuts.add(row);
    if (opensLikeNote(sheet.cells.text(row, sheet.cells.firstFilled(row, range) ?? 0))) cuts.add(row);
  });
  return [...cuts]
    .filter((row) => row > firstBody && row <= range.bottom)
    .sort((a, b) => b - a)
    .slice(0, 3)
    .map((row) => {
      const above = { ...region, range: blockOf(range, { bottom: row - 1 }) };
      const below = blockOf(range, { top: row });
      return {
        id: 'notes-below',
        why: sayOfReading('alternative-notes-below', { row: row + 1 }),
        regions: [describeAnew(sheet, above, rolesIn(region)), noteOf(region, below)],
      };
    });
};
