import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { bindingOfSheet, putBinding, type SyncBindingRecord } from '../../catalog/sync-bindings.js';
import { tablesById } from '../../catalog/tables.js';
import { newId } from '../../core/ids.js';
import type { Operation } from '../../core/operations.js';
import { fieldError, problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { noSuchColumn } from '../tables/hidden-columns.js';
import { type BindingView, bindingViewer, type Owners } from './sync-bindings.js';

interface BindInput {
  actor: string;
  externalKind: SyncBindingRecord['external_kind'];
  externalRef: string;
  direction: SyncBindingRecord['direction'];
  /** By column name. */
  ownershipMap: Readonly<Record<string, string>> | null;
}

interface BoundSheet {
  binding: BindingView;
  /** Whether the sheet was bound to the table before. */
  isReplaced: boolean;
}

/**
 * Records that a table and an external sheet are to be kept alike. Nothing is synchronized by it. Binding a sheet again
 * replaces its binding.
 */
export async function bindSheet(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: BindInput,
  commit: CommitOptions,
): Promise<BoundSheet> {
  const { workbookId } = place;
  const { actor, externalKind, externalRef, direction } = input;
  const table = await service.data.as(caller).table(workbookId, place.table);
  const owners = input.ownershipMap && ownersOf(table, input.ownershipMap);
  const view = await bindingViewer(service, caller, table);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const operation: Operation = {
        operation: 'bindSheet',
        input: { external_kind: externalKind, external_ref: externalRef, direction },
      };
      const opId = await c.op({ workbookId, kind: 'sheet.bind', tableId: table.record.id, actor, operation });
      const sheet = { workbook_id: workbookId, external_kind: externalKind, external_ref: externalRef };
      const before = await bindingOfSheet(c.tx, sheet);
      if (before && before.table_id !== table.record.id) throw await boundElsewhere(c, before);
      const binding: SyncBindingRecord = {
        id: newId('bnd'),
        table_id: table.record.id,
        ...sheet,
        created_at: c.at,
        created_by: caller.userId,
        ...before,
        direction,
        ownership_map: owners && JSON.stringify(owners),
        actor,
      };
      await putBinding(c, binding);
      await recordBinding(c, table, { action: 'sheet.bound', opId, bindingId: binding.id });
      return { binding: view(binding), isReplaced: before !== undefined };
    },
    commit,
  );
}

/** Writes the audit entry and the event. */
export async function recordBinding(
  c: Change,
  { record: { id, workbook_id, name, edit_version } }: GovernedTable,
  { action, opId, bindingId }: { action: 'sheet.bound' | 'sheet.unbound'; opId: number; bindingId: string },
): Promise<void> {
  await c.audit({
    chain: workbook_id,
    action,
    target: id,
    detail: { op_id: opId, binding_id: bindingId },
  });
  c.emit(workbook_id, 'artifact.updated', { name, artifact_id: id, edit_version, op_id: opId });
}

function ownersOf(table: GovernedTable, given: Readonly<Record<string, string>>): Owners {
  const columns = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
  const owners: Record<string, string> = {};
  for (const [name, owner] of Object.entries(given)) {
    const column = columns.get(name.toLowerCase());
    const path = `/ownership_map/${name}`;
    if (!column) throw noSuchColumn(table, name, { path, fix: say('fix-bound-columns') });
    if (owners[column.id] !== undefined)
      throw problem('invalid-request', say('column-named-twice', { column: column.name }), {
        fix: say('fix-bound-columns'),
        members: { errors: [fieldError(path, say('field-repeated-column'))] },
      });
    owners[column.id] = owner;
  }
  return owners;
}

async function boundElsewhere(c: Change, { workbook_id, table_id }: SyncBindingRecord) {
  const table = (await tablesById(c.tx, workbook_id, [table_id])).get(table_id)?.name;
  return problem('conflict', say('sheet-bound', { table: table ?? '' }), {
    fix: say('fix-sheet-bound'),
    members: { table },
  });
}
