import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { violatesReference } from '../../catalog/unique-keys.js';
import { type Problem, problem } from '../../core/problems.js';
import { requireWorkspace } from '../access/enter-workspace.js';
import { revokeFamilies } from '../access/revoke-families.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** Deletes an empty workspace, and revokes the keys and tokens that were pinned to it. */
export async function deleteWorkspace(
  service: Service,
  caller: Caller,
  workspaceId: string,
  commit: CommitOptions,
): Promise<void> {
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workspaces:delete');
  const { id, account_id, name, kind } = workspace;
  if (kind === 'personal') throw problem('personal-workspace');
  try {
    await change(
      service.catalog,
      caller,
      async (c) => {
        const count = await workbooksIn(c.tx, id);
        if (count > 0) throw notEmpty(count);
        const revoked = await revokeFamilies(
          c.tx,
          (credentials) =>
            credentials.where('account_id', '=', account_id).where('resource', '=', `workspace:${id}`),
          c.at,
        );
        await c.tx.deleteFrom('workspaces').where('id', '=', id).execute();
        await c.audit({
          chain: account_id,
          action: 'workspace.deleted',
          target: id,
          detail: { name, ...(revoked.length > 0 && { revoked }) },
        });
      },
      commit,
    );
  } catch (error) {
    // A workbook was created there after they were counted.
    throw violatesReference(error) ? notEmpty(await workbooksIn(service.catalog.db, id)) : error;
  }
}

async function workbooksIn(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('workbooks')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function notEmpty(count: number): Problem {
  const workbooks = count === 1 ? 'one workbook' : `${count} workbooks`;
  return problem('workspace-not-empty', say('workspace-has-workbooks', { workbooks }), {
    members: { workbooks: count },
  });
}
