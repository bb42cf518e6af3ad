import { sql } from 'kysely';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { withdrawInvitationsBy } from '../../catalog/invitations.js';
import { passWorkbooksOn } from '../../catalog/workbook-records.js';
import { requireWorkspace, type WorkspaceRecord } from '../accounts/workspaces.js';
import type { Caller } from '../caller.js';
import { revokeFamilies } from '../identity/manage-credentials.js';
import type { Service } from '../service.js';
import { ownerOf, refuseForAccountOwner } from './account-owner.js';
import { takeMember } from './members.js';

/**
 * Removes a member, who has no access from their next request on. Their workbooks pass to the owner of the account, and
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
      const member = await takeMember(c.tx, workspace.id, place.userId);
      const owner = await ownerOf(c.tx, workspace.account_id);
      if (member.baseRole === 'admin') await refuseForAccountOwner(c.tx, workspace.account_id, member.id);
      await c.tx
        .deleteFrom('workspace_members')
        .where('workspace_id', '=', workspace.id)
        .where('user_id', '=', member.id)
        .execute();
      // Else they could come back by an invitation of their own.
      const withdrawn = await withdrawInvitationsBy(c.tx, workspace.id, member.id);
      const passed = await passWorkbooksOn(
        c.tx,
        { workspaceId: workspace.id, from: member.id, to: owner },
        c.at,
      );
      for (const workbookId of passed)
        await c.audit({
          chain: workbookId,
          action: 'workbook.owner.set',
          target: workbookId,
          detail: { before: member.id, after: owner },
        });
      const revoked = await revokeTokens(c, workspace, member.id);
      await c.audit({
        chain: workspace.account_id,
        action: member.id === caller.userId ? 'member.left' : 'member.removed',
        target: member.id,
        detail: {
          workspace_id: workspace.id,
          base_role: member.baseRole,
          workbooks_passed: passed.length,
          ...(revoked.length > 0 && { revoked }),
          ...(withdrawn.length > 0 && { withdrawn_invitations: withdrawn }),
        },
      });
    },
    commit,
  );
}

async function revokeTokens(
  c: Change,
  workspace: Pick<WorkspaceRecord, 'id' | 'account_id'>,
  userId: string,
): Promise<string[]> {
  const workbooks = c.tx
    .selectFrom('workbooks')
    .select(sql<string>`'workbook:' || workbooks.id`.as('resource'))
    .where('workspace_id', '=', workspace.id);
  return await revokeFamilies(
    c.tx,
    (credentials) =>
      credentials
        .where('user_id', '=', userId)
        .where('account_id', '=', workspace.account_id)
        .where((eb) =>
          eb.or([eb('resource', '=', `workspace:${workspace.id}`), eb('resource', 'in', workbooks)]),
        ),
    c.at,
  );
}
