import type { Change } from '../../catalog/change.js';
import { type LineageEdge, ROWS } from '../../catalog/lineage.js';
import { rawLinksOf } from '../../catalog/raw-columns.js';
import { LATEST_VERSION } from '../../catalog/tables.js';
import { TagReader } from './column-tags.js';

/** Tags a column directly with its inherited tags, before it stops being computed from their columns. */
export async function keepTags(c: Change, tableId: string, columnId: string): Promise<void> {
  const tags = (await new TagReader(c.tx).tagsOf(tableId)).get(columnId);
  await putTags(c, tableId, columnId, [...(tags?.keys() ?? [])]);
}

/** The same for all columns that were ever computed from tables about to be deleted, or share their cells. */
export async function keepTagsFrom(c: Change, goingIds: readonly string[]): Promise<void> {
  const reader = new TagReader(c.tx);
  const keep = async (tableId: string, version: number, columnIds: string[]): Promise<void> => {
    if (columnIds.length === 0 || goingIds.includes(tableId)) return;
    const tags = await reader.tagsOf(tableId, version);
    for (const id of new Set(columnIds)) await putTags(c, tableId, id, [...(tags.get(id)?.keys() ?? [])]);
  };
  for (const { table_id, version, edges } of await lineageFrom(c, goingIds)) {
    const followers = edges.filter(
      ({ columnId, inputTableId }) => columnId !== ROWS && goingIds.includes(inputTableId),
    );
    if (!goingIds.includes(table_id)) await keepInfluences(c, reader, goingIds, { table_id, version, edges });
    await keep(
      table_id,
      version,
      followers.map(({ columnId }) => columnId),
    );
  }
  for (const going of goingIds)
    for (const link of await rawLinksOf(c.tx, [going])) {
      if (link.tableId === going) await keep(link.rawTableId, LATEST_VERSION, [link.rawColumnId]);
      else await keep(link.tableId, LATEST_VERSION, [link.columnId]);
    }
}

/** Rows cannot be tagged directly, so the tags that influenced them are kept on the lineage edge. */
async function keepInfluences(
  c: Change,
  reader: TagReader,
  goingIds: readonly string[],
  { table_id, version, edges }: { table_id: string; version: number; edges: LineageEdge[] },
): Promise<void> {
  const kept = await Promise.all(
    edges.map(async (edge): Promise<LineageEdge> => {
      const { columnId, inputTableId, inputVersion, inputColumnId } = edge;
      if (columnId !== ROWS || !goingIds.includes(inputTableId)) return edge;
      const tags = (await reader.tagsOf(inputTableId, inputVersion)).get(inputColumnId);
      return tags ? { ...edge, keptTags: [...tags.keys()] } : edge;
    }),
  );
  await c.tx
    .updateTable('table_lineage')
    .set({ edges: JSON.stringify(kept) })
    .where('table_id', '=', table_id)
    .where('version', '=', version)
    .execute();
}

/** The lineage of all versions: earlier ones can still be read. */
async function lineageFrom(c: Change, inputIds: readonly string[]) {
  const rows = await c.tx
    .selectFrom('table_lineage')
    .selectAll()
    .where((eb) => eb.or(inputIds.map((id) => eb('edges', 'like', `%"${id}"%`))))
    .execute();
  return rows.map((row) => ({ ...row, edges: JSON.parse(row.edges) as LineageEdge[] }));
}

async function putTags(c: Change, tableId: string, columnId: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return;
  await c.tx
    .insertInto('column_tags')
    .values(tags.map((tag) => ({ table_id: tableId, column_id: columnId, tag })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}
