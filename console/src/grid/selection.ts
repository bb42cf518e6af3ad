import type { Span } from './geometry.js';
import type { Place } from './types.js';

/** A rectangle of cells between two corners; `active` is the one among them that is typed into. */
export interface Selection {
  active: Place;
  anchor: Place;
  /** The end that moves when the selection is extended. */
  corner: Place;
}

export interface Size {
  rows: number;
  columns: number;
}

export interface Rectangle {
  rows: Span;
  columns: Span;
}

export function selectionAt(place: Place): Selection {
  return { active: place, anchor: place, corner: place };
}

export function selectionOf(active: Place, corner: Place): Selection {
  return { active, anchor: active, corner };
}

export function rectangleOf({ anchor, corner }: Pick<Selection, 'anchor' | 'corner'>): Rectangle {
  const span = (a: number, b: number): Span => ({ first: Math.min(a, b), end: Math.max(a, b) + 1 });
  return { rows: span(anchor.row, corner.row), columns: span(anchor.column, corner.column) };
}

function isSingle({ anchor, corner }: Selection): boolean {
  return anchor.row === corner.row && anchor.column === corner.column;
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

function clamp({ row, column }: Place, { rows, columns }: Size): Place {
  return { row: within(row, rows), column: within(column, columns) };
}

/** Keeps a selection inside of a table that became smaller. */
export function clampSelection({ active, anchor, corner }: Selection, size: Size): Selection {
  return { active: clamp(active, size), anchor: clamp(anchor, size), corner: clamp(corner, size) };
}

/** By so many rows and columns; an infinite number goes to the edge. */
export interface Step {
  rows: number;
  columns: number;
}

export function move(selection: Selection, step: Step, size: Size, isExtending = false): Selection {
  const { active, corner } = selection;
  const from = isExtending ? corner : active;
  const to = clamp({ row: from.row + step.rows, column: from.column + step.columns }, size);
  return isExtending ? selectionOf(active, to) : selectionAt(to);
}

/** To the next cell as Tab and Enter go: round and round within a selected range, else one on. */
export function advance(
  selection: Selection,
  by: 'row' | 'column',
  direction: 1 | -1,
  size: Size,
): Selection {
  if (isSingle(selection)) {
    const step = by === 'row' ? { rows: direction, columns: 0 } : { rows: 0, columns: direction };
    return move(selection, step, size);
  }
  const { rows, columns } = rectangleOf(selection);
  const height = rows.end - rows.first;
  const width = columns.end - columns.first;
  const row = selection.active.row - rows.first;
  const column = selection.active.column - columns.first;
  const at = by === 'row' ? column * height + row : row * width + column;
  const next = (at + direction + width * height) % (width * height);
  const active =
    by === 'row'
      ? { row: rows.first + (next % height), column: columns.first + Math.floor(next / height) }
      : { row: rows.first + Math.floor(next / width), column: columns.first + (next % width) };
  return { ...selection, active };
}
