import { Type } from '@sinclair/typebox';
import { idOf, pageQuery } from '@workbook-data-service/contract/common';
import {
  OfAccountListQuery,
  ProvisionWorkspaceRequest,
  Workspace,
  WorkspaceList,
} from '@workbook-data-service/contract/identity';
import { MemberList, SetRolesRequest, WorkspaceMember } from '@workbook-data-service/contract/members';
import { pageOf } from '../../core/paging.js';
import { setMemberRoles } from '../../features/accounts/set-member-roles.js';
import { listMembers } from '../../features/accounts/workspace-members.js';
import { listWorkspaces, provisionWorkspace } from '../../features/accounts/workspaces.js';
import { created, ok } from '../answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { memberBody, pageOfWorkspaces, workspaceBody, workspaceListBody } from '../present/identity.js';

const MEMBERS = '/api/control/workspaces/:workspace_id/users';

export const workspaceEndpoints: Endpoint[] = [
  endpoint({
    id: 'listAccountWorkspaces',
    method: 'GET',
    path: '/api/control/workspaces',
    summary: 'Workspaces of an account that the caller reaches',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    query: OfAccountListQuery,
    answers: { 200: WorkspaceList },
    run: async ({ service, caller, query }) =>
      pageOfWorkspaces(await listWorkspaces(service, caller, query.account_id), query),
    present: (page) => ok(workspaceListBody(page)),
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
    run: ({ service, caller, commit, body }) =>
      provisionWorkspace(
        service,
        caller,
        {
          name: body.name,
          accountId: body.account_id,
          residency: body.residency,
        },
        commit,
      ),
    present: (workspace) => created(workspaceBody(workspace, false)),
  }),
  endpoint({
    id: 'listMembers',
    method: 'GET',
    path: MEMBERS,
    summary: 'Members of a workspace with their effective roles',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: Type.Object({ workspace_id: idOf('a workspace') }),
    query: pageQuery(1000),
    answers: { 200: MemberList },
    run: async ({ service, caller, params, query }) =>
      pageOf(await listMembers(service, caller, params.workspace_id), query, ({ id }) => id),
    present: ({ items, nextCursor }) => ok({ users: items.map(memberBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'setMemberRoles',
    method: 'PUT',
    path: `${MEMBERS}/:user_id/roles`,
    summary: 'Replace the custom roles of a member; the base role stays',
    description: 'The names of base roles and `*` are reserved.',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: Type.Object({ workspace_id: idOf('a workspace'), user_id: idOf('a user') }),
    body: SetRolesRequest,
    answers: { 200: WorkspaceMember },
    run: ({ service, caller, commit, params, body }) =>
      setMemberRoles(
        service,
        caller,
        { workspaceId: params.workspace_id, userId: params.user_id },
        body.roles,
        commit,
      ),
    present: (member) => ok(memberBody(member)),
  }),
];
