// The only writer of `transforms`.
import type { Change } from '../../catalog/change.js';
import { nameKey } from '../../catalog/tables.js';
import type { TransformRecord } from '../../catalog/transforms.js';
import type { TransformSpec } from '../../workbook/ungoverned/transforms/transform-plan.js';
import type { TransformInput } from './check-definition.js';

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
  return record;
}

export async function redefineTransform(
  c: Change,
  id: string,
  definition: Definition,
  signature: string | null,
): Promise<void> {
  await c.tx
    .updateTable('transforms')
    .set({ ...columnsOf(definition), run_signature: signature, updated_at: c.at })
    .where('id', '=', id)
    .execute();
}

/** Deletes the transforms that compute these tables. */
export async function deleteTransformsOf(c: Change, tableIds: readonly string[]): Promise<void> {
  await c.tx.deleteFrom('transforms').where('output_table_id', 'in', tableIds).execute();
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
  input: TransformInput;
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
