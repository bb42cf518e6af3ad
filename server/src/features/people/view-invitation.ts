import type { BaseRole } from '../../core/scopes.js';
import type { Service } from '../service.js';
import { needsPasswordOfUser, requireInvitation } from './accept-invitation.js';

/** What the holder of an invitation's token needs to know to accept it. */
interface InvitationView {
  workspace: string;
  email: string;
  baseRole: BaseRole;
  /** Whether accepting needs the password of an existing user. */
  isUser: boolean;
  /** Whether a sign-in with OpenID Connect accepts it too. */
  signsInElsewhere: boolean;
}

export async function viewInvitation(service: Service, token: string): Promise<InvitationView> {
  const invitation = await requireInvitation(service, token);
  const { workspace_id, email, base_role } = invitation;
  const { name } = await service.catalog.db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  return {
    workspace: name,
    email,
    baseRole: base_role,
    isUser: await needsPasswordOfUser(service, invitation),
    signsInElsewhere: service.oidc !== undefined,
  };
}
