import { type CommitOptions, change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { governedName } from '../governance/governed-name.js';
import type { Service } from '../service.js';
import { membersOf, type WorkspaceMember } from './workspace-members.js';
import { requireWorkspace } from './workspaces.js';

/** Replaces a member's custom roles, which column policies refer to; the base role stays. */
export async function setMemberRoles(
  service: Service,
  caller: Caller,
  place: { workspaceId: string; userId: string },
  given: readonly string[],
  commit: CommitOptions,
): Promise<WorkspaceMember> {
  const roles = [...new Set(given.map((role, i) => governedName('custom role', role, `/roles/${i}`)))];
  const workspace = await requireWorkspace(service, caller, place.workspaceId);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const [member] = await membersOf(c.tx, workspace.id, place.userId);
      if (!member) {
        throw problem('not-found', `The workspace has no member ${place.userId}.`, {
          fix: 'GET /api/control/workspaces/{workspace_id}/users lists the members.',
        });
      }
      await c.tx
        .updateTable('workspace_members')
        .set({ custom_roles: JSON.stringify(roles) })
        .where('workspace_id', '=', workspace.id)
        .where('user_id', '=', member.id)
        .execute();
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
