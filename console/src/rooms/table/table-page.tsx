import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useFormat } from '../../app/format.js';
import { messages, useText } from '../../app/text.js';
import { DataGrid } from '../../grid/data-grid.js';
import type { GridEditing } from '../../grid/editing.js';
import { rectangleOf, type Selection } from '../../grid/selection.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { EditNotices } from './edit-notices.js';
import styles from './table-page.module.css';
import { sortTerms, toggledSort } from './table-search.js';
import { TableTools } from './table-tools.js';
import { useCellMarks } from './use-cell-marks.js';
import { useTableEdits } from './use-table-edits.js';
import { useTableRows } from './use-table-rows.js';

const texts = messages(
  {
    size: (rows: string, columns: string) => `${rows} rows, ${columns} columns`,
    empty: 'This table has no rows',
    deleted: (count: number) => (count === 1 ? 'The row was deleted.' : `${count} rows were deleted.`),
    undo: 'Undo',
  },
  {
    size: (rows: string, columns: string) => `${rows} 行、${columns} 列`,
    empty: 'この表には行がありません',
    deleted: (count: number) => `${count} 行を削除しました。`,
    undo: '元に戻す',
  },
);

const route = '/signed-in/workbooks/$workbookId/tables/$table';

/** A table in the grid, which edits it. */
export function TablePage() {
  const text = useText(texts);
  const format = useFormat();
  const navigate = useNavigate({ from: '/workbooks/$workbookId/tables/$table' });
  const { workbookId, table } = useParams({ from: route });
  const search = useSearch({ from: route });
  const place = { workbookId, table };
  const edits = useTableEdits(workbookId, table);
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  const { rows, error, isPending } = useTableRows(place, search, edits);
  const [selection, setSelection] = useState<Selection>();
  const [hasSaved, setHasSaved] = useState(false);
  const marks = useCellMarks(rows, edits, state);
  const columns = rows?.columns;

  const editing = useMemo((): GridEditing | undefined => {
    if (!columns || search.as_of !== undefined) return undefined;
    return {
      canEdit: (column) => !columns[column]?.badge,
      apply: (edit) => {
        setHasSaved(true);
        edits.apply(edit, columns);
      },
      undo: () => void edits.undo(),
      redo: () => void edits.redo(),
    };
  }, [columns, edits, search.as_of]);

  async function remove(): Promise<void> {
    if (!selection || !rows) return;
    const { first, end } = rectangleOf(selection).rows;
    const found = await rows.source.read(first, end, new AbortController().signal);
    if (!(await edits.remove(found.flatMap(({ id }) => id ?? [])))) return;
    showToast({
      text: text.deleted(found.length),
      action: { label: text.undo, onClick: () => void edits.undo() },
    });
  }

  return (
    <Page
      title={table}
      isFull
      description={rows && text.size(format.number(rows.page.total), format.number(rows.columns.length))}
      actions={
        editing && (
          <TableTools
            state={state}
            hasSaved={hasSaved}
            selectedRows={selection ? selectedRows(selection) : 0}
            onUndo={() => void edits.undo()}
            onRedo={() => void edits.redo()}
            onAdd={() => editing.apply({ changes: [], added: [{ column: 0, texts: [] }] })}
            onRemove={() => void remove()}
          />
        )
      }
    >
      <ProblemNotice error={error} />
      <EditNotices state={state} edits={edits} place={place} />
      {isPending && <Loading />}
      {rows && rows.page.total === 0 && <EmptyState icon={<Table2 aria-hidden />} title={text.empty} />}
      {rows && rows.page.total > 0 && (
        <div className={styles.middle}>
          <div className={styles.grid}>
            <DataGrid
              label={table}
              columns={rows.columns}
              rows={rows.source}
              marks={marks}
              editing={editing}
              sort={sortTerms(search.sort)}
              onSort={(column) =>
                void navigate({ search: (before) => ({ ...before, sort: toggledSort(before.sort, column) }) })
              }
              onSelectionChange={setSelection}
            />
          </div>
        </div>
      )}
    </Page>
  );
}

function selectedRows(selection: Selection): number {
  const { first, end } = rectangleOf(selection).rows;
  return end - first;
}
