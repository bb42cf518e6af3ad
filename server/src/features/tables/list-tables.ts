import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import type { Service } from '../../service.js';
import type { GovernedTable } from '../../workbook/governed-tables.js';
import type { Caller } from '../caller.js';

/** Tables in the order in which they were made. */
export async function listTables(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: { state: 'active' | 'archived' | 'all'; limit: number; cursor?: string | undefined },
): Promise<{ tables: GovernedTable[]; nextCursor: string | null }> {
  const after = page.cursor === undefined ? '' : decodeCursor(page.cursor, isText);
  const all = (await service.data.tables(caller, workbookId, page.state)).filter(({ row }) => row.id > after);
  const tables = all.slice(0, page.limit);
  const last = tables.at(-1);
  return { tables, nextCursor: all.length > page.limit && last ? encodeCursor(last.row.id) : null };
}
