import { sql } from 'kysely';
import type { Change } from '../../catalog/change.js';
import { withdrawInvitationsBy } from '../../catalog/invitations.js';
import { deleteMember, deleteUnconfirmedInvitedBy } from '../../catalog/member-records.js';
import { reassignWorkbooks } from '../../catalog/workbook-records.js';
import type { WorkspaceRecord } from '../access/enter-workspace.js';
import { revokeFamilies } from '../access/revoke-families.js';

/**
 * Takes a member out of a workspace with everything that follows: their workbooks pass to the owner of the account, their
 * tokens for the workspace are revoked, and what they invited is withdrawn. Returns what happened, for the audit log.
 */
export async function detachMember(
  c: Change,
  workspace: Pick<WorkspaceRecord, 'id' | 'account_id'>,
  { userId, ownerId }: { userId: string; ownerId: string },
): Promise<Record<string, unknown>> {
  await deleteMember(c.tx, { workspaceId: workspace.id, userId });
  // Else they could come back by an invitation of their own.
  const withdrawn = await withdrawInvitationsBy(c.tx, workspace.id, userId);
  await deleteUnconfirmedInvitedBy(c.tx, workspace.id, userId);
  const passed = await reassignWorkbooks(
    c.tx,
    { workspaceId: workspace.id, from: userId, to: ownerId },
    c.at,
  );
  for (const workbookId of passed)
    await c.audit({
      chain: workbookId,
      action: 'workbook.owner.set',
      target: workbookId,
      detail: { before: userId, after: ownerId },
    });
  const revoked = await revokeTokens(c, workspace, userId);
  return {
    workspace_id: workspace.id,
    workbooks_passed: passed.length,
    ...(revoked.length > 0 && { revoked }),
    ...(withdrawn.length > 0 && { withdrawn_invitations: withdrawn }),
  };
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
