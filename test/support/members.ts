import { DatabaseSync } from '@photostructure/sqlite';
import type { Api } from './api.js';
import { TestService } from './service.js';

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
type Roles<Name extends string> = Record<Name, 'viewer' | 'editor' | 'admin' | null>;

const env = { SVC_OPEN_REGISTRATION: 'true' };
const password = 'a long enough password of a member';

/** A service whose owner has other members in the workspace. */
export async function startWithMembers<Name extends string>(roles: Roles<Name>): Promise<Staffed<Name>> {
  const names = Object.keys(roles) as Name[];
  const first = await TestService.start({ env });
  const workspaceId = (await (await first.signIn()).get('/api/v1/me')).body.workspace_id;
  const ids = new Map<Name, string>();
  for (const name of names) {
    await first.anonymous.post('/api/auth/register', { email: emailOf(name), password });
    ids.set(name, (await (await signIn(first, name)).get('/api/v1/me')).body.user.id);
  }
  // No endpoint adds members, and the catalog is locked while the service runs.
  await first.stop();
  const catalog = new DatabaseSync(`${first.dataDir}/catalog.db`);
  for (const name of names)
    if (roles[name] !== null)
      catalog
        .prepare(
          'insert into workspace_members (workspace_id, user_id, base_role, custom_roles) values (?, ?, ?, ?)',
        )
        .run(workspaceId, ids.get(name) as string, roles[name], '[]');
  catalog.close();
  const service = await TestService.start({ env, dataDir: first.dataDir });
  const members = {} as Record<Name, Member>;
  for (const name of names) members[name] = { id: ids.get(name) as string, api: await signIn(service, name) };
  return { service, owner: await service.signIn(), members };
}

const emailOf = (name: string): string => `${name}@example.com`;

async function signIn(service: TestService, name: string): Promise<Api> {
  const { body } = await service.anonymous.post('/api/auth/login', { email: emailOf(name), password });
  return service.as(body.access_token);
}
