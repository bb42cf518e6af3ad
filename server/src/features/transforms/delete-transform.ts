import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import { pinBefore } from '../pins/pin-state.js';
import type { TransformPlace } from '../places.js';
import type { Service } from '../service.js';
import { dependentsOf, hasDependents, removeTables } from '../tables/remove-tables.js';
import { requireTransform } from './transforms.js';

export interface DeletedTransform {
  id: string;
  name: string;
  /** The names of its output and, with cascade, of all tables computed from it. */
  deleted: string[];
  opId: number;
  dryRun: boolean;
}

/** Deletes a transform with its output table. */
export async function deleteTransform(
  service: Service,
  caller: Caller,
  place: TransformPlace,
  { cascade, dryRun }: { cascade: boolean; dryRun: boolean },
  commit: CommitOptions,
): Promise<DeletedTransform> {
  const { workbookId } = place;
  const { id, name, output_table_id } = await requireTransform(service.catalog.db, place);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const output = await lockTable(c, output_table_id, null);
      const dependents = await dependentsOf(c, [output.id]);
      if (dependents.length > 0 && !cascade) throw hasDependents(output.name, dependents);
      const opId = await c.op({
        workbookId,
        kind: 'transform.delete',
        tableId: output.id,
        operation: { operation: 'deleteTransform', input: { transform: id, cascade } },
      });
      const summary = say('pin-table-deleted', { table: output.name });
      await pinBefore(c, service.config, { workbookId, opId, summary });
      const all = [...dependents, { id: output.id, name: output.name }];
      // Deleting a table also deletes the transform that computes it.
      await removeTables(c, workbookId, all);
      await c.audit({
        chain: workbookId,
        action: 'transform.deleted',
        target: id,
        detail: { op_id: opId, name, deleted: all },
      });
      return { id, name, deleted: all.map((one) => one.name), opId, dryRun };
    },
    { ...commit, dryRun },
  );
}
