import type { PointerEvent } from 'react';
import type { GridView } from './grid-view.js';
import { type Rectangle, rectangleOf, type Selection, selectionOf } from './selection.js';
import type { Place } from './types.js';

/** Selects the cell, or by its number the row, under the pointer, and what it is then dragged over; false beside the cells. */
export function selectByPointer(
  view: GridView,
  event: PointerEvent<HTMLElement>,
  select: (selection: Selection) => void,
): boolean {
  const place = view.placeAt(event.clientX, event.clientY);
  if (!place) return false;
  const isRow = place.column < 0;
  const from =
    event.shiftKey && view.selection
      ? view.selection.active
      : { ...place, column: Math.max(0, place.column) };
  const upTo = (to: Place): Selection =>
    isRow
      ? selectionOf({ ...from, column: 0 }, { row: to.row, column: view.size.columns - 1 })
      : selectionOf(from, to);
  select(upTo(place));
  // A finger scrolls instead.
  if (event.pointerType !== 'mouse') return true;
  const element = event.currentTarget;
  element.setPointerCapture(event.pointerId);
  const drag = (moved: globalThis.PointerEvent) => {
    const over = view.placeAt(moved.clientX, moved.clientY);
    if (over && (isRow || over.column >= 0)) select(upTo(over));
  };
  element.addEventListener('pointermove', drag);
  element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', drag), {
    once: true,
  });
  return true;
}

/** Pulls the selection down by the handle at its corner; false beside the handle. What it is pulled over is told at the end. */
export function fillByPointer(
  view: GridView,
  event: PointerEvent<HTMLElement>,
  select: (selection: Selection) => void,
  fill: (area: Rectangle, height: number) => void,
): boolean {
  const { selection } = view;
  if (!selection || event.pointerType !== 'mouse' || !view.isOnHandle(event.clientX, event.clientY))
    return false;
  const { rows, columns } = rectangleOf(selection);
  const active = { row: rows.first, column: columns.first };
  let last = rows.end - 1;
  const element = event.currentTarget;
  element.setPointerCapture(event.pointerId);
  const drag = (moved: globalThis.PointerEvent) => {
    const over = view.placeAt(moved.clientX, moved.clientY);
    if (!over) return;
    last = Math.max(rows.end - 1, over.row);
    select(selectionOf(active, { row: last, column: columns.end - 1 }));
  };
  const end = () => {
    element.removeEventListener('pointermove', drag);
    if (last >= rows.end)
      fill({ rows: { first: rows.first, end: last + 1 }, columns }, rows.end - rows.first);
  };
  element.addEventListener('pointermove', drag);
  element.addEventListener('lostpointercapture', end, { once: true });
  return true;
}
