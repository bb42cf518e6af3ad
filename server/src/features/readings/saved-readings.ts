import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import {
  deleteReadingRecord,
  type ReadingRecord,
  readingsOf,
  updateReading,
} from '../../catalog/reading-records.js';
import { problem } from '../../core/problems.js';
import type { ReadingTarget } from '../../core/reading-targets.js';
import type { Scope } from '../../core/scopes.js';
import { requireWorkspace, type WorkspaceRecord } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { visibleReadings } from './visible-readings.js';

export interface ReadingPlace {
  workspaceId: string;
  readingId: string;
}

/** The readings of a workspace that the caller may know of. */
export async function listReadings(
  service: Service,
  caller: Caller,
  workspaceId: string,
): Promise<ReadingRecord[]> {
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workbooks:read');
  return await visibleReadings(service, caller.userId, await readingsOf(service.catalog.db, workspace.id));
}

export async function getReading(
  service: Service,
  caller: Caller,
  place: ReadingPlace,
): Promise<ReadingRecord> {
  return (await requireReading(service, caller, place, 'workbooks:read')).reading;
}

/** One that the caller may not know of is none. */
export async function requireReading(
  service: Service,
  caller: Caller,
  { workspaceId, readingId }: ReadingPlace,
  scope: Scope,
): Promise<{ reading: ReadingRecord; workspace: WorkspaceRecord }> {
  const workspace = await requireWorkspace(service, caller, workspaceId, scope);
  const found = await service.catalog.db
    .selectFrom('readings')
    .selectAll()
    .where('id', '=', readingId)
    .where('workspace_id', '=', workspace.id)
    .execute();
  const [reading] = await visibleReadings(service, caller.userId, found);
  if (!reading) throw readingUnknown(readingId);
  return { reading, workspace };
}

const readingUnknown = (reading: string) => problem('not-found', say('reading-unknown', { reading }));

/** Changes what a reading is called, or where the rows of its files go. */
export async function changeReading(
  service: Service,
  caller: Caller,
  place: ReadingPlace,
  { name, target }: { name?: string | undefined; target?: ReadingTarget | undefined },
  commit: CommitOptions,
): Promise<ReadingRecord> {
  const { reading, workspace } = await requireReading(service, caller, place, 'workbooks:write');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const changed = await updateReading(c, reading.id, {
        ...(name !== undefined && { name }),
        ...(target !== undefined && { target: target && JSON.stringify(target) }),
      });
      if (!changed) throw readingUnknown(reading.id);
      await c.audit({
        chain: workspace.account_id,
        action: 'reading.changed',
        target: reading.id,
        detail: { name: changed.name, workspace_id: workspace.id },
      });
      return changed;
    },
    commit,
  );
}

/** Files are read from now on as if nothing like them had been corrected; no table changes. */
export async function forgetReading(
  service: Service,
  caller: Caller,
  place: ReadingPlace,
  commit: CommitOptions,
): Promise<void> {
  const { reading, workspace } = await requireReading(service, caller, place, 'workbooks:write');
  await change(
    service.catalog,
    caller,
    async (c) => {
      if (!(await deleteReadingRecord(c, reading.id))) throw readingUnknown(reading.id);
      await c.audit({
        chain: workspace.account_id,
        action: 'reading.deleted',
        target: reading.id,
        detail: { name: reading.name, workspace_id: workspace.id },
      });
    },
    commit,
  );
}
