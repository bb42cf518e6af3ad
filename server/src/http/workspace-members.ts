import { Type } from '@sinclair/typebox';
import { MemberList, SetRolesRequest, WorkspaceMember } from '../contract/members.js';
import { setMemberRoles } from '../features/accounts/set-member-roles.js';
import { listMembers, type WorkspaceMember as Member } from '../features/accounts/workspace-members.js';
import { ok } from './answer.js';
import { type Endpoint, endpoint } from './endpoint.js';

const USERS = '/api/control/workspaces/:workspace_id/users';

function memberBody({ id, email, name, baseRole, customRoles }: Member) {
  return {
    id,
    email,
    name,
    base_role: baseRole,
    custom_roles: customRoles,
    effective_roles: [baseRole, ...customRoles],
  };
}

export const memberEndpoints: Endpoint[] = [
  endpoint({
    id: 'listMembers',
    method: 'GET',
    path: USERS,
    summary: 'Members of a workspace with their effective roles',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: Type.Object({ workspace_id: Type.String() }),
    answers: { 200: MemberList },
    run: ({ service, caller, params }) => listMembers(service, caller, params.workspace_id),
    present: (members) => ok({ users: members.map(memberBody), next_cursor: null }),
  }),
  endpoint({
    id: 'setMemberRoles',
    method: 'PUT',
    path: `${USERS}/:user_id/roles`,
    summary: 'Replace the custom roles of a member; the base role stays',
    description: 'The names of base roles and `*` are reserved.',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: Type.Object({ workspace_id: Type.String(), user_id: Type.String() }),
    body: SetRolesRequest,
    answers: { 200: WorkspaceMember },
    run: ({ service, caller, params, body }) =>
      setMemberRoles(
        service,
        caller,
        { workspaceId: params.workspace_id, userId: params.user_id },
        body.roles,
      ),
    present: (member) => ok(memberBody(member)),
  }),
];
