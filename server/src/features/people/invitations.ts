import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import {
  type InvitationRecord,
  waitingInvitations,
  withdrawInvitation as withdrawRecord,
} from '../../catalog/invitations.js';
import { problem } from '../../core/problems.js';
import { managesWorkspace } from '../../core/rights.js';
import { enterWorkspace, requireWorkspace } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** For those who manage the workspace: it names people who have not agreed to anything yet. */
export async function listInvitations(
  service: Service,
  caller: Caller,
  workspaceId: string,
): Promise<InvitationRecord[]> {
  const { rights, ...workspace } = await enterWorkspace(service, caller, workspaceId, 'workspaces:read');
  if (!managesWorkspace(rights))
    throw problem('forbidden', say('role-hides-invitations', { role: rights.standing }), {
      fix: say('fix-ask-admin'),
    });
  return await waitingInvitations(service.catalog.db, workspace.id, new Date().toISOString());
}

/** The link of the invitation stops working. */
export async function withdrawInvitation(
  service: Service,
  caller: Caller,
  place: { workspaceId: string; invitationId: string },
  commit: CommitOptions,
): Promise<void> {
  const workspace = await requireWorkspace(service, caller, place.workspaceId, 'workspaces:configure');
  await change(
    service.catalog,
    caller,
    async (c) => {
      const withdrawn = await withdrawRecord(c.tx, { ...place, workspaceId: workspace.id });
      if (!withdrawn)
        throw problem('not-found', say('workspace-invitation-unknown', { invitation: place.invitationId }), {
          fix: say('fix-invitations'),
        });
      await c.audit({
        chain: workspace.account_id,
        action: 'invitation.withdrawn',
        target: withdrawn.id,
        detail: { workspace_id: workspace.id, email: withdrawn.email },
      });
    },
    commit,
  );
}
