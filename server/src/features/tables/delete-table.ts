import { type Change, change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import { lockTable } from '../../workbook/lock-table.js';
import type { Caller } from '../caller.js';
import type { ColumnsInput } from './change-columns.js';
import { withChangesSince } from './writable-table.js';

export interface DeletedTables {
  id: string;
  name: string;
  /** The table and, with cascade, everything computed from it. */
  deleted: string[];
  opId: number;
  dryRun: boolean;
}

/** Deletes a table with all its versions; the blobs are swept once nothing refers to them. */
export async function deleteTable(
  service: Service,
  caller: Caller,
  place: { workbookId: string; table: string },
  input: ColumnsInput & { cascade: boolean },
): Promise<DeletedTables> {
  const { workbookId } = place;
  const { expectedVersion, cascade, actor, dryRun } = input;
  const table = await service.data.table(caller, workbookId, place.table);
  const { id, name } = table.row;
  return await withChangesSince(service, table, expectedVersion, () =>
    change(
      service.catalog,
      caller,
      async (c) => {
        await lockTable(c, id, expectedVersion);
        const dependents = await dependentsOf(c, id);
        if (dependents.length > 0 && !cascade) throw hasDependents(name, dependents);
        const opId = await c.op({
          workbookId,
          kind: 'table.delete',
          tableId: id,
          actor,
          request: { method: 'DELETE', path: '', query: { expected_version: expectedVersion, cascade } },
        });
        const all = [...dependents, { id, name }];
        await remove(
          c,
          all.map((one) => one.id),
        );
        await c.audit({
          chain: workbookId,
          action: 'table.delete',
          target: id,
          detail: { op_id: opId, name, deleted: all },
        });
        for (const one of all)
          await c.emit(workbookId, 'artifact.deleted', { name: one.name, artifact_id: one.id });
        return { id, name, deleted: all.map((one) => one.name), opId, dryRun: dryRun ?? false };
      },
      { dryRun },
    ),
  );
}

/** Every table computed from this one, directly or through others. */
async function dependentsOf(c: Change, tableId: string): Promise<{ id: string; name: string }[]> {
  const reached = new Map<string, { id: string; name: string }>();
  for (let frontier = [tableId]; frontier.length > 0; ) {
    const derived = await c.tx
      .selectFrom('table_inputs')
      .innerJoin('tables', 'tables.id', 'table_inputs.table_id')
      .select(['tables.id', 'tables.name'])
      .where('table_inputs.input_id', 'in', frontier)
      .execute();
    const fresh = derived.filter(({ id }) => id !== tableId && !reached.has(id));
    for (const one of fresh) reached.set(one.id, one);
    frontier = [...new Set(fresh.map(({ id }) => id))];
  }
  return [...reached.values()];
}

async function remove(c: Change, ids: string[]): Promise<void> {
  await c.tx.deleteFrom('table_inputs').where('input_id', 'in', ids).execute();
  await c.tx.deleteFrom('tables').where('id', 'in', ids).execute();
}

function hasDependents(name: string, dependents: { id: string; name: string }[]) {
  return problem(
    'has-dependents',
    `"${name}" is kept: ${dependents.map((one) => `"${one.name}"`).join(', ')} would lose what they are computed from.`,
    { members: { dependents: dependents.map((one) => one.name) } },
  );
}
