import { useQuery } from '@tanstack/react-query';
import { type RowsPage, readRows } from '@workbook-data-service/client/api';
import { useMemo, useSyncExternalStore } from 'react';
import { service } from '../../app/service.js';
import type { GridColumn, GridRow, RowSource } from '../../grid/types.js';
import { firstRowsQuery, pathOf, rowsQueryOf, type TablePlace, type Viewed } from './first-rows.js';
import type { TableEdits } from './table-edits.js';

/** At once, for copies of many rows. */
const MAX_READ = 10_000;

export interface TableRows {
  columns: GridColumn[];
  source: RowSource;
  page: RowsPage;
  /** Of the rows that were read: what is computed beneath each overridden cell, by the id of its row and its column. */
  overridden: Map<string, unknown>;
}

/** The rows of a table as the address asks for them, read where the grid shows them. */
export function useTableRows(place: TablePlace, viewed: Viewed, edits: TableEdits, isWithheld = false) {
  const { discarded } = useSyncExternalStore(edits.subscribe, edits.state);
  const first = useQuery({ ...firstRowsQuery(place, viewed), enabled: !isWithheld });
  const { workbookId, table } = place;
  const { data: page, isPlaceholderData } = first;
  const key = JSON.stringify([workbookId, table, rowsQueryOf(viewed)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the place and for what is viewed, and what was discarded is read again.
  const rows = useMemo((): TableRows | undefined => {
    if (!page) return undefined;
    const columns = page.columns.map(gridColumn);
    if (viewed.as_of === undefined) edits.see(page.edit_version);
    const overridden = new Map<string, unknown>();
    const rowsIn = (read: RowsPage) => {
      for (const cell of read.overridden_cells)
        overridden.set(cellKey(cell.row_id, cell.column), cell.computed ?? null);
      return edits.overlay(gridRows(read, columns), columns);
    };
    const readMore = async (from: number, to: number, signal: AbortSignal) => {
      const found: GridRow[] = [];
      for (let offset = from; offset < to; offset += MAX_READ) {
        const query = { ...rowsQueryOf(viewed), offset, limit: Math.min(to - offset, MAX_READ) };
        found.push(...rowsIn(await readRows(service, { path: pathOf(place), query, signal })));
      }
      return found;
    };
    const source: RowSource = {
      key,
      rowCount: page.total,
      read: (from, to, signal) =>
        from === 0 && to <= page.rows.length ? rowsIn(page).slice(0, to) : readMore(from, to, signal),
    };
    return { columns, source, page, overridden };
  }, [page, isPlaceholderData ? '' : key, edits, discarded]);
  return { rows, error: first.error, isPending: first.isPending };
}

/** Names a cell, a whole row or a whole column. */
export const cellKey = (rowId: number | string | null, column: string | null): string =>
  `${rowId ?? ''} ${column ?? ''}`;

type Column = RowsPage['columns'][number];

function gridColumn({ name, type, masked, formula }: Column): GridColumn {
  return {
    name: name ?? '',
    type: type ?? 'VARCHAR',
    ...(masked ? { badge: 'masked' as const } : formula ? { badge: 'formula' as const, formula } : {}),
  };
}

function gridRows(page: RowsPage, columns: readonly GridColumn[]): GridRow[] {
  return page.rows.map((row) => ({
    id: String(row.__svc_row_id),
    cells: columns.map(({ name }) => row[name]),
  }));
}
