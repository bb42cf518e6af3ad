import { useQueries } from '@tanstack/react-query';
import { previewSource, type SourcePreview } from '@workbook-data-service/client/api';
import { useMemo } from 'react';
import { service } from '../../../app/service.js';
import type { SourcePlace } from '../../../app/source-queries.js';
import { type CellRange, cellName, columnNumber, formatRange, rangeOf } from '../cells.js';

export type CellLook = NonNullable<SourcePreview['looks']>['styles'][number];

export interface DrawnCell {
  row: number;
  column: number;
  /** Empty for a blank cell with a style. */
  text: string;
  kind: SourcePreview['cells'][number]['kind'] | 'blank';
  formula: string | undefined;
  look: CellLook | undefined;
}

/** As many cells as the service answers at once. */
const TILE = 100;

export interface Tiles {
  at(row: number, column: number): DrawnCell | undefined;
  merges: CellRange[];
  /** In characters. */
  widths: ReadonlyMap<number, number>;
  hiddenColumns: ReadonlySet<number>;
  hiddenRows: ReadonlySet<number>;
  isLoading: boolean;
  error: unknown;
}

/** The cells in view, read in tiles; the tiles at the top are always read, because they tell how wide columns are. */
export function useTiles(place: SourcePlace, sheet: string, used: CellRange | null, view: CellRange): Tiles {
  const ranges = used ? tilesIn(used, view) : [];
  const answers = useQueries({
    queries: ranges.map((range) => ({
      queryKey: [
        'workbook',
        place.workbook_id,
        'sources',
        place.source_name,
        'cells',
        sheet,
        formatRange(range),
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        previewSource(service, {
          path: place,
          query: { sheet, range: formatRange(range), looks: true },
          signal,
        }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => ({
      tiles: results.flatMap(({ data }) => (data ? [data] : [])),
      isLoading: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error ?? null,
    }),
  });
  const { tiles, isLoading, error } = answers;
  return useMemo(() => ({ ...read(tiles), isLoading, error }), [tiles, isLoading, error]);
}

function tilesIn(used: CellRange, view: CellRange): CellRange[] {
  const places = (from: number, to: number) =>
    Array.from(
      { length: Math.floor(to / TILE) - Math.floor(from / TILE) + 1 },
      (_, at) => Math.floor(from / TILE) + at,
    );
  const rows = [...new Set([0, ...places(view.top, Math.min(view.bottom, used.bottom))])];
  const columns = places(view.left, Math.min(view.right, used.right));
  return rows.flatMap((row) =>
    columns.map((column) => ({
      top: row * TILE,
      left: column * TILE,
      bottom: Math.min(row * TILE + TILE - 1, used.bottom),
      right: Math.min(column * TILE + TILE - 1, used.right),
    })),
  );
}

function read(tiles: readonly SourcePreview[]): Omit<Tiles, 'isLoading' | 'error'> {
  const cells = new Map<string, DrawnCell>();
  const merges = new Map<string, CellRange>();
  const widths = new Map<number, number>();
  const hiddenColumns = new Set<number>();
  const hiddenRows = new Set<number>();
  for (const tile of tiles) {
    const { styles = [], styled_blanks = [], column_widths = [], merges: merged = [] } = tile.looks ?? {};
    for (const { range, style } of styled_blanks) {
      const { top: row, left, right } = rangeOf(range);
      for (let column = left; column <= right; column++)
        cells.set(cellName(row, column), {
          row,
          column,
          text: '',
          kind: 'blank',
          formula: undefined,
          look: styles[style],
        });
    }
    for (const { cell, kind, value, text, formula, style } of tile.cells) {
      const { top: row, left: column } = rangeOf(cell);
      const look = style === undefined ? undefined : styles[style];
      cells.set(cell, { row, column, text: text ?? shown(value), kind, formula, look });
    }
    for (const range of merged) merges.set(range, rangeOf(range));
    for (const { column, width } of column_widths) widths.set(columnNumber(column), width);
    for (const column of tile.looks?.hidden_columns ?? []) hiddenColumns.add(columnNumber(column));
    for (const row of tile.looks?.hidden_rows ?? []) hiddenRows.add(row - 1);
  }
  return {
    at: (row, column) => cells.get(cellName(row, column)),
    merges: [...merges.values()],
    widths: widths.size > 0 ? widths : fittingWidths(cells.values()),
    hiddenColumns,
    hiddenRows,
  };
}

function shown(value: string | number | boolean): string {
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

const NARROWEST = 7;
const WIDEST = 34;

/** Files without widths, such as csv, get those that show most of their texts. */
function fittingWidths(cells: Iterable<DrawnCell>): Map<number, number> {
  const widths = new Map<number, number>();
  for (const { column, text } of cells) {
    const wanted = Math.min(WIDEST, Math.max(NARROWEST, charactersOf(text) + 2));
    if (wanted > (widths.get(column) ?? 0)) widths.set(column, wanted);
  }
  return widths;
}

/** Chinese and Japanese characters take the room of two. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const character of text) count += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return count;
}
