import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { insertMember, suspendUntrusted, updateMember } from '../../catalog/member-records.js';
import { isProven } from '../../catalog/user-records.js';
import { problem } from '../../core/problems.js';
import { insertDefaultAccount } from '../access/default-account.js';
import { resolveAccount } from '../access/resolve-account.js';
import { revokeFamilies } from '../access/revoke-families.js';
import { forfeitMonthlyCredits, Ledger } from '../billing/ledger.js';
import type { Caller } from '../caller.js';
import { requireRecentProof } from '../identity/recent-proof.js';
import type { Service } from '../service.js';
import { refuseTooMany } from './accounts.js';

/**
 * Hands an account with its workspaces, credits and card to a member whose address is proven. The owner stays an admin of
 * its workspaces, if they are proven or the next owner confirms them; their keys and tokens for the account end. A default
 * account becomes a developer account, and the user gets another.
 */
export async function transferAccount(
  service: Service,
  caller: Caller,
  { accountId, to }: { accountId: string | null | undefined; to: string },
  commit: CommitOptions,
): Promise<void> {
  await requireRecentProof(service, caller);
  const { id, kind } = await resolveAccount(service, caller, accountId);
  if (to === caller.userId)
    throw problem('conflict', say('account-owned-already'), { fix: say('fix-other-member') });
  await change(
    service.catalog,
    caller,
    async (c) => {
      await refuseUnlessMember(c, id, to);
      await refuseTooMany(c.tx, to);
      // The free credits of the month go with the account: opening it grants them before it changes hands.
      await Ledger.open(c, id);
      await c.tx
        .updateTable('accounts')
        .set({ owner_user_id: to, kind: 'developer' })
        .where('id', '=', id)
        .where('owner_user_id', '=', caller.userId)
        .returning('id')
        .executeTakeFirstOrThrow(() => problem('not-found', say('account-lost')));
      await becomeAdmin(c, id, to);
      await suspendUntrusted(c.tx, { accountId: id, userId: caller.userId, invitedBy: to, at: c.at });
      if (kind === 'default') await replaceDefaultAccount(c, caller.userId);
      const revoked = await revokeFamilies(
        c.tx,
        (credentials) => credentials.where('account_id', '=', id).where('user_id', '=', caller.userId),
        c.at,
      );
      const detail = { from: caller.userId, to, revoked };
      await c.audit({ chain: id, action: 'account.transferred', target: id, detail });
      await c.audit({ chain: caller.userId, action: 'account.transferred', target: id, detail: { to } });
      await c.audit({ chain: to, action: 'account.received', target: id, detail: { from: caller.userId } });
    },
    commit,
  );
}

async function refuseUnlessMember(c: Change, accountId: string, userId: string): Promise<void> {
  const member = await c.tx
    .selectFrom('workspace_members')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_members.workspace_id')
    .select('workspace_members.user_id')
    .where('workspaces.account_id', '=', accountId)
    .where('workspace_members.user_id', '=', userId)
    .executeTakeFirst();
  if (!member)
    throw problem('not-found', say('account-member-unknown', { user: userId }), {
      fix: say('fix-account-member'),
    });
  if (!(await isProven(c.tx, userId)))
    throw problem('unproven-address', say('member-unproven'), {
      fix: say('fix-member-unproven'),
    });
}

/** The owner of an account is an admin of its workspaces, none of which is anybody's personal one from here on. */
async function becomeAdmin(c: Change, accountId: string, userId: string): Promise<void> {
  const workspaces = await c.tx
    .updateTable('workspaces')
    .set({ kind: 'managed' })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  for (const { id: workspaceId } of workspaces) {
    const member = { workspaceId, userId, baseRole: 'admin' as const, customRoles: [], accountId };
    if (!(await insertMember(c.tx, member))) await updateMember(c.tx, member, { baseRole: 'admin' });
  }
}

/** The free credits of a month exist once per person, and went with the transferred account. */
async function replaceDefaultAccount(c: Change, userId: string): Promise<void> {
  const accountId = await insertDefaultAccount(c, userId);
  if (accountId !== undefined) await forfeitMonthlyCredits(c, accountId);
}
