import { cutPage, type PageRequest, startOf } from '../../core/paging.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** Tables in order of creation. */
export async function listTables(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: PageRequest & { state: 'active' | 'archived' | 'all' },
): Promise<{ tables: GovernedTable[]; nextCursor: string | null }> {
  const found = await service.data.as(caller).tables(workbookId, page.state, {
    after: startOf(page) ?? '',
    limit: page.limit + 1,
  });
  const { items: tables, nextCursor } = cutPage(found, page, ({ record }) => record.id);
  return { tables, nextCursor };
}
