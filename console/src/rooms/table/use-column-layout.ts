import type { View } from '@workbook-data-service/client/api';
import { useMemo, useState } from 'react';
import type { GridColumn } from '../../grid/types.js';
import { arrangementOf, type Layout, layoutOf, shownColumns } from './column-layout.js';
import type { TablePlace } from './first-rows.js';
import type { TableRows } from './use-table-rows.js';

const KEY = 'workbooks.column-layouts';
/** Of tables and views; the oldest are forgotten. */
const MAX_KEPT = 100;

/** Kept in this browser until they are saved in a view. */
function readKept(): Record<string, Layout> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Layout>;
  } catch {
    return {};
  }
}

function keep(key: string, layout: Layout | undefined): Record<string, Layout> {
  const { [key]: _, ...others } = readKept();
  const all = { ...others, ...(layout && { [key]: layout }) };
  const kept = Object.fromEntries(Object.entries(all).slice(-MAX_KEPT));
  localStorage.setItem(KEY, JSON.stringify(kept));
  return kept;
}

export interface ColumnLayout {
  layout: Layout;
  shown: GridColumn[];
  /** Whether it is other than the view says. */
  isChanged: boolean;
  change: (layout: Layout) => void;
  reset: () => void;
}

/** In which order and how the columns of a table are shown: as its view says, and as the reader has changed it since. */
export function useColumnLayout(
  { workbookId, table }: TablePlace,
  view: View | undefined,
  columns: readonly GridColumn[] | undefined,
): ColumnLayout {
  const key = [workbookId, table, view?.id ?? ''].join('/');
  const [kept, setKept] = useState(readKept);
  const changed = kept[key];
  const said = changed ?? view?.columns;
  const layout = useMemo(() => layoutOf(columns ?? [], said ?? []), [columns, said]);
  const shown = useMemo(() => shownColumns(columns ?? [], layout), [columns, layout]);
  return {
    layout,
    shown,
    isChanged: changed !== undefined,
    change: (next) => setKept(keep(key, next)),
    reset: () => setKept(keep(key, undefined)),
  };
}

/** The rows with their cells in the order in which the columns are shown. */
export function useArranged(rows: TableRows | undefined, shown: GridColumn[]): TableRows | undefined {
  return useMemo(() => {
    if (!rows) return undefined;
    const arrange = arrangementOf(rows.columns, shown);
    return { ...rows, columns: shown, source: arrange ? { ...rows.source, arrange } : rows.source };
  }, [rows, shown]);
}
