import { type Static, Type } from '@sinclair/typebox';
import { idOf, pageQuery } from '@workbook-data-service/contract/common';
import {
  ChangeMemberRequest,
  InvitationList,
  InvitedAnswer,
  InviteMemberRequest,
  JoinedAnswer,
  MemberList,
  SetRolesRequest,
  WorkspaceMember,
} from '@workbook-data-service/contract/members';
import { pageOf } from '../../core/paging.js';
import { changeMember } from '../../features/people/change-member.js';
import { confirmMember } from '../../features/people/confirm-member.js';
import { listInvitations, withdrawInvitation } from '../../features/people/invitations.js';
import { inviteMember } from '../../features/people/invite-member.js';
import { listMembers } from '../../features/people/members.js';
import { removeMember } from '../../features/people/remove-member.js';
import { setMemberRoles } from '../../features/people/set-member-roles.js';
import { created, noContent, ok } from '../../present/answer.js';
import { invitationBody, invitedBody, memberBody } from '../../present/people.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const WORKSPACE = '/api/control/workspaces/:workspace_id';
const MEMBERS = `${WORKSPACE}/users`;
const INVITATIONS = `${WORKSPACE}/invitations`;

const WorkspaceParams = Type.Object({ workspace_id: idOf('a workspace') });
const MemberParams = Type.Object({ workspace_id: idOf('a workspace'), user_id: idOf('a user') });
const InvitationParams = Type.Object({
  workspace_id: idOf('a workspace'),
  invitation_id: idOf('an invitation'),
});

const memberPlace = (params: Static<typeof MemberParams>) => ({
  workspaceId: params.workspace_id,
  userId: params.user_id,
});

export const memberEndpoints: Endpoint[] = [
  endpoint({
    id: 'listMembers',
    method: 'GET',
    path: MEMBERS,
    summary: 'Members of a workspace with their effective roles',
    description:
      'For those who manage the workspace also whoever has accepted an invitation but waits for the owner of the ' +
      'account to confirm them (`status: waits`); they have no rights.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: WorkspaceParams,
    query: pageQuery(1000),
    answers: { 200: MemberList },
    run: async ({ service, caller, params, query }) =>
      pageOf(await listMembers(service, caller, params.workspace_id), query, ({ id }) => id),
    present: ({ items, nextCursor }) => ok({ users: items.map(memberBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'inviteMember',
    method: 'POST',
    path: MEMBERS,
    summary: 'Invite somebody to a workspace by e-mail address',
    description:
      'Somebody who is in another workspace of the account joins at once. Anybody else gets an invitation for that address, ' +
      'which is mailed to it and works once, within seven days; a user whose address is proven also finds it at ' +
      'GET /api/auth/notices. Where no mail is set up, the answer has the `url` of the invitation, for the owner of the ' +
      'account alone (and, while registration is closed, for the user of the operator alone); whoever accepts by it waits ' +
      'until the owner confirms them. Inviting an address again replaces its invitation. Custom roles that a policy names ' +
      'are given by the owner of the account, in a session or with an account key.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: WorkspaceParams,
    body: InviteMemberRequest,
    problems: ['already-member', 'conflict'],
    answers: { 201: Type.Union([JoinedAnswer, InvitedAnswer]) },
    run: ({ service, caller, commit, params, body, origin }) =>
      inviteMember(
        service,
        caller,
        params.workspace_id,
        { email: body.email, baseRole: body.base_role, roles: body.roles ?? [], origin },
        commit,
      ),
    present: (invited) => created(invitedBody(invited)),
  }),
  endpoint({
    id: 'changeMember',
    method: 'PATCH',
    path: `${MEMBERS}/:user_id`,
    summary: 'Change the base role of a member; it applies from their next request',
    description: 'The owner of the account stays an admin.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: MemberParams,
    body: ChangeMemberRequest,
    problems: ['account-owner', 'unproven-address'],
    answers: { 200: WorkspaceMember },
    run: ({ service, caller, commit, params, body }) =>
      changeMember(service, caller, memberPlace(params), body.base_role, commit),
    present: (member) => ok(memberBody(member)),
  }),
  endpoint({
    id: 'removeMember',
    method: 'DELETE',
    path: `${MEMBERS}/:user_id`,
    summary: 'Remove a member or a waiting user, or leave the workspace',
    description:
      'The member has no access from their next request on, and their workbooks here pass to the owner of the account. ' +
      'Members may remove themselves, whatever their role; the owner of the account stays.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: MemberParams,
    problems: ['account-owner'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => removeMember(service, caller, memberPlace(params), commit),
    present: noContent,
  }),
  endpoint({
    id: 'setMemberRoles',
    method: 'PUT',
    path: `${MEMBERS}/:user_id/roles`,
    summary: 'Replace the custom roles of a member; the base role stays',
    description:
      'The names of base roles and `*` are reserved. Roles that a policy of the workspace names are given and taken away ' +
      'by the owner of the account, in a session or with an account key.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: MemberParams,
    body: SetRolesRequest,
    problems: ['unproven-address'],
    answers: { 200: WorkspaceMember },
    run: ({ service, caller, commit, params, body }) =>
      setMemberRoles(service, caller, memberPlace(params), body.roles, commit),
    present: (member) => ok(memberBody(member)),
  }),
  endpoint({
    id: 'confirmMember',
    method: 'POST',
    path: `${MEMBERS}/:user_id/confirm`,
    summary: 'Confirm a user whose address is not proven',
    description:
      'For the owner of the account, in a session or with an account key. It counts in this account alone. Whoever waited to ' +
      'become a member is one from then on, in every workspace of the account whose invitation they have accepted.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: MemberParams,
    answers: { 200: WorkspaceMember },
    run: ({ service, caller, commit, params }) => confirmMember(service, caller, memberPlace(params), commit),
    present: (member) => ok(memberBody(member)),
  }),
  endpoint({
    id: 'listInvitations',
    method: 'GET',
    path: INVITATIONS,
    summary: 'Invitations that wait to be accepted, oldest first',
    description: 'For the admins of the workspace and the owner of the account.',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: WorkspaceParams,
    query: pageQuery(1000),
    answers: { 200: InvitationList },
    run: async ({ service, caller, params, query }) =>
      pageOf(await listInvitations(service, caller, params.workspace_id), query, ({ id }) => id),
    present: ({ items, nextCursor }) =>
      ok({ invitations: items.map(invitationBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'withdrawInvitation',
    method: 'DELETE',
    path: `${INVITATIONS}/:invitation_id`,
    summary: 'Withdraw an invitation; its link stops working',
    tag: 'Members',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: InvitationParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      withdrawInvitation(
        service,
        caller,
        { workspaceId: params.workspace_id, invitationId: params.invitation_id },
        commit,
      ),
    present: noContent,
  }),
];
