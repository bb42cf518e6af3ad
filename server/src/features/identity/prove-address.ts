import type { Change } from '../../catalog/change.js';
import { takeUnconfirmed } from '../../catalog/member-records.js';
import { markProven, type ProofOfAddress } from '../../catalog/user-records.js';
import { joinWorkspace } from '../members/join-workspace.js';
import { emailOf } from './email-of.js';
import { revokeHoldings } from './revoke-holdings.js';

/**
 * Marks the address of a user as proven, in the change that saw the proof; one that is proven already stays as it is.
 * `isHolder` says whether the person who proves it has also shown to be the one who holds the user, by the password or
 * a session. Of anybody else nobody knows whether they ever were: everything that lets the holder in ends.
 * Answers whether the address was unproven before.
 */
export async function proveAddress(
  c: Change,
  userId: string,
  { by, isHolder }: { by: ProofOfAddress; isHolder: boolean },
): Promise<boolean> {
  if (!(await markProven(c.tx, userId, { at: c.at, by }))) return false;
  const ended = isHolder ? {} : await revokeHoldings(c, userId);
  await c.audit({
    chain: userId,
    action: 'address.proven',
    target: userId,
    detail: { by, ...(Object.keys(ended).length > 0 && { ended }) },
  });
  await joinWhereAccepted(c, userId);
  return true;
}

/** What only waited for the address to be proven, or for an owner to confirm the user. */
export async function joinWhereAccepted(c: Change, userId: string, accountId?: string): Promise<void> {
  const waiting = await takeUnconfirmed(c.tx, { userId, ...(accountId !== undefined && { accountId }) });
  const email = (await emailOf(c.tx, userId)) as string;
  for (const { workspaceId, baseRole, customRoles, invitedBy, ...accepted } of waiting)
    await joinWorkspace(c, {
      workspace: { id: workspaceId, account_id: accepted.accountId },
      user: { id: userId, email },
      baseRole,
      customRoles,
      detail: { invited_by: invitedBy, accepted_at: accepted.acceptedAt },
    });
}
