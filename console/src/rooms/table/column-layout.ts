import type { View } from '@workbook-data-service/client/api';
import type { GridColumn, GridRow } from '../../grid/types.js';

/** How a column is shown, as a view stores it. */
export type ColumnLook = View['columns'][number];

/** All columns of a table in the order in which they are shown. */
export type Layout = readonly ColumnLook[];

/** The columns that a layout names and the table still has, then the others. */
export function layoutOf(columns: readonly { name: string }[], said: Layout): Layout {
  const known = new Set(columns.map(({ name }) => name));
  const named = new Set(said.map(({ name }) => name));
  const plain = { width: null, hidden: false, frozen: false, format: null };
  return [
    ...said.filter(({ name }) => known.has(name)),
    ...columns.filter(({ name }) => !named.has(name)).map(({ name }) => ({ ...plain, name })),
  ];
}

export function withLook(layout: Layout, name: string, look: Partial<ColumnLook>): Layout {
  return layout.map((column) => (column.name === name ? { ...column, ...look } : column));
}

/** With a column at the place of another one. */
export function withMoved(layout: Layout, name: string, to: string): Layout {
  const from = layout.findIndex((column) => column.name === name);
  const place = layout.findIndex((column) => column.name === to);
  const moved = layout[from];
  if (!moved || place < 0) return layout;
  return layout.toSpliced(from, 1).toSpliced(place, 0, { ...moved, frozen: layout[place]?.frozen ?? false });
}

/** The column beside one of those that are shown, on its side of the line behind the frozen ones. */
export function neighbour(layout: Layout, name: string, step: 1 | -1): string | undefined {
  const column = layout.find((one) => one.name === name);
  const shown = layout.filter(({ hidden, frozen }) => !hidden && frozen === column?.frozen);
  return shown[shown.findIndex((one) => one.name === name) + step]?.name;
}

/** The frozen columns first, without the hidden ones, each with how it is shown. */
export function shownColumns(columns: readonly GridColumn[], layout: Layout): GridColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const visible = layout.filter(({ hidden }) => !hidden);
  const ordered = [...visible.filter(({ frozen }) => frozen), ...visible.filter(({ frozen }) => !frozen)];
  return ordered.flatMap(({ name, width, frozen, format }) => {
    const column = byName.get(name);
    if (!column) return [];
    return {
      ...column,
      ...(width !== null && { width }),
      ...(frozen && { isFrozen: true }),
      ...(format !== null && { format }),
    };
  });
}

/** Puts the cells of a row into the order of the columns that are shown; undefined where that is their own. */
export function arrangementOf(
  columns: readonly GridColumn[],
  shown: readonly GridColumn[],
): ((row: GridRow) => GridRow) | undefined {
  const places = shown.map(({ name }) => columns.findIndex((column) => column.name === name));
  if (places.length === columns.length && places.every((place, i) => place === i)) return undefined;
  return ({ id, cells }) => ({ id, cells: places.map((place) => cells[place]) });
}
