import { cutPage, type PageRequest, startOf } from '../../core/paging.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { SourceVisibility, type VisibleSource } from '../sources/source-visibility.js';

/** Newest first. */
export async function listSources(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: PageRequest,
): Promise<{ sources: VisibleSource[]; nextCursor: string | null }> {
  const before = startOf(page);
  const found = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const visibility = await SourceVisibility.load(service, caller, workbookId);
  const { items, nextCursor } = cutPage(found, page, ({ id }) => id);
  return { sources: await Promise.all(items.map((source) => visibility.redact(source))), nextCursor };
}
