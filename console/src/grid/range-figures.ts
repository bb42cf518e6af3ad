import { isNumeric } from '../app/column-types.js';
import type { GridColumn, GridRow } from './types.js';

/** What the cells of a range come to. */
export interface RangeFigures {
  /** Cells that are not empty. */
  filled: number;
  /** Of the numbers among them; absent where there are none. */
  numbers?: { count: number; sum: number; min: number; max: number };
  /** Of dates and times, where all columns are of one such type. */
  moments?: { type: string; min: unknown; max: unknown };
}

const isMoment = (type: string): boolean => /^(DATE|TIME)/.test(type);

/** The type of dates or times that all columns have. */
export function momentType(columns: readonly GridColumn[]): string | undefined {
  const [first] = columns;
  if (!first || !isMoment(first.type)) return undefined;
  return columns.every(({ type }) => type === first.type) ? first.type : undefined;
}

/** Of rows that are at hand; `first` is the place of the first of the columns in a row. */
export function figuresOf(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  first: number,
): RangeFigures {
  const figures: RangeFigures = { filled: 0 };
  const moment = momentType(columns);
  for (const [i, column] of columns.entries()) {
    if (column.badge === 'masked') continue;
    for (const row of rows) {
      const value = row.cells[first + i];
      if (value === null || value === undefined) continue;
      figures.filled++;
      if (isNumeric(column.type)) addNumber(figures, Number(value));
      if (moment) addMoment(figures, moment, value);
    }
  }
  return figures;
}

function addNumber(figures: RangeFigures, value: number): void {
  if (!Number.isFinite(value)) return;
  const known = figures.numbers;
  figures.numbers = {
    count: (known?.count ?? 0) + 1,
    sum: (known?.sum ?? 0) + value,
    min: Math.min(known?.min ?? value, value),
    max: Math.max(known?.max ?? value, value),
  };
}

/** Dates and times are texts that sort as they follow each other. */
function addMoment(figures: RangeFigures, type: string, value: unknown): void {
  const { min = value, max = value } = figures.moments ?? {};
  figures.moments = {
    type,
    min: String(value) < String(min) ? value : min,
    max: String(value) > String(max) ? value : max,
  };
}
