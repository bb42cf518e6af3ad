import { ROW_ID } from '@workbook-data-service/sheets/values';
import { compileFilter } from '../../core/filter-sql.js';
import { Problem } from '../../core/problems.js';
import { type RowFilter, renameColumns } from '../../core/row-filter.js';
import type { OrderTerm } from '../../core/row-order.js';
import type { Reference, TableViewBlock, TotalFunction } from '../../core/sheet-blocks.js';
import { totalFits } from '../../core/total-fits.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governance/governed-tables.js';

export interface VisibleTotal {
  column: GovernedColumn;
  fn: TotalFunction;
}

/** A view of a table with the columns that the caller may see, under their current names. */
export interface VisibleView {
  /** Null for every column. */
  columns: GovernedColumn[] | null;
  filter: RowFilter | null;
  orderBy: OrderTerm[];
  totals: VisibleTotal[];
  /** What is wrong with the view; its rows are shown nonetheless. */
  problems: string[];
  /** Why its rows cannot be shown as they were meant. */
  obstacle: string | null;
}

const HIDDEN_CHOICE =
  'The view is filtered or sorted by a column that is gone or that you may not see, so its rows are not shown.';

export function visibleView(block: TableViewBlock, table: GovernedTable, isGoverned: boolean): VisibleView {
  const columns = new Map(table.columns.map((column) => [column.id, column]));
  const problems = new Set<string>();
  const seen = ({ id, name }: Reference): GovernedColumn[] => {
    const column = columns.get(id);
    if (column) return [column];
    // A denied column must look as if it had never been chosen.
    if (table.denied.length === 0) problems.add(lostColumn(isGoverned ? null : name, table.record.name));
    return [];
  };
  const shown = block.columns?.flatMap(seen) ?? null;
  const totals = block.totals.flatMap(({ column, fn }) =>
    seen(column).flatMap((found) => {
      if (totalFits(fn, found.type)) return [{ column: found, fn }];
      problems.add(`The column "${found.name}" is ${found.type} now, which has no ${fn}.`);
      return [];
    }),
  );
  const choice = visibleChoice(block, columns);
  const obstacle = !choice
    ? HIDDEN_CHOICE
    : shown?.length === 0
      ? `None of the columns that the view shows is left in "${table.record.name}".`
      : filterFault(choice.filter, table);
  return {
    columns: shown,
    filter: choice?.filter ?? null,
    orderBy: choice?.orderBy ?? [],
    totals,
    problems: [...problems],
    obstacle,
  };
}

function lostColumn(name: string | null, table: string): string {
  return name === null
    ? `A column that the view shows is gone from "${table}".`
    : `The column "${name}" is gone from "${table}".`;
}

/** Which rows the view has, and in which order; undefined if a column that decides it is not visible as it is. */
function visibleChoice(
  { filter, orderBy }: TableViewBlock,
  columns: ReadonlyMap<string, GovernedColumn>,
): Pick<VisibleView, 'filter' | 'orderBy'> | undefined {
  let isVisible = true;
  const clear = (id: string): { name: string; type: string } => {
    if (id === ROW_ID) return { name: ROW_ID, type: 'BIGINT' };
    const column = columns.get(id);
    if (!column || column.masked) isVisible = false;
    return column ?? { name: id, type: 'VARCHAR' };
  };
  const named = renameColumns(filter, (id) => clear(id).name) as RowFilter | null;
  const terms = orderBy.map(({ column, descending }): OrderTerm => ({ ...clear(column), descending }));
  return isVisible ? { filter: named, orderBy: terms } : undefined;
}

/** A column may have another type by now, which the values of the filter do not fit. */
function filterFault(filter: RowFilter | null, table: GovernedTable): string | null {
  if (!filter) return null;
  try {
    compileFilter(JSON.stringify(filter), [...table.columns, { name: ROW_ID, type: 'BIGINT' }], []);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}
