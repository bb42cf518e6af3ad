import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteUnconfirmed } from '../../catalog/member-records.js';
import { requireWorkspace } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import { detachMember } from '../members/detach-member.js';
import type { Service } from '../service.js';
import { ownerOf, refuseForAccountOwner } from './account-owner.js';
import { takeMember } from './members.js';

/**
 * Removes a member, or somebody who waits to be one. A member has no access from their next request on. Their workbooks pass to the owner of the account, and
 * their tokens for the workspace are revoked.
 */
export async function removeMember(
  service: Service,
  caller: Caller,
  place: { workspaceId: string; userId: string },
  commit: CommitOptions,
): Promise<void> {
  // Members may leave, whatever their role; that needs a session, since a token or key is not the person.
  const leaves = place.userId === caller.userId && caller.credential.kind === 'session';
  const scope = leaves ? 'workspaces:read' : 'workspaces:configure';
  const workspace = await requireWorkspace(service, caller, place.workspaceId, scope);
  await change(
    service.catalog,
    caller,
    async (c) => {
      if (await deleteUnconfirmed(c.tx, { workspaceId: workspace.id, userId: place.userId }))
        return await c.audit({
          chain: workspace.account_id,
          action: 'member.refused',
          target: place.userId,
          detail: { workspace_id: workspace.id },
        });
      const member = await takeMember(c.tx, workspace, place.userId);
      const owner = await ownerOf(c.tx, workspace.account_id);
      if (member.baseRole === 'admin') await refuseForAccountOwner(c.tx, workspace.account_id, member.id);
      const outcome = await detachMember(c, workspace, { userId: member.id, ownerId: owner });
      await c.audit({
        chain: workspace.account_id,
        action: member.id === caller.userId ? 'member.left' : 'member.removed',
        target: member.id,
        detail: { base_role: member.baseRole, ...outcome },
      });
    },
    commit,
  );
}
