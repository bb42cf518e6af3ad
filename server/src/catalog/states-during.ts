import { sql } from 'kysely';
import type { Db } from './db.js';

/** A range of versions of a table, both ends inclusive. */
export interface Span {
  from: number;
  to: number;
}

export interface TableDuring {
  tableId: string;
  span: Span;
}

/** What a table has from a version on, until a later version has another. */
type Kept = { table: 'table_schemas'; column: 'columns' } | { table: 'table_lineage'; column: 'edges' };

/** For each table, the lists that it has at any version of its span, as one list. One statement for all of them. */
export async function statesDuring<Item>(
  db: Db,
  kept: Kept,
  tables: readonly TableDuring[],
): Promise<Item[][]> {
  const states: Item[][] = tables.map(() => []);
  if (tables.length === 0) return states;
  const wanted = tables.map(
    ({ tableId, span }, place) =>
      sql`(cast(${place} as integer), cast(${tableId} as text), cast(${span.from} as integer), cast(${span.to} as integer))`,
  );
  const [table, column] = [sql.table(kept.table), sql.ref(`states.${kept.column}`)];
  // SQLite takes the tables of a cross join in this order.
  const { rows } = await sql<{ place: number; state: string }>`
    with wanted (place, table_id, first, last) as (values ${sql.join(wanted)})
    select wanted.place, ${column} as state
    from wanted cross join ${table} as states
    where states.table_id = wanted.table_id
      and states.version <= wanted.last
      and states.version >= (
        select coalesce(max(version), 0) from ${table}
        where table_id = wanted.table_id and version <= wanted.first)
    order by wanted.place, states.version`.execute(db);
  for (const { place, state } of rows) states[place]?.push(...(JSON.parse(state) as Item[]));
  return states;
}
