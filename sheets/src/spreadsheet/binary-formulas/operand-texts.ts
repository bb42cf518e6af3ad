import { columnLetters } from '../../core/column-letters.js';
import { errorTexts } from '../error-texts.js';
import type { ArrayValue, FormulaLayout, StoredReference } from './formula-layouts.js';
import { Unprintable } from './unprintable.js';

export function errorText(code: number): string {
  const text = errorTexts.get(code);
  if (text === undefined) throw new Unprintable();
  return text;
}

/** Fifteen digits, as Excel shows. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Unprintable();
  return String(Number(value.toPrecision(15))).replace('e', 'E');
}

export function booleanText(value: boolean): string {
  return value ? 'TRUE' : 'FALSE';
}

export function quotedText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

export function constantText(value: ArrayValue): string {
  if (typeof value === 'string') return quotedText(value);
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'boolean' ? booleanText(value) : errorText(value.error);
}

export function referenceText(reference: StoredReference): string {
  return columnText(reference) + rowText(reference);
}

export function areaText(
  [first, last]: readonly [StoredReference, StoredReference],
  { rows, columns }: FormulaLayout,
): string {
  if (first.row === 0 && last.row === rows - 1) return `${columnText(first)}:${columnText(last)}`;
  if (first.column === 0 && last.column === columns - 1) return `${rowText(first)}:${rowText(last)}`;
  return `${referenceText(first)}:${referenceText(last)}`;
}

function columnText({ column, columnIsRelative }: StoredReference): string {
  return (columnIsRelative ? '' : '$') + columnLetters(column);
}

function rowText({ row, rowIsRelative }: StoredReference): string {
  return `${rowIsRelative ? '' : '$'}${row + 1}`;
}
