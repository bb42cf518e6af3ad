import type { Cells } from '../../core/row-edits.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import { rowStates } from '../ungoverned/row-states.js';
import type { WorkbookData } from '../workbook-data.js';

/**
 * A row as it was at a version, in the columns that the table shows; undefined where there was none.
 * For versions before that of the table it has to be one of the past.
 */
export async function rowAt(
  data: WorkbookData,
  { record, columns, ...table }: ReadableTable,
  rowId: number,
  version = table.version,
): Promise<Cells | undefined> {
  const at = { workbookId: record.workbook_id, tableId: record.id, version };
  const cells = (await rowStates(data, { ...at, rowIds: [rowId] })).get(rowId);
  if (!cells) return undefined;
  const seen: Cells = {};
  for (const { id, masked } of columns) if (id in cells) seen[id] = masked ? null : (cells[id] ?? null);
  return seen;
}
