import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { TableMenu } from '../../app/table-actions/table-menu.js';
import { useRights } from '../../app/use-rights.js';
import { DataGrid } from '../../grid/data-grid.js';
import type { GridEditing } from '../../grid/editing.js';
import { rectangleOf, type Selection } from '../../grid/selection.js';
import type { GridColumn, GridRow } from '../../grid/types.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { CellPanel, NoCellPanel } from './cell-panel.js';
import { ColumnMenu, columnChanges } from './column-menu.js';
import { ColumnTasks, type OpenTask } from './column-tasks.js';
import { EditNotices } from './edit-notices.js';
import { FilterBar } from './filter-bar.js';
import { StaleBadge } from './stale-badge.js';
import { tableQuery } from './table-details.js';
import styles from './table-page.module.css';
import { sortTerms, type TableSearch, toggledSort } from './table-search.js';
import { TableTools } from './table-tools.js';
import { useCellMarks } from './use-cell-marks.js';
import { useLinkedCell } from './use-linked-cell.js';
import { useTableEdits } from './use-table-edits.js';
import { cellKey, useTableRows } from './use-table-rows.js';

const texts = messages(
  {
    size: (rows: string, columns: string) => `${rows} rows, ${columns} columns`,
    empty: 'This table has no rows',
    emptyHint: 'Add a row and type into it, or paste cells from a spreadsheet.',
    noMatch: 'No row matches the filter',
    add: 'Add row',
    deleted: (count: number) => (count === 1 ? 'The row was deleted.' : `${count} rows were deleted.`),
    undo: 'Undo',
    derived: 'Derived',
    past: (version: string) => `As of ${version}`,
    overview: 'To the tables of the workbook',
  },
  {
    size: (rows: string, columns: string) => `${rows} 行、${columns} 列`,
    empty: 'この表には行がありません',
    emptyHint: '行を追加して入力するか、表計算ソフトからセルを貼り付けてください。',
    noMatch: '条件に合う行がありません',
    add: '行を追加',
    deleted: (count: number) => `${count} 行を削除しました。`,
    undo: '元に戻す',
    derived: '派生表',
    past: (version: string) => `${version} の時点`,
    overview: 'ワークブックの表の一覧へ',
  },
);

const route = '/signed-in/workbooks/$workbookId/tables/$table';

/** A table in the grid: read, filtered, sorted and edited there. */
export function TablePage() {
  const text = useText(texts);
  const format = useFormat();
  const navigate = useNavigate({ from: '/workbooks/$workbookId/tables/$table' });
  const { workbookId, table } = useParams({ from: route });
  const search = useSearch({ from: route });
  const place = { workbookId, table };
  const rights = useRights(workbookId);
  const edits = useTableEdits(workbookId, table);
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  const { rows, error, isPending } = useTableRows(place, search, edits);
  const { data: info } = useQuery(tableQuery(place));
  const [selected, setSelected] = useState<{ selection: Selection; row: GridRow | undefined }>();
  const [hasSaved, setHasSaved] = useState(false);
  const [task, setTask] = useState<OpenTask>();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const marks = useCellMarks(place, rows, edits, state);
  const linked = useLinkedCell(place, search, rows?.columns);
  const columns = rows?.columns;

  const change = useCallback(
    (part: Partial<TableSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace }),
    [navigate],
  );

  const isPast = search.as_of !== undefined;
  /** Rows and columns of a derived table come from its transform. */
  const hasOwnRows = info?.layer === 'base';
  const mayEdit = rights.mayWrite && !isPast;
  const editing = useMemo((): GridEditing | undefined => {
    if (!columns || !mayEdit) return undefined;
    return {
      canEdit: (column) => !columns[column]?.badge,
      apply: (edit) => {
        setHasSaved(true);
        edits.apply(edit, columns);
      },
      undo: () => void edits.step('back'),
      redo: () => void edits.step('forward'),
    };
  }, [columns, edits, mayEdit]);

  async function remove(): Promise<void> {
    if (!selected || !rows) return;
    const { first, end } = rectangleOf(selected.selection).rows;
    const found = await rows.source.read(first, end, new AbortController().signal);
    if (!(await edits.remove(found.flatMap(({ id }) => id ?? [])))) return;
    showToast({
      text: text.deleted(found.length),
      action: { label: text.undo, onClick: () => void edits.step('back') },
    });
  }

  const addRow = () => editing?.apply({ changes: [], added: [{ column: 0, texts: [] }] });
  const canAddRows = mayEdit && hasOwnRows && !search.filter;
  const activeColumn = selected && columns?.[selected.selection.active.column];
  const columnMenu = (column: GridColumn) => (
    <ColumnMenu
      column={column}
      changes={isPast ? [] : columnChanges(rights, hasOwnRows)}
      onSort={(isDescending) => change({ sort: [isDescending ? `-${column.name}` : column.name] })}
      onTask={(chosen) => setTask({ task: chosen, column: column.name })}
    />
  );

  return (
    <Page
      title={table}
      isFull
      beside={
        <>
          {info?.layer === 'derived' && <Badge kind="info">{text.derived}</Badge>}
          {search.as_of !== undefined && <Badge>{text.past(search.as_of)}</Badge>}
          {info && <StaleBadge workbookId={workbookId} table={info} />}
        </>
      }
      description={rows && text.size(format.number(rows.page.total), format.number(rows.columns.length))}
      actions={
        rows &&
        !isPast && (
          <>
            <TableTools
              state={state}
              hasSaved={hasSaved}
              isEditable={mayEdit}
              hasOwnRows={hasOwnRows}
              selectedRows={selected ? selectedRows(selected.selection) : 0}
              isPanelOpen={isPanelOpen}
              onUndo={() => void edits.step('back')}
              onRedo={() => void edits.step('forward')}
              onAdd={addRow}
              onRemove={() => void remove()}
              onPanel={() => setIsPanelOpen(!isPanelOpen)}
            />
            {info && (
              <TableMenu
                workbookId={workbookId}
                table={info}
                onRenamed={(name) =>
                  void navigate({ params: { workbookId, table: name }, search: true, replace: true })
                }
                onDeleted={() => void navigate({ to: '/workbooks/$workbookId', params: { workbookId } })}
              />
            )}
          </>
        )
      }
    >
      <ProblemNotice error={error}>
        <ButtonLink to="/workbooks/$workbookId" params={{ workbookId }}>
          {text.overview}
        </ButtonLink>
      </ProblemNotice>
      <EditNotices state={state} edits={edits} place={place} />
      <FilterBar
        conditions={search.filter ?? []}
        onChange={(filter) => change({ filter: filter.length > 0 ? filter : undefined })}
        onEdit={(column) => setTask({ task: 'filter', column })}
      />
      {isPending && <Loading />}
      {rows?.page.total === 0 && (
        <EmptyState
          icon={<Table2 aria-hidden />}
          title={search.filter ? text.noMatch : text.empty}
          actions={canAddRows && <Button onClick={addRow}>{text.add}</Button>}
        >
          {canAddRows && text.emptyHint}
        </EmptyState>
      )}
      {rows && rows.page.total > 0 && (
        <div className={styles.middle}>
          <div className={styles.grid}>
            <DataGrid
              label={table}
              columns={rows.columns}
              rows={rows.source}
              marks={marks}
              editing={editing}
              selected={linked}
              sort={sortTerms(search.sort)}
              onSort={(column) => change({ sort: toggledSort(search.sort, column) })}
              columnMenu={columnMenu}
              onSelectionChange={(selection, row) => setSelected({ selection, row })}
              onRest={(row, column) => change({ row: Number(row.id), column: column.name }, true)}
            />
          </div>
          {isPanelOpen && !(selected?.row && activeColumn) && (
            <NoCellPanel onClose={() => setIsPanelOpen(false)} />
          )}
          {isPanelOpen && selected?.row && activeColumn && (
            <CellPanel
              place={place}
              row={selected.row}
              number={selected.selection.active.row + 1}
              column={activeColumn}
              value={selected.row.cells[selected.selection.active.column]}
              computed={rows.overridden.get(cellKey(selected.row.id, activeColumn.name))}
              onClose={() => setIsPanelOpen(false)}
            />
          )}
        </div>
      )}
      {rows && (
        <ColumnTasks
          open={task}
          place={place}
          rows={rows}
          conditions={search.filter ?? []}
          onFilter={(filter) => change({ filter })}
          onClose={() => setTask(undefined)}
        />
      )}
    </Page>
  );
}

function selectedRows(selection: Selection): number {
  const { first, end } = rectangleOf(selection).rows;
  return end - first;
}
