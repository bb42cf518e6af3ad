import { say } from '@workbook-data-service/contract/messages';
import type { ViewChange } from '@workbook-data-service/contract/views';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { nameKey } from '../../catalog/tables.js';
import {
  deleteViewRecord,
  insertView,
  updateViewRecord,
  type ViewRecord,
  viewsOfTable,
} from '../../catalog/view-records.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace, ViewPlace } from '../places.js';
import type { Service } from '../service.js';
import { changedView, emptyView } from './stored-view.js';
import { requireView, storedIn, type TableView, viewAs } from './views.js';

/** Saves how the caller looks at a table. */
export async function createView(
  service: Service,
  caller: Caller,
  place: TablePlace,
  { name, shared = false, ...definition }: ViewChange & { name: string },
  commit: CommitOptions,
): Promise<TableView> {
  refuseName(nameFault(name), '/name');
  const table = await service.data.as(caller).describe(place.workbookId, place.table);
  const stored = JSON.stringify(changedView(emptyView, table, definition));
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await refuseTaken(c, caller, table, name);
      const record: ViewRecord = {
        id: newId('vw'),
        table_id: table.record.id,
        owner_id: caller.userId,
        name,
        name_key: nameKey(name),
        is_shared: Number(shared),
        definition: stored,
        created_at: c.at,
        updated_at: c.at,
      };
      await insertView(c, record);
      await audit(c, 'view.created', record, table);
      return viewAs(record, table);
    },
    commit,
  );
}

/** Everybody who may write changes a shared view; whether it is shared is for its owner to say. */
export async function updateView(
  service: Service,
  caller: Caller,
  place: ViewPlace,
  { name, shared, ...definition }: ViewChange,
  commit: CommitOptions,
): Promise<TableView> {
  if (name !== undefined) refuseName(nameFault(name), '/name');
  const table = await service.data.as(caller).describe(place.workbookId, place.table);
  const before = await requireView(service, caller, table, place.view);
  if (shared !== undefined && before.owner_id !== caller.userId) throw notOwner(before);
  const stored = JSON.stringify(changedView(storedIn(before), table, definition));
  return await change(
    service.catalog,
    caller,
    async (c) => {
      if (name !== undefined && nameKey(name) !== before.name_key)
        await refuseTaken(c, { userId: before.owner_id }, table, name);
      const record: ViewRecord = {
        ...before,
        ...(name !== undefined && { name, name_key: nameKey(name) }),
        ...(shared !== undefined && { is_shared: Number(shared) }),
        definition: stored,
        updated_at: c.at,
      };
      await updateViewRecord(c, record);
      await audit(c, 'view.changed', record, table);
      return viewAs(record, table);
    },
    commit,
  );
}

export async function deleteView(
  service: Service,
  caller: Caller,
  place: ViewPlace,
  commit: CommitOptions,
): Promise<void> {
  const table = await service.data.as(caller).describe(place.workbookId, place.table);
  const record = await requireView(service, caller, table, place.view);
  await change(
    service.catalog,
    caller,
    async (c) => {
      await deleteViewRecord(c, record.id);
      await audit(c, 'view.deleted', record, table);
    },
    commit,
  );
}

/** One user has one view of a name. */
async function refuseTaken(
  c: Change,
  { userId }: Pick<Caller, 'userId'>,
  { record }: GovernedTable,
  name: string,
): Promise<void> {
  const views = await viewsOfTable(c.tx, record.id, userId);
  if (!views.some((view) => view.owner_id === userId && view.name_key === nameKey(name))) return;
  throw problem('name-taken', say('view-exists', { view: name }));
}

const notOwner = ({ name }: ViewRecord) =>
  problem('forbidden', say('view-not-yours', { view: name }), { fix: say('fix-view-not-yours') });

/** What is in a view of one's own is nobody else's business, so that the entry has its id alone. */
async function audit(
  c: Change,
  action: 'view.created' | 'view.changed' | 'view.deleted',
  { id }: ViewRecord,
  { record }: GovernedTable,
): Promise<void> {
  await c.audit({ chain: record.workbook_id, action, target: id, detail: { artifact_id: record.id } });
}
