import { sql } from 'kysely';
import type { Db } from './db.js';

/**
 * The tables of a workbook whose columns may have tags, in the order of their ids: those with tags of their own, those
 * that are computed from others, and those that share cells with one of them as a raw sheet and its structured tables.
 */
export async function tablesThatMayHaveTags(
  db: Db,
  workbookId: string,
  { from }: { from: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive found (id) as (
      select table_id from (
        select column_tags.table_id from tables join column_tags on column_tags.table_id = tables.id
        where tables.workbook_id = ${workbookId}
        union
        select table_lineage.table_id from tables join table_lineage on table_lineage.table_id = tables.id
        where tables.workbook_id = ${workbookId}
      ) as marked
      union
      select links.id from found join (
        select table_id as of_id, raw_table_id as id from structured_tables where raw_table_id is not null
        union all
        select raw_table_id as of_id, table_id as id from structured_tables where raw_table_id is not null
      ) as links on links.of_id = found.id
    )
    select id from found where id >= ${from} order by id`.execute(db);
  return rows.map(({ id }) => id);
}
