// The only writer of `table_parts`: which rows of a table came from which file.
import type { Change } from './change.js';
import type { Db } from './db.js';

/** The rows of a table that one file brought. */
interface TablePart {
  tableId: string;
  /** What the file is of: a period, or its name. */
  part: string;
  sourceId: string;
  rowIds: readonly number[];
}

export async function partsOf(db: Db, tableId: string): Promise<TablePart[]> {
  const rows = await db.selectFrom('table_parts').selectAll().where('table_id', '=', tableId).execute();
  return rows.map(({ table_id, part, source_id, row_ids }) => ({
    tableId: table_id,
    part,
    sourceId: source_id,
    rowIds: idsOf(JSON.parse(row_ids) as [number, number][]),
  }));
}

/** Also in place of what was known of the part. */
export async function setPart(
  c: Change,
  { tableId, part, sourceId, rowIds }: TablePart,
  opId: number,
): Promise<void> {
  const now = { source_id: sourceId, row_ids: JSON.stringify(runsOf(rowIds)), op_id: opId };
  await c.tx
    .insertInto('table_parts')
    .values({ table_id: tableId, part, ...now })
    .onConflict((conflict) => conflict.columns(['table_id', 'part']).doUpdateSet(now))
    .execute();
}

/** The first and last id of each run. */
function runsOf(ids: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else runs.push([id, id]);
  }
  return runs;
}

const idsOf = (runs: readonly [number, number][]) =>
  runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
