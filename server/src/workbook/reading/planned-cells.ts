import { presentCell } from '@workbook-data-service/sheets/values';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { GovernedTable } from '../governance/governed-tables.js';
import { rowStates } from '../ungoverned/row-states.js';
import type { WorkbookData } from '../workbook-data.js';
import type { PlannedCell } from '../writing/planned-cell.js';
import type { RowChange } from '../writing/write-tables.js';

/**
 * The first cells that row changes would write into a table, in columns that the caller may see. `columns` are those
 * of the table afterwards.
 */
export async function plannedCells(
  data: WorkbookData,
  table: GovernedTable,
  { rows, columns, most }: { rows: readonly RowChange[]; columns: readonly ColumnRecord[]; most: number },
): Promise<PlannedCell[]> {
  const { id: tableId, workbook_id: workbookId } = table.record;
  const shown = rows.slice(0, most);
  const rowIds = shown.flatMap((row) => (row.kind === 'insert' ? [] : [row.rowId]));
  const states = await rowStates(data, { workbookId, tableId, version: table.version, rowIds });
  const cells = shown.flatMap((row, place) => {
    const { kind, rowId = null } = row;
    const before = rowId === null ? undefined : states.get(rowId);
    const after = row.kind === 'delete' ? undefined : row.after;
    return columns.flatMap(({ id, name, type }): PlannedCell[] => {
      const old = (kind === 'insert' ? null : before?.[id]) ?? null;
      const current = (kind === 'delete' ? null : after && id in after ? after[id] : old) ?? null;
      if (JSON.stringify(old) === JSON.stringify(current)) return [];
      const values = { old: presentCell(old, type), new: presentCell(current, type) };
      return [{ row: place + 1, rowId, change: kind, column: name, ...values }];
    });
  });
  return cells.slice(0, most);
}
