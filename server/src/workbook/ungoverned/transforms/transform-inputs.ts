import { createHash } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../../catalog/db.js';
import { tablesById } from '../../../catalog/tables.js';
import { problem } from '../../../core/problems.js';
import { Governance, requireReadable } from '../../governance/governed-tables.js';
import type { PlannedInput, TransformSpec } from '../../transforms/transform-plan.js';

/** The inputs as the owner may see them, all at versions of the same moment. */
export async function inputsOf(db: Db, spec: TransformSpec): Promise<PlannedInput[]> {
  const { workbookId, args, ownerId } = spec;
  const tables = await tablesById(db, workbookId, Object.values(args));
  const governance = await Governance.load(db, { userId: ownerId }, workbookId);
  return await Promise.all(
    Object.entries(args).map(async ([placeholder, tableId]) => {
      const row = tables.get(tableId);
      if (!row) throw problem('not-found', say('transform-input-deleted', { placeholder }));
      return { placeholder, table: requireReadable(await governance.view(db, row)) };
    }),
  );
}

/** Changes with everything that could change the output: code, input versions, columns visible to the owner. */
export function runSignature(spec: TransformSpec, inputs: readonly PlannedInput[]): string {
  const visible = inputs.map(({ placeholder, table }) => [
    placeholder,
    table.record.id,
    table.version,
    table.columns.map(({ id, name, masked }) => [id, name, masked]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([spec.kind, spec.code, spec.key, visible]))
    .digest('hex');
}
