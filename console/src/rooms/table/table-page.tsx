import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Table, View } from '@workbook-data-service/client/api';
import { Sigma, Table2 } from 'lucide-react';
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { TableMenu } from '../../app/table-actions/table-menu.js';
import { useRights } from '../../app/use-rights.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { DataGrid } from '../../grid/data-grid.js';
import { rectangleOf, type Selection } from '../../grid/selection.js';
import type { GridColumn, GridRow } from '../../grid/types.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { BesideGrid, type Panel } from './beside-grid.js';
import { withLook, withMoved } from './column-layout.js';
import { ColumnMenu, columnChanges } from './column-menu.js';
import { EditNotices } from './edit-notices.js';
import { FilterBar } from './filter-bar.js';
import { conditionOfAll, rowsQueryOf } from './first-rows.js';
import { QuickSearch } from './quick-search.js';
import { TableBadges } from './table-badges.js';
import { tableQuery, viewsQuery } from './table-details.js';
import { type OpenDialog, TableDialogs } from './table-dialogs.js';
import styles from './table-page.module.css';
import { sortTerms, toggledSort } from './table-search.js';
import { tableTexts } from './table-texts.js';
import { TableTools } from './table-tools.js';
import { useCellMarks } from './use-cell-marks.js';
import { useArranged, useColumnLayout } from './use-column-layout.js';
import { useCommentsKey } from './use-comments-key.js';
import { useGridEditing } from './use-grid-editing.js';
import { useLinkedCell } from './use-linked-cell.js';
import { usePresence } from './use-presence.js';
import { useSummarize } from './use-summarize.js';
import { tableRoute, useTableAddress } from './use-table-address.js';
import { useTableEdits } from './use-table-edits.js';
import { cellKey, useTableRows } from './use-table-rows.js';

/** Opened by a click only. */
const GroupedRows = lazy(async () => ({ default: (await import('./grouped-rows.js')).GroupedRows }));

/** A table as the address says, which may name a view. */
export function TablePage() {
  const place = useParams({ from: tableRoute });
  const { view: id } = useSearch({ from: tableRoute });
  const { data: info } = useQuery(tableQuery(place));
  const views = useQuery({ ...viewsQuery(place), enabled: id !== undefined });
  if (id !== undefined && views.isPending) return <Loading />;
  const view = views.data?.views.find((one) => one.id === id);
  return (
    <TableInGrid key={`${place.table} ${view?.id}`} view={id === undefined ? undefined : view} info={info} />
  );
}

/** A table in the grid: read, filtered, sorted and edited there. */
function TableInGrid({ view, info }: { view: View | undefined; info: Table | undefined }) {
  const text = useText(tableTexts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const address = useTableAddress(view, info);
  const { place, search, viewed, change, listed, isPast, isFiltered, isWithheld } = address;
  const { workbookId, table } = place;
  const rights = useRights(workbookId);
  const edits = useTableEdits(workbookId, table);
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  const { rows: all, error, isPending } = useTableRows(place, viewed, edits, isWithheld);
  const columnLayout = useColumnLayout(place, view, all?.columns);
  const { layout, shown } = columnLayout;
  const rows = useArranged(all, shown);
  const columns = rows?.columns;
  const [dialog, setDialog] = useState<OpenDialog>();
  const [selected, setSelected] = useState<{ selection: Selection; row: GridRow | undefined }>();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const [goTo, setGoTo] = useState<{ row: number; column: string }>();
  const activeColumn = selected && columns?.[selected.selection.active.column];
  const present = usePresence(
    { workbookId, tableId: (!isPast && info?.id) || undefined },
    selected?.row?.id && activeColumn
      ? { rowId: Number(selected.row.id), column: activeColumn.name }
      : undefined,
  );
  const marks = useCellMarks(place, rows, edits, state, present);
  const summarize = useSummarize(place, viewed, rows?.page.total);
  const linked = useLinkedCell(place, search, viewed, columns, goTo);
  /** Rows and columns of a derived table come from its transform. */
  const hasOwnRows = info?.layer === 'base';
  const mayEdit = rights.mayWrite && !isPast;
  const { editing, hasSaved, remove, addRow, showReplaced } = useGridEditing(edits, rows, mayEdit);

  const discard = () => {
    columnLayout.reset();
    change({ sort: undefined, filter: undefined, group: undefined });
  };
  const groupBy = (search.group ?? view?.group_by ?? []).filter((name) =>
    all?.columns.some((column) => column.name === name),
  );
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
      onColumns={() => setDialog('columns')}
      onTask={(task) => setDialog({ task, column: column.name })}
    />
  );

  return (
    <Page
      title={titleOf(table)}
      titleHint={table}
      isFull
      beside={
        <TableBadges
          place={place}
          table={info}
          view={view}
          asOf={search.as_of}
          present={present}
          isRead={all !== undefined || isWithheld}
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
              onColumns={() => setDialog('columns')}
              onReplace={() => setDialog('replace')}
              onUndo={() => void edits.step('back')}
              onRedo={() => void edits.step('forward')}
              onAdd={addRow}
              onRemove={() => selected && void remove(selected.selection)}
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
                onRenamed={address.openAs}
                onDeleted={address.leave}
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
        onEdit={(column) => setDialog({ task: 'filter', column })}
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
              onSort={(column, isAdding) => address.sortBy(toggledSort(viewed.sort, column, isAdding))}
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
        <TableDialogs
          open={dialog}
          place={place}
          rows={all ?? rows}
          viewed={viewed}
          columnLayout={columnLayout}
          onFilter={(filter) => change({ filter: listed(filter) })}
          onReplaced={showReplaced}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  );
}

function selectedRows(selection: Selection): number {
  const { first, end } = rectangleOf(selection).rows;
  return end - first;
}
