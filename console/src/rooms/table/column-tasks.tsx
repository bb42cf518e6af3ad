import { lazy, Suspense } from 'react';
import type { Condition } from '../../app/row-filter/conditions.js';
import { ColumnForm } from './column-form.js';
import type { ColumnTask } from './column-menu.js';
import { ColumnProfile } from './column-profile.js';
import { FilterDialog } from './filter-bar.js';
import { conditionOfAll, type TablePlace, type Viewed } from './first-rows.js';
import type { TableRows } from './use-table-rows.js';

export interface OpenTask {
  task: ColumnTask;
  column: string;
}

interface ColumnTasksProps {
  open: OpenTask | undefined;
  place: TablePlace;
  rows: TableRows;
  viewed: Viewed;
  onFilter: (conditions: Condition[]) => void;
  onReplaced: (opId: number, cells: number) => void;
  onClose: () => void;
}

/** Opened by a click only. */
const TidyValuesDialog = lazy(async () => ({
  default: (await import('./tidy-values-dialog.js')).TidyValuesDialog,
}));

/** The dialog that an item of a column's menu opened. */
export function ColumnTasks({ open, place, rows, viewed, onFilter, onReplaced, onClose }: ColumnTasksProps) {
  const column = rows.columns.find(({ name }) => name === open?.column);
  const info = rows.page.columns.find(({ name }) => name === open?.column);
  if (!open || !column || !info) return null;
  if (open.task === 'profile') return <ColumnProfile place={place} column={column} onClose={onClose} />;
  if (open.task === 'tidy')
    return (
      <Suspense>
        <TidyValuesDialog place={place} column={column} onReplaced={onReplaced} onClose={onClose} />
      </Suspense>
    );
  if (open.task === 'filter') {
    const isThis = (condition: Condition) => condition.column === column.name;
    const conditions = viewed.filter ?? [];
    const others = conditions.filter((one) => !isThis(one));
    return (
      <FilterDialog
        place={place}
        column={column}
        condition={conditions.find(isThis)}
        others={conditionOfAll({ ...viewed, filter: others })}
        asOf={viewed.as_of}
        onApply={(condition) => onFilter(condition ? [...others, condition] : others)}
        onClose={onClose}
      />
    );
  }
  return (
    <ColumnForm
      task={open.task}
      place={place}
      column={info}
      version={rows.page.edit_version}
      onClose={onClose}
    />
  );
}
