import type { Dialect } from '@workbook-data-service/sheets';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { findTables } from '../analyze/analyze-sheet.js';
import { describeTable } from '../analyze/describe-table.js';
import { judgeRegions } from '../analyze/judge-regions.js';
import { titlesOver } from '../analyze/name-regions.js';
import type { LineRole } from '../lines/line-role.js';
import { rolesIn } from '../lines/roles-of-rows.js';
import type { Question, RegionSpec, SheetSpec } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';
import { hasRecordRows } from '../records/unfold-records.js';
import type { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { contains } from './contains.js';
import type { Decisions } from './decisions.js';
import { describeRecords } from './describe-records.js';

/** A sheet and what is known of it. */
export interface AskedSheet {
  cells: SheetCells;
  dialect: Dialect | null;
  spec: SheetSpec;
}

/**
 * The region as its answered questions want it, or those that it becomes. Answered questions are not asked again.
 */
export function answerQuestions(
  sheet: AskedSheet,
  region: RegionSpec,
  answers: Decisions['answers'],
): RegionSpec[] {
  const answered = (region.questions ?? []).filter(({ id }) => Object.hasOwn(answers, id));
  const settled = new Set(answered.map(({ id }) => id));
  return answered
    .filter(({ id, default: standing }) => answers[id] !== standing)
    .map((question) => ({ question, row: rowAskedAbout(region, question) }))
    .sort((a, b) => (a.row ?? Number.POSITIVE_INFINITY) - (b.row ?? Number.POSITIVE_INFINITY))
    .reduce(
      // Rows in their order, then the layout: the header tells whether there are periods or levels.
      (results, { question, row }) =>
        results.flatMap((result) => answerQuestion(sheet, result, question, row)),
      [region],
    )
    .map((result) => ({
      ...result,
      questions: (result.questions ?? []).filter(({ id }) => !settled.has(id)),
    }));
}

function answerQuestion(
  sheet: AskedSheet,
  region: RegionSpec,
  question: Question,
  row: number | undefined,
): RegionSpec[] {
  if (row !== undefined) {
    const isOwn = row >= region.range.top && row <= region.range.bottom;
    if (!isOwn) return [region];
    return /\.table\d+$/.test(question.id)
      ? withTableFrom(sheet, region, row)
      : [withHeaderChanged(sheet, region, row)];
  }
  if (/\.tables$/.test(question.id)) return tablesWithin(sheet, region);
  if (/\.periods$/.test(question.id)) return [withoutPeriods(region)];
  const steps = region.steps.filter(({ operator }) => operator === 'ffill');
  return [{ ...region, steps, layout: 'flat' }];
}

/** The row that a question of the kind `r1.header3` or `r1.table9` is about, from 0. */
function rowAskedAbout({ range }: RegionSpec, { id }: Question): number | undefined {
  const [, number] = /\.(?:header|table)(\d+)$/.exec(id) ?? [];
  const row = Number(number ?? 0) - 1;
  return row >= range.top && row <= range.bottom ? row : undefined;
}

/** With the row in the header if it was not, and out of it if it was. */
function withHeaderChanged(sheet: AskedSheet, region: RegionSpec, row: number): RegionSpec {
  const roles = rolesIn(region);
  roles[row] = roles[row] === 'header' ? 'data' : 'header';
  return describeAnew(sheet, region, roles);
}

/** The tables of a sheet that was taken as one; its id stays that of the first. */
function tablesWithin({ cells, dialect }: AskedSheet, { id, name, range }: RegionSpec): RegionSpec[] {
  const idOf = (at: number) => (at === 0 ? id : `${id}_${at + 1}`);
  return findTables(cells, range, dialect, { baseName: name, idOf });
}

/** Two tables instead of one: the second begins at the row, which is its header. */
function withTableFrom(sheet: AskedSheet, region: RegionSpec, row: number): RegionSpec[] {
  const roles = rolesIn(region);
  roles[row] = 'header';
  if (row === region.range.top) return [describeAnew(sheet, region, roles)];
  const part = (range: CellRange, suffix: string) =>
    describeAnew(sheet, { ...region, range, id: region.id + suffix, name: region.name + suffix }, roles);
  return [part({ ...region.range, bottom: row - 1 }, ''), part({ ...region.range, top: row }, `_${row + 1}`)];
}

/** The region as its range and the given roles of its rows make it. */
export function describeAnew(
  { cells, dialect, spec }: AskedSheet,
  region: RegionSpec,
  roles: readonly LineRole[],
): RegionSpec {
  const { kind, range, id, name, headerRows } = region;
  const sharedHeader = headerRows.filter((row) => row < range.top);
  const others = spec.regions.map((other) => ({ kind: other.kind, range: other.range, roles: [] }));
  const titles = titlesOver(cells, others, { kind, range, roles });
  const around = { id, name, titles, alone: others.length === 1 };
  const table = hasRecordRows(region)
    ? describeRecords({ cells, dialect }, withRoles(region, roles), around)
    : describeTable(
        { cells, dialect, grid: gridOfSheet(cells.sheet, dialect) },
        { kind, range, roles, sharedHeader },
        around,
      );
  const beside = spec.regions.filter((other) => other.id !== id && !contains(other.range, range));
  return judgeRegions(cells, [table, ...beside])[0] ?? table;
}

function withRoles(region: RegionSpec, roles: readonly LineRole[]): RegionSpec {
  const { top } = region.range;
  const rowsWith = (role: LineRole) => roles.flatMap((one, row) => (one === role && row >= top ? [row] : []));
  const above = region.headerRows.filter((row) => row < top);
  return {
    ...region,
    headerRows: [...above, ...rowsWith('header')],
    rowRoles: { ...region.rowRoles, group: rowsWith('group'), derived: rowsWith('derived') },
  };
}
