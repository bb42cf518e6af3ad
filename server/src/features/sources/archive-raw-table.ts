import type { Change } from '../../catalog/change.js';
import { setTableName, setTableState } from '../../catalog/table-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { TableNames } from './register-tables.js';

/** Archives a raw table under another name, so that its own name is free for a structured table. */
export async function archiveRawTable(c: Change, table: TableRecord, opId: number): Promise<void> {
  const names = await TableNames.of(c, table.workbook_id);
  await setTableName(c, table.id, names.take(`${table.name}_raw`));
  await setTableState(c, table.id, 'archived', opId);
}
