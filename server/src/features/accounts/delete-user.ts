import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { forgetTrustIn } from '../../catalog/member-records.js';
import { violatesReference } from '../../catalog/unique-keys.js';
import { markDeleted } from '../../catalog/user-records.js';
import { problem } from '../../core/problems.js';
import { forgetWorkbook } from '../../workbook/upkeep/drop-files.js';
import type { Caller } from '../caller.js';
import { emailOf } from '../identity/email-of.js';
import { endHoldings } from '../identity/end-holdings.js';
import { normalizeEmail } from '../identity/normalize-email.js';
import { unlinkIdentities } from '../identity/oidc-sign-in.js';
import { requireRecentProof } from '../identity/recent-proof.js';
import { takeOutMember } from '../members/take-out-member.js';
import type { Service } from '../service.js';
import { deleteWithEverything, requireNoCharge, requireSettled } from './delete-account.js';

/**
 * Deletes the caller's user: every way in ends, their accounts go with all that is in them, and their workbooks in accounts
 * of others pass to the owners of these. Ops and audit entries stay, and name a user of whom only the id is left.
 */
export async function deleteUser(
  service: Service,
  caller: Caller,
  confirm: string,
  commit: CommitOptions,
): Promise<void> {
  await requireRecentProof(service, caller);
  const { userId } = caller;
  const workbookIds: string[] = [];
  try {
    await change(
      service.catalog,
      caller,
      async (c) => {
        if (normalizeEmail(confirm) !== (await emailOf(c.tx, userId)))
          throw problem('confirm-mismatch', say('confirm-e-mail'), {
            fix: say('fix-confirm-e-mail'),
            members: { errors: [{ path: '/confirm', message: 'is not your e-mail address' }] },
          });
        workbookIds.push(...(await deleteAccounts(c, userId)));
        await leaveWorkspaces(c, userId);
        await forgetTrustIn(c.tx, userId);
        const ended = await endHoldings(c, userId);
        await unlinkIdentities(c.tx, userId);
        await markDeleted(c.tx, userId, c.at);
        await c.audit({ chain: userId, action: 'user.deleted', target: userId, detail: { ended } });
      },
      commit,
    );
  } catch (error) {
    if (!violatesReference(error)) throw error;
    throw problem('conflict', say('own-account-changed'), {
      fix: say('fix-send-again'),
    });
  }
  for (const id of workbookIds) forgetWorkbook(service.data, id);
}

/** Returns the ids of the workbooks that went with them. */
async function deleteAccounts(c: Change, userId: string): Promise<string[]> {
  const accounts = await c.tx
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('owner_user_id', '=', userId)
    .execute();
  const shared = await c.tx
    .selectFrom('workspace_members')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_members.workspace_id')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .select(['accounts.id', 'accounts.name'])
    .distinct()
    .where('accounts.owner_user_id', '=', userId)
    .where('workspace_members.user_id', '!=', userId)
    .execute();
  if (shared.length > 0) throw problem('owns-shared-account', undefined, { members: { accounts: shared } });
  const workbooks: string[] = [];
  for (const { id, name } of accounts) {
    const forfeited = await requireSettled(c, id);
    await requireNoCharge(c, id);
    const deleted = await deleteWithEverything(c, id);
    workbooks.push(...deleted.workbooks);
    await c.audit({ chain: id, action: 'account.deleted', target: id });
    await c.audit({
      chain: userId,
      action: 'account.deleted',
      target: id,
      detail: { name, workbooks: deleted.workbooks.length, forfeitedCredits: forfeited },
    });
  }
  return workbooks;
}

async function leaveWorkspaces(c: Change, userId: string): Promise<void> {
  const workspaces = await c.tx
    .selectFrom('workspace_members')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_members.workspace_id')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .select(['workspaces.id', 'workspaces.account_id', 'accounts.owner_user_id as ownerId'])
    .where('workspace_members.user_id', '=', userId)
    .orderBy('workspaces.id')
    .execute();
  for (const { ownerId, ...workspace } of workspaces) {
    const outcome = await takeOutMember(c, workspace, { userId, ownerId });
    await c.audit({ chain: workspace.account_id, action: 'member.left', target: userId, detail: outcome });
  }
}
