import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { guestMemberships, memberships, revokeTrustIn } from '../../catalog/member-records.js';
import { violatesReference } from '../../catalog/unique-keys.js';
import { markDeleted } from '../../catalog/user-records.js';
import { fieldError, problem } from '../../core/problems.js';
import { forgetWorkbook } from '../../workbook/upkeep/drop-files.js';
import type { Caller } from '../caller.js';
import { emailOf } from '../identity/email-of.js';
import { normalizeEmail } from '../identity/normalize-email.js';
import { unlinkIdentities } from '../identity/oidc-sign-in.js';
import { requireRecentProof } from '../identity/recent-proof.js';
import { revokeHoldings } from '../identity/revoke-holdings.js';
import { detachMember } from '../members/detach-member.js';
import type { Service } from '../service.js';
import { deleteAccountAndContents, requireNoCharge, requireSettled } from './delete-account.js';

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
            members: { errors: [fieldError('/confirm', say('address-differs'))] },
          });
        workbookIds.push(...(await deleteAccounts(c, userId)));
        await leaveWorkspaces(c, userId);
        await revokeTrustIn(c.tx, userId);
        const ended = await revokeHoldings(c, userId);
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
  const shared = await guestMemberships(c.tx, userId)
    .select(['accounts.id', 'accounts.name'])
    .distinct()
    .execute();
  if (shared.length > 0) throw problem('owns-shared-account', undefined, { members: { accounts: shared } });
  const workbooks: string[] = [];
  for (const { id, name } of accounts) {
    const forfeited = await requireSettled(c, id);
    await requireNoCharge(c, id);
    const deleted = await deleteAccountAndContents(c, id);
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
  const workspaces = await memberships(c.tx)
    .select(['workspaces.id', 'workspaces.account_id', 'accounts.owner_user_id as ownerId'])
    .where('workspace_members.user_id', '=', userId)
    .orderBy('workspaces.id')
    .execute();
  for (const { ownerId, ...workspace } of workspaces) {
    const outcome = await detachMember(c, workspace, { userId, ownerId });
    await c.audit({ chain: workspace.account_id, action: 'member.left', target: userId, detail: outcome });
  }
}
