import type { Presence } from '../../catalog/presence-records.js';
import { isReadable, type Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';

/** Another page of the workbook, as a viewer may see where it is. */
export interface PresentUser {
  userId: string;
  tableId: string;
  rowId: number | null;
  column: string | null;
}

const MAX_SHOWN = 100;

/** Those with an open table that the viewer sees; the cell only where its column is shown to them. */
export async function visiblePresence(
  { data }: Service,
  { userId }: Viewer,
  workbookId: string,
  present: readonly Presence[],
): Promise<PresentUser[]> {
  const shown = present.slice(0, MAX_SHOWN);
  const ids = [...new Set(shown.map(({ tableId }) => tableId))];
  if (ids.length === 0) return [];
  const found = await data.as({ userId }).tablesByIds(ids.map((id) => ({ id, workbook_id: workbookId })));
  const tables = new Map(found.map((table) => [table.record.id, table]));
  return shown.flatMap(({ userId, tableId, rowId, columnId }) => {
    const table = tables.get(tableId);
    if (!table) return [];
    const seen = isReadable(table) ? table.columns.filter(({ masked }) => !masked) : [];
    const column = seen.find(({ id }) => id === columnId);
    return [{ userId, tableId, rowId: column ? rowId : null, column: column?.name ?? null }];
  });
}
