// The only writer of `transforms`.
import type { Change } from '../../catalog/change.js';
import { definitionOf, type PinnedTransform } from '../../catalog/snapshots.js';
import { nameKey } from '../../catalog/tables.js';
import type { TransformRecord } from '../../catalog/transforms.js';
import type { TransformSpec } from '../transforms/transform-plan.js';

export async function insertTransform(
  c: Change,
  id: string,
  definition: Definition,
  { tableId, signature }: { tableId: string; signature: string | null },
): Promise<TransformRecord> {
  const record: TransformRecord = {
    id,
    workbook_id: definition.spec.workbookId,
    output_table_id: tableId,
    ...columnsOf(definition),
    run_signature: signature,
    created_at: c.at,
    updated_at: c.at,
  };
  await c.tx.insertInto('transforms').values(record).execute();
  c.keepBefore('transform', id, null);
  return record;
}

export async function redefineTransform(
  c: Change,
  id: string,
  definition: Definition,
  signature: string | null,
): Promise<void> {
  await keepTransforms(c, 'id', [id]);
  await c.tx
    .updateTable('transforms')
    .set({ ...columnsOf(definition), run_signature: signature, updated_at: c.at })
    .where('id', '=', id)
    .execute();
}

/** Gives a transform the definition that a snapshot pins, or brings it back. Who does so becomes its owner. */
export async function restoreTransform(
  c: Change,
  workbookId: string,
  pinned: PinnedTransform,
): Promise<void> {
  await keepTransforms(c, 'id', [pinned.id]);
  // Where there was none.
  c.keepBefore('transform', pinned.id, null);
  const definition = {
    ...pinned,
    name_key: nameKey(pinned.name),
    owner_user_id: c.author.userId ?? pinned.owner_user_id,
    run_signature: null,
    updated_at: c.at,
  };
  await c.tx
    .insertInto('transforms')
    .values({ ...definition, workbook_id: workbookId, created_at: c.at })
    .onConflict((oc) => oc.column('id').doUpdateSet(definition))
    .execute();
}

export async function renameTransform(c: Change, id: string, name: string): Promise<void> {
  await keepTransforms(c, 'id', [id]);
  await c.tx
    .updateTable('transforms')
    .set({ name, name_key: nameKey(name), updated_at: c.at })
    .where('id', '=', id)
    .execute();
}

/** Forgets what the latest runs were computed from, so that the next ones really run. */
export async function forgetRuns(c: Change, tableIds: readonly string[]): Promise<void> {
  if (tableIds.length === 0) return;
  await c.tx
    .updateTable('transforms')
    .set({ run_signature: null })
    .where('output_table_id', 'in', tableIds)
    .execute();
}

/** Deletes the transforms that compute these tables. */
export async function deleteTransformsOf(c: Change, tableIds: readonly string[]): Promise<void> {
  await keepTransforms(c, 'output_table_id', tableIds);
  await c.tx.deleteFrom('transforms').where('output_table_id', 'in', tableIds).execute();
}

async function keepTransforms(
  c: Change,
  by: 'id' | 'output_table_id',
  ids: readonly string[],
): Promise<void> {
  const found = await c.tx.selectFrom('transforms').selectAll().where(by, 'in', ids).execute();
  for (const transform of found) c.keepBefore('transform', transform.id, definitionOf(transform));
}

/** Records what the latest run was computed from. False if the transform was changed or deleted while it ran. */
export async function setRunSignature(
  c: Change,
  { id, updated_at }: TransformRecord,
  signature: string,
): Promise<boolean> {
  const same = await c.tx
    .updateTable('transforms')
    .set({ run_signature: signature })
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .returning('id')
    .executeTakeFirst();
  return same !== undefined;
}

interface Definition {
  input: { name: string; description?: string | null | undefined };
  spec: TransformSpec;
}

function columnsOf({ input, spec }: Definition) {
  return {
    name: input.name,
    name_key: nameKey(input.name),
    kind: spec.kind,
    code: spec.code,
    args: JSON.stringify(spec.args),
    key: spec.key && JSON.stringify(spec.key),
    row_salt: spec.rowSalt,
    description: input.description ?? null,
    owner_user_id: spec.ownerId,
  };
}
