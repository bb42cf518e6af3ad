import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { type SeenSource, SourceSight } from '../structuring/clear-source.js';

/** Newest first. */
export async function listSources(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ sources: SeenSource[]; nextCursor: string | null }> {
  const before = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const found = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const sight = await SourceSight.load(service, caller, workbookId);
  const sources = await Promise.all(found.slice(0, page.limit).map((source) => sight.seen(source)));
  const last = sources.at(-1);
  return { sources, nextCursor: found.length > page.limit && last ? encodeCursor(last.id) : null };
}
