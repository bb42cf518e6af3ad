import { columnNamed } from '../../core/column-named.js';
import { unknownColumn } from '../../core/unknown-column.js';
import { isReadable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

interface PlaceInWorkbook {
  /** What tells one page of the user from another. */
  session: string;
  /** By name or id; null on leaving. */
  table: string | null;
  rowId: number | null;
  column: string | null;
}

/** Says which table the caller has open and which cell is selected there; forgotten on leaving or after a silence. */
export async function setPresence(
  { data, presence }: Service,
  { userId }: Caller,
  workbookId: string,
  { session, table: nameOrId, rowId, column: name }: PlaceInWorkbook,
): Promise<void> {
  if (nameOrId === null) return await presence.remove({ workbookId, userId, session });
  // Not as the caller, whose every selection would be in the audit log as a reading.
  const table = await data.as({ userId }).describe(workbookId, nameOrId);
  const column = name === null ? undefined : columnNamed(table.columns, name);
  if (name !== null && !column)
    throw unknownColumn({ table: table.record.name, column: name, path: '/column' });
  const seesRows = isReadable(table);
  await presence.put({
    ...{ workbookId, userId, session, tableId: table.record.id },
    rowId: seesRows ? rowId : null,
    columnId: seesRows ? (column?.id ?? null) : null,
  });
}
