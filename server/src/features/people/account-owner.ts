import type { Tx } from '../../catalog/db.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';

/** The owner of an account stays an admin of its workspaces, and so a workspace always has one. */
export async function refuseForAccountOwner(tx: Tx, accountId: string, userId: string): Promise<void> {
  if (userId === (await ownerOf(tx, accountId))) throw problem('account-owner');
}

export async function ownerOf(tx: Tx, accountId: string): Promise<string> {
  const { owner_user_id } = await tx
    .selectFrom('accounts')
    .select('owner_user_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return owner_user_id;
}

/** Whether the caller acts as the owner of an account: in a session of theirs, or with a key for the whole account. */
export async function actsAsOwner(tx: Tx, caller: Caller, accountId: string): Promise<boolean> {
  const { reach } = caller.credential;
  return reach.kind === 'account' && caller.userId === (await ownerOf(tx, accountId));
}
