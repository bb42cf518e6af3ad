// The only writer of `table_landings` and of the record of a structured table: what a table is of its file, which an op that
// changes it keeps as it was.
import type { TableOrigin } from '../core/table-origin.js';
import type { Change } from './change.js';
import type { KeptStates } from './op-states.js';

type KeptLanding = KeptStates['landing'];

/** Keeps what a table was of its file. Comes before each change of it. */
export async function keepLanding(c: Change, tableId: string): Promise<void> {
  const landing = await c.tx
    .selectFrom('table_landings')
    .select(['blob_hash', 'columns'])
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  const structured = await c.tx
    .selectFrom('structured_tables')
    .select(['provenance_hash', 'sheet_columns', 'spec_version'])
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  const origin = await c.tx
    .selectFrom('table_origins')
    .select('origin')
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  const table = await c.tx
    .selectFrom('all_tables')
    .select('source_sheet')
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow();
  c.keepBefore('landing', tableId, {
    landing: landing ?? null,
    structured: structured ?? null,
    origin: origin?.origin ?? null,
    sheet: table.source_sheet,
  });
}

export async function setLanding(
  c: Change,
  tableId: string,
  landing: NonNullable<KeptLanding['landing']>,
): Promise<void> {
  await c.tx
    .insertInto('table_landings')
    .values({ table_id: tableId, ...landing })
    .onConflict((conflict) => conflict.column('table_id').doUpdateSet(landing))
    .execute();
}

export async function setStructured(
  c: Change,
  tableId: string,
  structured: Partial<NonNullable<KeptLanding['structured']>>,
): Promise<void> {
  await c.tx.updateTable('structured_tables').set(structured).where('table_id', '=', tableId).execute();
}

/** Where the cells of a table are in its file; null for one whose cells it does not have any more. */
export async function replaceOrigin(c: Change, tableId: string, origin: TableOrigin | null): Promise<void> {
  await writeOrigin(c, tableId, origin && JSON.stringify(origin));
}

/** Gives a table back what it was of its file. */
export async function putLanding(
  c: Change,
  tableId: string,
  { landing, structured, origin }: KeptLanding,
): Promise<void> {
  if (landing) await setLanding(c, tableId, landing);
  else await c.tx.deleteFrom('table_landings').where('table_id', '=', tableId).execute();
  if (structured) await setStructured(c, tableId, structured);
  await writeOrigin(c, tableId, origin);
}

async function writeOrigin(c: Change, tableId: string, origin: string | null): Promise<void> {
  await c.tx.deleteFrom('table_origins').where('table_id', '=', tableId).execute();
  if (origin !== null) await c.tx.insertInto('table_origins').values({ table_id: tableId, origin }).execute();
}
