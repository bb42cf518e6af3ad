import { type CommitOptions, change } from '../../catalog/change.js';
import { withdrawInvitationsBy } from '../../catalog/invitations.js';
import { updateMember } from '../../catalog/member-records.js';
import { type BaseRole, baseRoles } from '../../core/scopes.js';
import { requireWorkspace } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { refuseForAccountOwner } from './account-owner.js';
import { refuseUntrusted, takeMember, type WorkspaceMember } from './members.js';

/** Gives a member another base role, which applies from their next request. */
export async function changeMember(
  service: Service,
  caller: Caller,
  place: { workspaceId: string; userId: string },
  baseRole: BaseRole,
  commit: CommitOptions,
): Promise<WorkspaceMember> {
  const workspace = await requireWorkspace(service, caller, place.workspaceId, 'workspaces:configure');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const member = await takeMember(c.tx, workspace, place.userId);
      if (baseRoles.indexOf(baseRole) < baseRoles.indexOf(member.baseRole)) refuseUntrusted(member);
      const losesAdmin = member.baseRole === 'admin' && baseRole !== 'admin';
      if (losesAdmin) await refuseForAccountOwner(c.tx, workspace.account_id, member.id);
      await updateMember(c.tx, { workspaceId: workspace.id, userId: member.id }, { baseRole });
      // Else they could accept an invitation of their own and be an admin again.
      const withdrawn = losesAdmin ? await withdrawInvitationsBy(c.tx, workspace.id, member.id) : [];
      await c.audit({
        chain: workspace.account_id,
        action: 'member.base_role.set',
        target: member.id,
        detail: {
          workspace_id: workspace.id,
          before: member.baseRole,
          after: baseRole,
          ...(withdrawn.length > 0 && { withdrawn_invitations: withdrawn }),
        },
      });
      return { ...member, baseRole };
    },
    commit,
  );
}
