import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import type { Service } from '../../service.js';
import type { SourceRow } from './sources.js';

/** Newest first. */
export async function listSources(
  service: Service,
  workbookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ sources: SourceRow[]; nextCursor: string | null }> {
  const before = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const found = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const sources = found.slice(0, page.limit);
  const last = sources.at(-1);
  return { sources, nextCursor: found.length > page.limit && last ? encodeCursor(last.id) : null };
}
