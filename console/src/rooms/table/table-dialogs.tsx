import { lazy, Suspense } from 'react';
import type { Condition } from '../../app/row-filter/conditions.js';
import { ColumnTasks, type OpenTask } from './column-tasks.js';
import { conditionOfAll, type TablePlace, type Viewed } from './first-rows.js';
import type { useColumnLayout } from './use-column-layout.js';
import type { TableRows } from './use-table-rows.js';

/** The dialog that is open. */
export type OpenDialog = 'columns' | 'replace' | OpenTask;

/** Opened by a click only. */
const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.js')).ColumnsDialog }));
const FindReplaceDialog = lazy(async () => ({
  default: (await import('./find-replace-dialog.js')).FindReplaceDialog,
}));

interface TableDialogsProps {
  open: OpenDialog | undefined;
  place: TablePlace;
  /** With all columns, also those that are not shown. */
  rows: TableRows;
  viewed: Viewed;
  columnLayout: ReturnType<typeof useColumnLayout>;
  onFilter: (conditions: Condition[]) => void;
  onReplaced: (opId: number, cells: number) => void;
  onClose: () => void;
}

export function TableDialogs({ open, columnLayout, ...rest }: TableDialogsProps) {
  const { place, rows, viewed, onReplaced, onClose } = rest;
  if (open === 'columns')
    return (
      <Suspense>
        <ColumnsDialog columns={rows.columns} columnLayout={columnLayout} onClose={onClose} />
      </Suspense>
    );
  if (open === 'replace')
    return (
      <Suspense>
        <FindReplaceDialog
          place={place}
          columns={columnLayout.shown}
          shown={conditionOfAll(viewed)}
          onReplaced={onReplaced}
          onClose={onClose}
        />
      </Suspense>
    );
  return <ColumnTasks open={open} {...rest} />;
}
