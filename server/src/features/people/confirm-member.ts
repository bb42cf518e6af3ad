import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { insertConfirmation } from '../../catalog/member-records.js';
import { problem } from '../../core/problems.js';
import { requireWorkspace } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import { joinWhereAccepted } from '../identity/prove-address.js';
import type { Service } from '../service.js';
import { actsAsOwner } from './account-owner.js';
import { lockMembers, takeMember, type WorkspaceMember, waitingMembersOf } from './members.js';

/**
 * The owner of an account vouches for somebody whose address nobody has proven: they join every workspace of the account
 * whose invitation they have accepted. It proves nothing elsewhere, so that nobody can vouch for themselves.
 */
export async function confirmMember(
  service: Service,
  caller: Caller,
  place: { workspaceId: string; userId: string },
  commit: CommitOptions,
): Promise<WorkspaceMember> {
  const workspace = await requireWorkspace(service, caller, place.workspaceId, 'workspaces:configure');
  const { id: workspaceId, account_id: accountId } = workspace;
  return await change(
    service.catalog,
    caller,
    async (c) => {
      if (!(await actsAsOwner(c.tx, caller, accountId)))
        throw problem('forbidden', say('owner-confirms'), {
          fix: say('fix-owner-confirms'),
        });
      await lockMembers(c.tx, workspaceId);
      const waiting = (await waitingMembersOf(c.tx, workspaceId)).some(({ id }) => id === place.userId);
      const userId = waiting ? place.userId : (await takeMember(c.tx, workspace, place.userId)).id;
      await insertConfirmation(c.tx, {
        account_id: accountId,
        user_id: userId,
        confirmed_by: caller.userId,
        confirmed_at: c.at,
      });
      await c.audit({
        chain: accountId,
        action: 'member.confirmed',
        target: userId,
        detail: { workspace_id: workspaceId },
      });
      await joinWhereAccepted(c, userId, accountId);
      return await takeMember(c.tx, workspace, userId);
    },
    commit,
  );
}
