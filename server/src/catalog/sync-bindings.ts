// The only writer of bindings to external sheets.
import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

export type SyncBindingRecord = Selectable<Schema['sync_bindings']>;

/** A sheet outside the service. */
type ExternalSheet = Pick<SyncBindingRecord, 'workbook_id' | 'external_kind' | 'external_ref'>;

export async function bindingOfSheet(
  db: Db,
  { workbook_id, external_kind, external_ref }: ExternalSheet,
): Promise<SyncBindingRecord | undefined> {
  return await db
    .selectFrom('sync_bindings')
    .selectAll()
    .where('workbook_id', '=', workbook_id)
    .where('external_kind', '=', external_kind)
    .where('external_ref', '=', external_ref)
    .executeTakeFirst();
}

/** Newest first. */
export async function bindingsBefore(
  db: Db,
  tableId: string,
  page: { before: string | undefined; limit: number },
): Promise<SyncBindingRecord[]> {
  return await db
    .selectFrom('sync_bindings')
    .selectAll()
    .where('table_id', '=', tableId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Adds a binding, or replaces the one with its id. */
export async function putBinding(c: Change, binding: SyncBindingRecord): Promise<void> {
  const { direction, ownership_map, actor } = binding;
  const before = await selected(c).where('id', '=', binding.id).executeTakeFirst();
  c.keepBefore('binding', binding.id, before ?? null);
  await c.tx
    .insertInto('sync_bindings')
    .values(binding)
    .onConflict((oc) => oc.column('id').doUpdateSet({ direction, ownership_map, actor }))
    .execute();
}

/** Returns whether the table had such a binding. */
export async function deleteBinding(c: Change, tableId: string, bindingId: string): Promise<boolean> {
  const before = await selected(c)
    .where('id', '=', bindingId)
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  if (!before) return false;
  c.keepBefore('binding', bindingId, before);
  await c.tx.deleteFrom('sync_bindings').where('id', '=', bindingId).execute();
  return true;
}

/** Their sheets can be bound to other tables from then on. */
export async function deleteBindingsOf(c: Change, tableIds: readonly string[]): Promise<void> {
  const before = await selected(c).where('table_id', 'in', tableIds).execute();
  for (const binding of before) c.keepBefore('binding', binding.id, binding);
  await c.tx.deleteFrom('sync_bindings').where('table_id', 'in', tableIds).execute();
}

const selected = (c: Change) => c.tx.selectFrom('sync_bindings').selectAll();
