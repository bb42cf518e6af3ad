import { type CommitOptions, change } from '../../catalog/change.js';
import { updateMember } from '../../catalog/member-records.js';
import { requireWorkspace } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { customRoles, refuseGovernedRoles } from './custom-roles.js';
import { refuseUntrusted, takeMember, type WorkspaceMember } from './members.js';

/** Replaces a member's custom roles, which column policies refer to; the base role stays. */
export async function setMemberRoles(
  service: Service,
  caller: Caller,
  place: { workspaceId: string; userId: string },
  given: readonly string[],
  commit: CommitOptions,
): Promise<WorkspaceMember> {
  const roles = customRoles(given);
  const workspace = await requireWorkspace(service, caller, place.workspaceId, 'workspaces:configure');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const member = await takeMember(c.tx, workspace, place.userId);
      await refuseGovernedRoles(c.tx, caller, workspace, { before: member.customRoles, after: roles });
      if (roles.some((role) => !member.customRoles.includes(role))) refuseUntrusted(member);
      await updateMember(c.tx, { workspaceId: workspace.id, userId: member.id }, { customRoles: roles });
      await c.audit({
        chain: workspace.account_id,
        action: 'member.roles.set',
        target: member.id,
        detail: { workspace_id: workspace.id, before: member.customRoles, after: roles },
      });
      return { ...member, customRoles: roles };
    },
    commit,
  );
}
