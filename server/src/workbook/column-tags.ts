import type { Db } from '../catalog/catalog.js';
import { lineageAt } from '../catalog/lineage.js';
import { LATEST_VERSION } from '../catalog/tables.js';

/** Tags by column id. */
export type ColumnTags = Map<string, Set<string>>;

/**
 * The tags of a table's columns: their own, and those of every column that they are computed from, through however
 * many transforms. So whoever may not see a column does not see what was made of it either.
 */
export async function tagsOf(db: Db, tableId: string, version: number): Promise<ColumnTags> {
  const tags = await ownTags(db, tableId);
  const edges = await lineageAt(db, tableId, version);
  for (const inputId of new Set(edges.map(({ inputTableId }) => inputTableId))) {
    const inherited = await tagsOf(db, inputId, LATEST_VERSION);
    for (const { columnId, inputTableId, inputColumnId } of edges)
      if (inputTableId === inputId) add(tags, columnId, inherited.get(inputColumnId) ?? []);
  }
  return tags;
}

async function ownTags(db: Db, tableId: string): Promise<ColumnTags> {
  const rows = await db
    .selectFrom('column_tags')
    .select(['column_id', 'tag'])
    .where('table_id', '=', tableId)
    .execute();
  const tags: ColumnTags = new Map();
  for (const { column_id, tag } of rows) add(tags, column_id, [tag]);
  return tags;
}

function add(tags: ColumnTags, columnId: string, more: Iterable<string>): void {
  tags.set(columnId, new Set([...(tags.get(columnId) ?? []), ...more]));
}
