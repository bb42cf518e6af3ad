import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { View } from '@workbook-data-service/client/api';
import { Sigma, Table2 } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { usePeople } from '../../app/people.js';
import { sessionQuery } from '../../app/session.js';
import { TableMenu } from '../../app/table-actions/table-menu.js';
import { useRights } from '../../app/use-rights.js';
import { useTableTitle } from '../../app/use-table-title.js';
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
import { BesideGrid, type Panel } from './beside-grid.js';
import { withLook, withMoved } from './column-layout.js';
import { ColumnMenu, columnChanges } from './column-menu.js';
import { ColumnTasks, type OpenTask } from './column-tasks.js';
import { EditNotices } from './edit-notices.js';
import { FilterBar } from './filter-bar.js';
import { conditionOfAll, rowsQueryOf, viewedOf } from './first-rows.js';
import { PresentUsers } from './present-users.js';
import { QuickSearch } from './quick-search.js';
import { StaleBadge } from './stale-badge.js';
import { tableQuery, viewsQuery } from './table-details.js';
import styles from './table-page.module.css';
import { sortTerms, type TableSearch, toggledSort } from './table-search.js';
import { TableTools } from './table-tools.js';
import { useCellMarks } from './use-cell-marks.js';
import { useArranged, useColumnLayout } from './use-column-layout.js';
import { useCommentsKey } from './use-comments-key.js';
import { useLinkedCell } from './use-linked-cell.js';
import { usePresence } from './use-presence.js';
import { useSummarize } from './use-summarize.js';
import { useTableEdits } from './use-table-edits.js';
import { cellKey, useTableRows } from './use-table-rows.js';
import { ViewMenu } from './view-menu.js';

const texts = messages(
  {
    size: (rows: string, columns: string) => `${rows} rows, ${columns} columns`,
    part: (rows: string, all: string, columns: string) => `${rows} of ${all} rows, ${columns} columns`,
    empty: 'This table has no rows',
    emptyHint: 'Add a row and type into it, or paste cells from a spreadsheet.',
    noMatch: 'No row matches the filter',
    add: 'Add row',
    deleted: (count: number) => (count === 1 ? 'The row was deleted.' : `${count} rows were deleted.`),
    replaced: (count: number) => (count === 1 ? 'A cell was changed.' : `${count} cells were changed.`),
    undo: 'Undo',
    summarise: 'Summarise',
    derived: 'Derived',
    past: (version: string) => `As of ${version}`,
    overview: 'To the tables of the workbook',
    computed: (column: string) =>
      `${column} is computed by a formula. The menu of the column changes the formula.`,
    masked: (column: string) => `${column} is masked for you and cannot be changed.`,
    withheld: 'This view filters by a column that is gone or that you may not see',
    allRows: 'Show all rows',
  },
  {
    size: (rows: string, columns: string) => `${rows} 行、${columns} 列`,
    part: (rows: string, all: string, columns: string) => `${all} 行中 ${rows} 行、${columns} 列`,
    empty: 'この表には行がありません',
    emptyHint: '行を追加して入力するか、表計算ソフトからセルを貼り付けてください。',
    noMatch: '条件に合う行がありません',
    add: '行を追加',
    deleted: (count: number) => `${count} 行を削除しました。`,
    replaced: (count: number) => `${count} セルを変更しました。`,
    undo: '元に戻す',
    summarise: '集計',
    derived: '派生表',
    past: (version: string) => `${version} の時点`,
    overview: 'ワークブックの表の一覧へ',
    computed: (column: string) => `列「${column}」は数式で計算されます。数式は列のメニューから変更できます。`,
    masked: (column: string) => `列「${column}」はマスクされているため、変更できません。`,
    withheld: 'このビューは、存在しない列、または閲覧できない列で絞り込んでいます',
    allRows: 'すべての行を表示',
  },
);

const route = '/signed-in/workbooks/$workbookId/tables/$table';

/** Opened by a click only. */
const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.js')).ColumnsDialog }));

const GroupedRows = lazy(async () => ({ default: (await import('./grouped-rows.js')).GroupedRows }));

const FindReplaceDialog = lazy(async () => ({
  default: (await import('./find-replace-dialog.js')).FindReplaceDialog,
}));

/** A table as the address says, which may name a view. */
export function TablePage() {
  const { workbookId, table } = useParams({ from: route });
  const { view: id } = useSearch({ from: route });
  const views = useQuery({ ...viewsQuery({ workbookId, table }), enabled: id !== undefined });
  if (id !== undefined && views.isPending) return <Loading />;
  const view = views.data?.views.find((one) => one.id === id);
  return <TableInGrid key={`${table} ${view?.id}`} view={id === undefined ? undefined : view} />;
}

/** A table in the grid: read, filtered, sorted and edited there. */
function TableInGrid({ view }: { view: View | undefined }) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const navigate = useNavigate({ from: '/workbooks/$workbookId/tables/$table' });
  const { workbookId, table } = useParams({ from: route });
  const search = useSearch({ from: route });
  const place = { workbookId, table };
  const rights = useRights(workbookId);
  const edits = useTableEdits(workbookId, table);
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  const viewed = viewedOf(search, view);
  const isWithheld = view?.filter_withheld === true && !search.filter;
  const { rows: all, error, isPending } = useTableRows(place, viewed, edits, isWithheld);
  const columnLayout = useColumnLayout(place, view, all?.columns);
  const { layout, shown } = columnLayout;
  const rows = useArranged(all, shown);
  const { data: info } = useQuery(tableQuery(place));
  const columns = rows?.columns;
  const isPast = search.as_of !== undefined;
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: views } = useQuery({ ...viewsQuery(place), enabled: all !== undefined || isWithheld });
  const [isChoosingColumns, setIsChoosingColumns] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const [selected, setSelected] = useState<{ selection: Selection; row: GridRow | undefined }>();
  const [hasSaved, setHasSaved] = useState(false);
  const [task, setTask] = useState<OpenTask>();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const [goTo, setGoTo] = useState<{ row: number; column: string }>();
  const activeColumn = selected && columns?.[selected.selection.active.column];
  const { nameOf } = usePeople(workbookId);
  const present = usePresence(
    { workbookId, tableId: (!isPast && info?.id) || undefined },
    selected?.row?.id && activeColumn
      ? { rowId: Number(selected.row.id), column: activeColumn.name }
      : undefined,
  );
  const marks = useCellMarks(place, rows, edits, state, present);
  const summarize = useSummarize(place, viewed, rows?.page.total);
  const linked = useLinkedCell(place, search, viewed, rows?.columns, goTo);

  const change = useCallback(
    (part: Partial<TableSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace }),
    [navigate],
  );

  /** With a view, an empty list takes the place of the view's. */
  const listed = <Item,>(list: Item[] = []): Item[] | undefined =>
    list.length > 0 || view ? list : undefined;
  const discard = () => {
    columnLayout.reset();
    change({ sort: undefined, filter: undefined, group: undefined });
  };
  /** Rows and columns of a derived table come from its transform. */
  const hasOwnRows = info?.layer === 'base';
  const mayEdit = rights.mayWrite && !isPast;
  const editing = useMemo((): GridEditing | undefined => {
    if (!columns || !mayEdit) return undefined;
    return {
      canEdit: (column) => !columns[column]?.badge,
      refuse: (place) => {
        const column = columns[place];
        if (column?.formula) showToast({ text: text.computed(column.title ?? column.name) });
        else if (column?.badge === 'masked') showToast({ text: text.masked(column.title ?? column.name) });
      },
      apply: (edit) => {
        setHasSaved(true);
        edits.apply(edit, columns);
      },
      undo: () => void edits.step('back'),
      redo: () => void edits.step('forward'),
    };
  }, [columns, edits, mayEdit, text]);

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

  const showReplaced = (opId: number, cells: number) =>
    showToast({
      text: text.replaced(cells),
      action: { label: text.undo, onClick: () => void edits.takeBack(opId) },
    });

  const addRow = () => editing?.apply({ changes: [], added: [{ column: 0, texts: [] }] });
  const groupBy = (search.group ?? view?.group_by ?? []).filter((name) =>
    all?.columns.some((column) => column.name === name),
  );
  const isFiltered = viewed.filter !== undefined || viewed.also !== undefined;
  const allRows = isFiltered && !isPast ? info?.row_count : undefined;
  const size = (count: string, columns: string): string =>
    typeof allRows === 'number' && rows && rows.page.total <= allRows
      ? text.part(count, format.number(allRows), columns)
      : text.size(count, columns);
  const canAddRows = mayEdit && hasOwnRows && !isFiltered;
  const showPanel = useCallback(
    (panel: Panel) => {
      setIsPanelOpen((isOpen) => panel === 'cell' && !isOpen);
      change({ comments: panel === 'comments' && !search.comments ? true : undefined }, true);
    },
    [change, search.comments],
  );
  useCommentsKey(() => showPanel('comments'));
  const panel = search.comments ? 'comments' : isPanelOpen ? 'cell' : undefined;
  const columnMenu = (column: GridColumn) => (
    <ColumnMenu
      column={column}
      changes={isPast ? [] : columnChanges(rights, hasOwnRows)}
      sort={viewed.sort ?? []}
      onSort={(sort) => change({ sort })}
      layout={layout}
      onLayout={columnLayout.change}
      onGroup={() => change({ group: [column.name] })}
      onColumns={() => setIsChoosingColumns(true)}
      onTask={(chosen) => setTask({ task: chosen, column: column.name })}
    />
  );

  return (
    <Page
      title={titleOf(table)}
      titleHint={table}
      isFull
      beside={
        <>
          {info?.layer === 'derived' && <Badge kind="info">{text.derived}</Badge>}
          {search.as_of !== undefined && <Badge>{text.past(search.as_of)}</Badge>}
          <PresentUsers present={present} nameOf={nameOf} />
          {info && <StaleBadge workbookId={workbookId} table={info} />}
          {views && !isPast && (
            <ViewMenu
              place={place}
              views={views.views}
              view={view}
              userId={session.user.id}
              look={{
                filter: conditionOfAll(viewed) ?? null,
                order_by: viewed.sort ?? [],
                columns: columnLayout.isChanged || view ? [...layout] : [],
                group_by: groupBy,
              }}
              isChanged={
                columnLayout.isChanged ||
                [search.sort, search.filter, search.group].some((said) => said !== undefined)
              }
              mayWrite={rights.mayWrite}
              onOpen={(id) => change({ view: id, sort: undefined, filter: undefined, group: undefined })}
              onDiscard={discard}
            />
          )}
        </>
      }
      description={rows && size(format.number(rows.page.total), format.number(all?.columns.length ?? 0))}
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
              panel={panel}
              hiddenColumns={layout.filter(({ hidden }) => hidden).length}
              onColumns={() => setIsChoosingColumns(true)}
              onReplace={() => setIsReplacing(true)}
              onUndo={() => void edits.step('back')}
              onRedo={() => void edits.step('forward')}
              onAdd={addRow}
              onRemove={() => void remove()}
              onPanel={showPanel}
            />
            <ButtonLink
              look="quiet"
              icon={<Sigma />}
              to="/workbooks/$workbookId/summarise"
              params={{ workbookId }}
              search={{ table }}
            >
              {text.summarise}
            </ButtonLink>
            {info && (
              <TableMenu
                workbookId={workbookId}
                table={info}
                rows={rowsQueryOf(viewed)}
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
        search={
          (rows || isFiltered) && (
            <QuickSearch
              conditions={viewed.filter ?? []}
              onChange={(filter) => change({ filter: listed(filter) }, true)}
            />
          )
        }
        conditions={viewed.filter ?? []}
        hasMore={viewed.also !== undefined}
        onChange={(filter) => change({ filter: listed(filter) })}
        onEdit={(column) => setTask({ task: 'filter', column })}
      />
      {isWithheld && (
        <EmptyState
          icon={<Table2 aria-hidden />}
          title={text.withheld}
          actions={<Button onClick={() => change({ view: undefined })}>{text.allRows}</Button>}
        />
      )}
      {isPending && !isWithheld && <Loading />}
      {rows?.page.total === 0 && (
        <EmptyState
          icon={<Table2 aria-hidden />}
          title={isFiltered ? text.noMatch : text.empty}
          actions={canAddRows && <Button onClick={addRow}>{text.add}</Button>}
        >
          {canAddRows && text.emptyHint}
        </EmptyState>
      )}
      {rows && groupBy.length > 0 && (
        <Suspense fallback={<Loading />}>
          <GroupedRows
            place={place}
            viewed={viewed}
            columns={shown}
            groupBy={groupBy}
            onGroupBy={(group) => change({ group: listed(group) })}
            onShow={(conditions) =>
              change({ group: listed(), filter: [...(viewed.filter ?? []), ...conditions] })
            }
          />
        </Suspense>
      )}
      {rows && rows.page.total > 0 && groupBy.length === 0 && (
        <div className={styles.middle}>
          <div className={styles.grid}>
            <DataGrid
              label={table}
              columns={rows.columns}
              rows={rows.source}
              marks={marks}
              editing={editing}
              selected={linked}
              sort={sortTerms(viewed.sort)}
              onSort={(column, isAdding) =>
                change({ sort: listed(toggledSort(viewed.sort, column, isAdding)) })
              }
              onResized={({ name }, width) => columnLayout.change(withLook(layout, name, { width }))}
              onMoveColumn={(from, to) =>
                columnLayout.change(withMoved(layout, shown[from]?.name ?? '', shown[to]?.name ?? ''))
              }
              columnMenu={columnMenu}
              summarize={summarize}
              onSelectionChange={(selection, row) => setSelected({ selection, row })}
              onRest={(row, column) => change({ row: Number(row.id), column: column.name }, true)}
            />
          </div>
          <BesideGrid
            place={place}
            panel={panel}
            row={selected?.row}
            number={(selected?.selection.active.row ?? 0) + 1}
            column={activeColumn}
            value={selected?.row?.cells[selected.selection.active.column]}
            computed={
              selected?.row &&
              activeColumn &&
              rows.overridden.get(cellKey(selected.row.id, activeColumn.name))
            }
            mayComment={rights.mayWrite && !isPast}
            onGoTo={({ row_id, column }) => {
              if (row_id !== null) setGoTo({ row: row_id, column: column ?? columns?.[0]?.name ?? '' });
            }}
            onClose={() => panel && showPanel(panel)}
          />
        </div>
      )}
      {rows && (
        <ColumnTasks
          open={task}
          place={place}
          rows={all ?? rows}
          viewed={viewed}
          onFilter={(filter) => change({ filter: listed(filter) })}
          onReplaced={showReplaced}
          onClose={() => setTask(undefined)}
        />
      )}
      {isReplacing && (
        <Suspense>
          <FindReplaceDialog
            place={place}
            columns={shown}
            shown={conditionOfAll(viewed)}
            onReplaced={showReplaced}
            onClose={() => setIsReplacing(false)}
          />
        </Suspense>
      )}
      {all && isChoosingColumns && (
        <Suspense>
          <ColumnsDialog
            columns={all.columns}
            columnLayout={columnLayout}
            onClose={() => setIsChoosingColumns(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

function selectedRows(selection: Selection): number {
  const { first, end } = rectangleOf(selection).rows;
  return end - first;
}
