import type { RegionSpec } from '../../../parse-spec.js';
import type { SheetRegion } from '../../../regions/region.js';
import { isMarked, isUsual } from './form-fields.js';
import { isFigure, type SheetTokens, type Token } from './sheet-tokens.js';

/** What speaks for or against a document, each between 0 and 1. */
export const documentSignNames = [
  'certainty',
  'without_form',
  'without_list',
  'unusual_labels',
  'figures_left_over',
  'rows_left_over',
  'texts_left_over',
  'cells_beside',
  'blank_column',
  'mixed_column',
  'row_without_a_label',
  'header_like_row',
  'unlikely_row',
  'doubtful_row',
  'sum_among_rows',
  'total_among_rows',
  'repeated_name',
  'words_only',
  'deep_header',
] as const;
export type DocumentSign = (typeof documentSignNames)[number];

/** So many figures, rows or cells of a kind are as bad as more. */
const manyFigures = 8;
const manyRows = 4;
const manyCells = 20;

export function documentSigns(
  tokens: SheetTokens,
  found: readonly SheetRegion[],
  regions: readonly RegionSpec[],
): Record<DocumentSign, number> {
  const fields = found.flatMap((region) => region.fields ?? []);
  const lists = found.filter(({ kind, fields }) => kind === 'data' && !fields);
  const textAt = ({ row, column }: { row: number; column: number }) => tokens.grid.text(row, column).trim();
  const used = new Set(
    fields.flatMap(({ label, value, lines = [] }) => [label, value, ...lines]).map(placeOf),
  );
  const cellsOf = ({ range }: SheetRegion) => rowsOf(range).map((row) => within(tokens, row, range));
  const isBeside = ({ range }: SheetRegion) =>
    lists.some((list) => list.range.top <= range.top && range.bottom <= list.range.bottom);
  const others = found.filter((region) => !lists.includes(region));
  const left = others
    .filter((region) => !isBeside(region))
    .flatMap((region) => cellsOf(region).map((cells) => cells.filter((cell) => !used.has(placeOf(cell)))));
  const leftCells = left.flat();
  const beside = others.filter(isBeside).flatMap((region) => cellsOf(region).flat());
  const doubts = new Set(
    regions.flatMap((region) => (region.doubts ?? []).map(({ code }) => code as string)),
  );
  const own: Partial<Record<DocumentSign, number>> = {
    certainty: 1,
    without_form: Number(fields.length === 0),
    without_list: Number(lists.length === 0),
    unusual_labels: shareOf(fields, ({ label }) => !isUsual(textAt(label)) && !isMarked(textAt(label))),
    figures_left_over: Math.min(1, leftCells.filter(isFigure).length / manyFigures),
    rows_left_over: Math.min(1, left.filter((cells) => cells.length > 2).length / manyRows),
    texts_left_over: leftCells.length / Math.max(1, leftCells.length + used.size),
    cells_beside: Math.min(1, beside.length / manyCells),
    blank_column: Number(lists.some(({ range }) => hasBlankColumn(tokens, range))),
  };
  return Object.fromEntries(
    documentSignNames.map((name) => [name, own[name] ?? Number(doubts.has(name))]),
  ) as Record<DocumentSign, number>;
}

/** Texts beside so many records may be a column of theirs. */
const recordsBeside = 2;

/**
 * Whether a list may lack cells or have too many: texts beside its records or right below the last one may belong to it, and what
 * is behind a blank column may not.
 */
export function mayBeTorn(tokens: SheetTokens, found: readonly SheetRegion[]): boolean {
  const lists = found.filter(({ kind, fields }) => kind === 'data' && !fields);
  const besides = lists.flatMap(({ range }) =>
    found.filter(
      ({ kind, range: other }) => kind !== 'data' && range.top <= other.top && other.bottom <= range.bottom,
    ),
  );
  return lists.some(({ range, roles }) => {
    const isRecord = (row: number) => roles[row] === 'data';
    const beside = new Set(
      besides.flatMap((region) =>
        rowsOf(region.range).filter((row) => isRecord(row) && within(tokens, row, region.range).length > 0),
      ),
    );
    const goesOn = !roles.includes('derived') && within(tokens, range.bottom + 1, range).length > 0;
    return beside.size >= recordsBeside || goesOn || hasBlankColumn(tokens, range);
  });
}

/** Whether a column within a list has nothing in it: what is behind it may be another one. */
function hasBlankColumn(tokens: SheetTokens, { top, bottom, left, right }: SheetRegion['range']): boolean {
  const used = new Set<number>();
  for (let row = top; row <= bottom; row++)
    for (const { column, end } of tokens.reaching(row))
      for (let at = column; at <= Math.min(end, right); at++) used.add(at);
  for (let column = left; column <= right; column++) if (!used.has(column)) return true;
  return false;
}

const placeOf = ({ row, column }: { row: number; column: number }) => `${row} ${column}`;

const rowsOf = ({ top, bottom }: SheetRegion['range']) =>
  Array.from({ length: bottom - top + 1 }, (_, at) => top + at);

const within = (tokens: SheetTokens, row: number, { left, right }: SheetRegion['range']): Token[] =>
  tokens.row(row).filter(({ column }) => left <= column && column <= right);

const shareOf = <T>(all: readonly T[], isOne: (one: T) => boolean) =>
  all.length === 0 ? 0 : all.filter(isOne).length / all.length;
