import type { ColumnSpec, Question, RegionSpec, SheetSpec } from '../../core/parse-spec.js';
import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import { describeTable } from '../analyze/describe-table.js';
import { titlesOver } from '../analyze/name-regions.js';
import type { LineRole } from '../lines/line-role.js';
import type { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import type { Decisions } from './decisions.js';

interface AskedSheet {
  cells: SheetCells;
  dialect: Dialect | null;
  spec: SheetSpec;
}

/** The region as its answered questions want it; they are not asked again. */
export function answerQuestions(
  sheet: AskedSheet,
  region: RegionSpec,
  answers: Decisions['answers'],
): RegionSpec {
  const answered = (region.questions ?? []).filter(({ id }) => Object.hasOwn(answers, id));
  const settled = new Set(answered.map(({ id }) => id));
  const changed = answered
    .filter(({ id, default: standing }) => answers[id] !== standing)
    // Headers first: they tell anew whether there are periods or levels.
    .sort((a, b) => Number(headerRow(region, b) !== undefined) - Number(headerRow(region, a) !== undefined))
    .reduce((result, question) => answerQuestion(sheet, result, question), region);
  return { ...changed, questions: (changed.questions ?? []).filter(({ id }) => !settled.has(id)) };
}

function answerQuestion(sheet: AskedSheet, region: RegionSpec, question: Question): RegionSpec {
  const row = headerRow(region, question);
  if (row !== undefined) return withHeaderChanged(sheet, region, row);
  const steps = region.steps.filter(({ operator }) => operator === 'ffill');
  if (question.id.endsWith('.periods'))
    return { ...region, steps, layout: 'flat', columns: region.columns.map(withoutPeriod) };
  return { ...region, steps, layout: 'flat' };
}

/** The row that a question of the kind `r1.header3` asks about, from 0. */
function headerRow({ id: regionId, range }: RegionSpec, { id }: Question): number | undefined {
  const [, number] = /^\.header(\d+)$/.exec(id.slice(regionId.length)) ?? [];
  const row = Number(number ?? 0) - 1;
  return row >= range.top && row <= range.bottom ? row : undefined;
}

/** Describes the table anew, with the row in the header if it was not, and out of it if it was. */
function withHeaderChanged(
  { cells, dialect, spec }: AskedSheet,
  region: RegionSpec,
  row: number,
): RegionSpec {
  const roles = rolesIn(region);
  roles[row] = roles[row] === 'header' ? 'data' : 'header';
  const others = spec.regions.map(({ kind, range }) => ({ kind, range, roles: [] }));
  const { kind, range, id, name } = region;
  return describeTable(
    { cells, dialect, grid: gridOfSheet(cells.sheet) },
    { kind, range, roles },
    { id, name, titles: titlesOver(cells, others, { kind, range, roles }), alone: others.length === 1 },
  );
}

function rolesIn({ range, headerRows, rowRoles }: RegionSpec): LineRole[] {
  const roles = new Array<LineRole>(range.bottom + 1).fill('data');
  for (const row of headerRows) roles[row] = 'header';
  for (const row of rowRoles.group) roles[row] = 'group';
  for (const row of rowRoles.derived) roles[row] = 'derived';
  return roles;
}

function withoutPeriod({ period, measure, ...column }: ColumnSpec): ColumnSpec {
  return period === undefined ? column : { ...column, role: 'value' };
}
