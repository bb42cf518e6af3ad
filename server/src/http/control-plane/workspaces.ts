import { Type } from '@sinclair/typebox';
import { Id } from '../../contract/common.js';
import {
  AccountQuery,
  ProvisionWorkspaceRequest,
  Workspace,
  WorkspaceList,
} from '../../contract/identity.js';
import { MemberList, SetRolesRequest, WorkspaceMember } from '../../contract/members.js';
import { setMemberRoles } from '../../features/accounts/set-member-roles.js';
import { listMembers } from '../../features/accounts/workspace-members.js';
import { listWorkspaces, provisionWorkspace } from '../../features/accounts/workspaces.js';
import { created, ok } from '../answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { memberBody, workspaceBody, workspaceListBody } from '../present/identity.js';

const MEMBERS = '/api/control/workspaces/:workspace_id/users';

export const workspaceEndpoints: Endpoint[] = [
  endpoint({
    id: 'listAccountWorkspaces',
    method: 'GET',
    path: '/api/control/workspaces',
    summary: 'Workspaces of an account that the caller reaches',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    query: AccountQuery,
    answers: { 200: WorkspaceList },
    run: ({ service, caller, query }) => listWorkspaces(service, caller, query.account_id),
    present: (workspaces) => ok(workspaceListBody(workspaces)),
  }),
  endpoint({
    id: 'provisionWorkspace',
    method: 'POST',
    path: '/api/control/workspaces',
    summary: 'Create a workspace managed through the API',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:create' },
    body: ProvisionWorkspaceRequest,
    answers: { 201: Workspace },
    run: ({ service, caller, body }) =>
      provisionWorkspace(service, caller, {
        name: body.name,
        accountId: body.account_id,
        residency: body.residency,
      }),
    present: (workspace) => created(workspaceBody(workspace, false)),
  }),
  endpoint({
    id: 'listMembers',
    method: 'GET',
    path: MEMBERS,
    summary: 'Members of a workspace with their effective roles',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: Type.Object({ workspace_id: Id }),
    answers: { 200: MemberList },
    run: ({ service, caller, params }) => listMembers(service, caller, params.workspace_id),
    present: (members) => ok({ users: members.map(memberBody), next_cursor: null }),
  }),
  endpoint({
    id: 'setMemberRoles',
    method: 'PUT',
    path: `${MEMBERS}/:user_id/roles`,
    summary: 'Replace the custom roles of a member; the base role stays',
    description: 'The names of base roles and `*` are reserved.',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: Type.Object({ workspace_id: Id, user_id: Id }),
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
