import type { Tx } from '../../catalog/db.js';
import type { WorkspaceRecord } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { actsAsOwner } from './account-owner.js';

/**
 * Whether the answer to an invitation shows its link, to be handed over. Where there is mail it never does: links go to the
 * mailbox alone, and whoever opens one proves the address. Without mail only the owner of the account sees it; and since a
 * link makes a user, nobody but the operator's own user does where registration is closed.
 */
export async function canSeeLinks(
  { mail, config }: Service,
  tx: Tx,
  caller: Caller,
  workspace: Pick<WorkspaceRecord, 'account_id'>,
): Promise<boolean> {
  if (mail || !(await actsAsOwner(tx, caller, workspace.account_id))) return false;
  return config.openRegistration || (await isOperator(tx, caller.userId));
}

async function isOperator(tx: Tx, userId: string): Promise<boolean> {
  const { proven_by } = await tx
    .selectFrom('users')
    .select('proven_by')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return proven_by === 'operator';
}
