import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { ColumnSpec, RegionSpec, SheetSpec } from '../parse-spec.js';
import { foundReading } from './asked-model.js';
import { addressText, quoted, rangeText, rowsText } from './picture-text.js';
import { withinTokens } from './tokens.js';

const maxRegions = 40;
const maxColumns = 24;
const maxDoubts = 6;
const maxText = 160;

/** How a sheet is read today, and what is doubted about it. */
export function pictureOfReading(spec: SheetSpec, maxTokens: number): string[] {
  const { regions } = foundReading(spec);
  const lines = [
    ...(spec.keptAsSheet ? ['(not sure enough to be followed: the cells would stay as they are)'] : []),
    ...regions.slice(0, maxRegions).flatMap(linesOf),
  ];
  const { kept, leftOut } = withinTokens(lines, maxTokens - 20);
  const more = leftOut + Math.max(0, regions.length - maxRegions);
  return more > 0 ? [...kept, `… ${more} more`] : kept;
}

function linesOf(region: RegionSpec): string[] {
  const { id, kind, range, name } = region;
  if (kind !== 'data') return [`${id} ${kind} ${rangeText(range)}`];
  const doubts = (region.doubts ?? []).slice(0, maxDoubts).map(({ text }) => text.slice(0, maxText));
  const questions = (region.questions ?? []).slice(0, 3).map(({ text }) => text.slice(0, maxText));
  return [
    `${id} ${region.layout} ${rangeText(range)} name ${quoted(name, 60)} confidence ${region.confidence}${rowsOf(region)}`,
    `  columns: ${columnsText(region.columns)}`,
    ...(doubts.length > 0 ? [`  doubts: ${doubts.join(' ')}`] : []),
    ...(questions.length > 0 ? [`  questions: ${questions.join(' ')}`] : []),
  ];
}

function rowsOf({ headerRows, rowRoles, rowParents, continues, steps }: RegionSpec): string {
  const parents = Object.entries(rowParents ?? {});
  const under = parents.slice(0, 12).map(([row, parent]) => `${Number(row) + 1}<${parent + 1}`);
  const told = (name: string, rows: readonly number[] | undefined) =>
    rows && rows.length > 0 ? [`${name} ${rowsText(rows)}`] : [];
  const parts = [
    ...told('header', headerRows),
    ...told('groups', rowRoles.group),
    ...told('totals', rowRoles.derived),
    ...told('notes', rowRoles.note),
    ...told('skip', rowRoles.skip),
    ...told('ungrouped', rowRoles.ungrouped),
    ...(under.length > 0 ? [`under ${under.join(' ')}${parents.length > under.length ? ' …' : ''}`] : []),
    ...(continues ? [`continues ${continues}`] : []),
    ...steps.map(({ operator }) => `step ${operator}`),
  ];
  return parts.length > 0 ? `; ${parts.join('; ')}` : '';
}

function columnsText(columns: readonly ColumnSpec[]): string {
  const told: string[] = [];
  for (let at = 0; at < columns.length && told.length < maxColumns; ) {
    const run = columns.slice(at, endOfPeriods(columns, at));
    told.push(run.length >= leastPeriods ? periodsText(run) : columnText(run[0] as ColumnSpec));
    at += run.length >= leastPeriods ? run.length : 1;
    if (told.length === maxColumns && at < columns.length) told.push(`${columns.length - at} more`);
  }
  return told.join(', ');
}

/** So many columns of periods beside each other are told by the first and the last. */
const leastPeriods = 4;

function endOfPeriods(columns: readonly ColumnSpec[], from: number): number {
  const first = columns[from];
  const end = columns.findIndex(
    ({ role, type, unit, derived, measure }, at) =>
      at > from &&
      (role !== 'period' ||
        type !== first?.type ||
        unit !== first?.unit ||
        derived !== first?.derived ||
        measure !== first?.measure),
  );
  return first?.role !== 'period' ? from + 1 : end < 0 ? columns.length : end;
}

function periodsText(run: readonly ColumnSpec[]): string {
  const [first, last] = [run[0] as ColumnSpec, run.at(-1) as ColumnSpec];
  const names = `${quoted(first.name, 40)} … ${quoted(last.name, 40)}`;
  const unit = first.unit ? ` unit ${quoted(first.unit, 20)}` : '';
  const place = `${columnLetters(first.source)}:${columnLetters(last.source)}`;
  return `${place} ${names} ${first.type} period ${first.period ?? ''} … ${last.period ?? ''}${unit}`;
}

function columnText({ name, type, role, period, unit, cell, label, derived, source }: ColumnSpec): string {
  const labelled = label ? `<${addressText(label.row, label.column)}` : '';
  const place = cell ? addressText(cell.row, cell.column) + labelled : columnLetters(source);
  const besides = [
    ...(role === 'attribute' ? [] : [role]),
    ...(period ? [period] : []),
    ...(unit ? [`unit ${quoted(unit, 20)}`] : []),
    ...(derived ? ['computed'] : []),
  ];
  return [`${place} ${quoted(name, 40)} ${type}`, ...besides].join(' ');
}
