import { say } from '@workbook-data-service/contract/messages';
import { anchorHead } from '../../catalog/anchors.js';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { deleteTablesOfWorkbook } from '../../catalog/table-records.js';
import { deleteWorkbookRecord, type WorkbookRecord } from '../../catalog/workbook-records.js';
import { problem } from '../../core/problems.js';
import { forgetWorkbook } from '../../workbook/upkeep/drop-files.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { getWorkbook } from './workbooks.js';

/** Deletes a workbook with its tables, sources, results and jobs; the sweeper deletes blobs without references. */
export async function deleteWorkbook(
  service: Service,
  caller: Caller,
  workbookId: string,
  commit: CommitOptions,
): Promise<void> {
  const rights = await rightsTo(service, caller, workbookId);
  if (rights?.standing !== 'owner') throw problem('forbidden', say('workbook-owner-deletes'));
  const workbook = await getWorkbook(service, workbookId);
  await change(
    service.catalog,
    caller,
    async (c) => {
      const { account_id } = await c.tx
        .selectFrom('workspaces')
        .select('account_id')
        .where('id', '=', workbook.workspace_id)
        .executeTakeFirstOrThrow();
      await removeWorkbook(c, workbook, account_id);
    },
    commit,
  );
  forgetWorkbook(service.data, workbookId);
}

/** The part within a change; its caller makes the engine forget the workbook after the commit. */
export async function removeWorkbook(
  c: Change,
  { id, title, visibility }: Pick<WorkbookRecord, 'id' | 'title' | 'visibility'>,
  accountId: string,
): Promise<void> {
  // A table cannot be deleted while it is an input of another, even if both are deleted at once.
  const tables = c.tx.selectFrom('tables').select('id').where('workbook_id', '=', id);
  await c.tx.deleteFrom('table_inputs').where('table_id', 'in', tables).execute();
  await deleteTablesOfWorkbook(c, id);
  await deleteWorkbookRecord(c.tx, id);
  const entry = { action: 'workbook.deleted', target: id } as const;
  await c.audit({ chain: id, ...entry, detail: { title } });
  // The audit log of a deleted workbook cannot be requested. That of the account can, by its owner, who never knew of
  // a private one.
  const isShared = visibility === 'workspace';
  await c.audit({ chain: accountId, ...entry, ...(isShared && { detail: { title } }) });
  await anchorHead(c, id, accountId);
}
