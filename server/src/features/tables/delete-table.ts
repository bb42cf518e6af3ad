import { say } from '@workbook-data-service/contract/messages';
import type { Change, CommitOptions } from '../../catalog/change.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import { pinBefore } from '../pins/pin-state.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type EditInput, editTable } from './edit-table.js';
import { dependentsOf, hasDependents, removeTables } from './remove-tables.js';

export interface DeletedTables {
  id: string;
  name: string;
  /** The names of the table and, with cascade, of all tables computed from it. */
  deleted: string[];
  opId: number;
  dryRun: boolean;
}

/** Deletes a table, with all its versions once no pinned state has it; the sweeper deletes blobs without references. */
export async function deleteTable(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: EditInput & { cascade: boolean },
  commit: CommitOptions,
): Promise<DeletedTables> {
  const { workbookId } = place;
  const { expectedVersion, cascade, actor } = input;
  const find = () => service.data.as(caller).describe(workbookId, place.table);
  const plan = (table: GovernedTable) => async (c: Change) => {
    const { id, name } = table.record;
    await lockTable(c, id, expectedVersion);
    const dependents = await dependentsOf(c, [id]);
    if (dependents.length > 0 && !cascade) throw hasDependents(name, dependents);
    const opId = await c.op({
      workbookId,
      kind: 'table.delete',
      tableId: id,
      actor,
      operation: { operation: 'deleteTable', input: { expectedVersion, cascade } },
    });
    await pinBefore(c, service.config, {
      workbookId,
      opId,
      summary: say('pin-table-deleted', { table: name }),
    });
    const all = [...dependents, { id, name }];
    await removeTables(c, workbookId, all);
    await c.audit({
      chain: workbookId,
      action: 'table.deleted',
      target: id,
      detail: { op_id: opId, name, deleted: all },
    });
    return { id, name, deleted: all.map((one) => one.name), opId };
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}
