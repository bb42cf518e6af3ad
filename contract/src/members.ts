import { Type } from '@sinclair/typebox';
import { NextCursor, nullable, optionalNullable, strictObject, Timestamp, textEnum } from './common.js';
import { Email, KeptInCookie, NewPassword, UserName } from './identity.js';
import { baseRoles } from './scopes.js';

export const WorkspaceMember = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  base_role: textEnum(baseRoles),
  custom_roles: Type.Array(Type.String()),
  effective_roles: Type.Array(Type.String(), {
    description: 'The base role and the custom roles; none for a user waiting for confirmation',
  }),
  proven: Type.Boolean({
    description: 'Whether their address is proven, or the owner of the account has confirmed them',
  }),
  status: textEnum(['member', 'waits'], {
    description: '`waits`: has accepted an invitation, and has no rights until they are confirmed or proven',
  }),
});
export const MemberList = Type.Object({ users: Type.Array(WorkspaceMember), next_cursor: NextCursor });

const CustomRoles = Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
  maxItems: 100,
  description: 'All custom roles the member should have; case-insensitive',
});
export const SetRolesRequest = strictObject({ roles: CustomRoles });
export const ChangeMemberRequest = strictObject({ base_role: textEnum(baseRoles) });
export const InviteMemberRequest = strictObject({
  email: Email,
  base_role: textEnum(baseRoles),
  roles: Type.Optional(CustomRoles),
});

export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  base_role: textEnum(baseRoles),
  custom_roles: Type.Array(Type.String()),
  invited_by: Type.String({ description: 'The id of a user' }),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export const InvitationList = Type.Object({
  invitations: Type.Array(Invitation),
  next_cursor: NextCursor,
});
export const CreatedInvitation = Type.Composite([
  Invitation,
  Type.Object({
    url: Type.Optional(
      Type.String({
        description:
          'What the invited person opens to accept, for the owner of the account where no mail is set up. It is shown ' +
          'this once, and works once',
      }),
    ),
    mailed: nullable(
      Type.Boolean({
        description:
          'Whether it was mailed, which needs SVC_SMTP_URL. Null in an answer that is repeated for an Idempotency-Key',
      }),
    ),
  }),
]);
/** The answer for somebody who is in the account already, and for anybody else. */
export const JoinedAnswer = Type.Object({ user: WorkspaceMember });
export const InvitedAnswer = Type.Object({ invitation: CreatedInvitation });

export const AcceptInvitationParams = Type.Object({
  token: Type.String({ maxLength: 200, description: 'The last part of the `url` of the invitation' }),
});
/** What its holder needs to know to accept it. */
export const WaitingInvitation = Type.Object({
  workspace: Type.String({ description: 'The name of the workspace' }),
  email: Type.String({ description: 'The address that was invited' }),
  base_role: textEnum(baseRoles),
  is_user: Type.Boolean({
    description: 'Whether accepting needs the password of an existing user',
  }),
  oidc: Type.Boolean({ description: 'Whether a sign-in with OpenID Connect accepts it too' }),
});
export const AcceptInvitationRequest = strictObject({
  name: optionalNullable(UserName),
  password: NewPassword,
  cookie: Type.Optional(KeptInCookie),
});

/** An invitation as the invited user sees it when they are signed in. */
export const Notice = Type.Object({
  id: Type.String(),
  workspace: Type.String({ description: 'The name of the workspace' }),
  base_role: textEnum(baseRoles),
  invited_by: nullable(Type.String({ description: 'The address of the person who invited you' })),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export const NoticeList = Type.Object({ notices: Type.Array(Notice) });
