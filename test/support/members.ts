import type { BaseRole } from '@workbook-data-service/contract/scopes';
import type { Api } from './api.js';
import { type CalledService, TestService } from './service.js';

export interface Member {
  id: string;
  api: Api;
}

export interface Staffed<Name extends string> {
  service: TestService;
  /** The owner's session. */
  owner: Api;
  members: Record<Name, Member>;
}

/** Base roles by name of the person; null for somebody outside the owner's workspace. */
type Roles<Name extends string> = Record<Name, BaseRole | null>;

export const memberPassword = 'a long enough password of a member';

/** A service whose owner has other members in the workspace. */
export async function startWithMembers<Name extends string>(
  roles: Roles<Name>,
  env: Record<string, string> = {},
): Promise<Staffed<Name>> {
  const service = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true', ...env } });
  const owner = await service.signIn();
  const workspaceId = (await owner.get('/api/v1/me')).body.workspace_id;
  const members = {} as Record<Name, Member>;
  for (const [name, role] of Object.entries(roles) as [Name, BaseRole | null][])
    members[name] =
      role === null
        ? await registered(service, name)
        : await invited(service, owner, workspaceId, name, role);
  return { service, owner, members };
}

export const emailOf = (name: string): string => `${name}@example.com`;

/** The owner of an account without mail invites a person into a workspace, accepts for them, and confirms them. */
export async function invited(
  service: CalledService,
  owner: Api,
  workspaceId: string,
  name: string,
  base_role: BaseRole,
): Promise<Member> {
  const users = `/api/control/workspaces/${workspaceId}/users`;
  const { body } = await owner.post(users, { email: emailOf(name), base_role });
  const accept = acceptPathOf(body.invitation.url);
  const member = memberOf(service, await service.anonymous.post(accept, { name, password: memberPassword }));
  await owner.post(`${users}/${member.id}/confirm`);
  return member;
}

/** Where the link of an invitation is accepted. */
export const acceptPathOf = (url: string): string => `/api/auth${new URL(url).pathname}/accept`;

/** Accepts everything that somebody is invited to. */
export async function acceptNotices(api: Api): Promise<void> {
  const { notices } = (await api.get('/api/auth/notices')).body;
  for (const { id } of notices) await api.post(`/api/auth/notices/${id}/accept`);
}

async function registered(service: TestService, name: string): Promise<Member> {
  const person = { email: emailOf(name), password: memberPassword };
  await service.anonymous.post('/api/auth/register', person);
  return memberOf(service, await service.anonymous.post('/api/auth/login', person));
}

function memberOf(
  service: CalledService,
  { body }: { body: { user: { id: string }; access_token: string } },
) {
  return { id: body.user.id, api: service.as(body.access_token) };
}
