import { isProven } from '../../catalog/user-records.js';
import type { CreditBucket } from '../../core/plans.js';
import { formatReach } from '../../core/reach.js';
import type { Scope } from '../../core/scopes.js';
import { listWorkspaces } from '../access/enter-workspace.js';
import { resolveAccount } from '../access/resolve-account.js';
import { planOf } from '../billing/account-plan.js';
import type { Caller, Credential } from '../caller.js';
import type { Service } from '../service.js';

export interface CallerDescription {
  user: { id: string; email: string; name: string | null };
  credential: Pick<Credential, 'kind' | 'id'>;
  account: { id: string; name: string };
  workspace: { id: string; name: string } | null;
  scopes: readonly Scope[];
  resource: string;
  plan: string;
  metered: boolean;
  credits: CreditBucket[];
}

export async function describeCaller(service: Service, caller: Caller): Promise<CallerDescription> {
  const account = await resolveAccount(service, caller);
  const [workspace] = await listWorkspaces(service, caller);
  const { kind, id, scopes, reach } = caller.credential;
  return {
    user: await findUser(service, caller.userId),
    credential: { kind, id },
    account: { id: account.id, name: account.name },
    workspace: workspace ? { id: workspace.id, name: workspace.name } : null,
    scopes,
    resource: formatReach(reach),
    ...(await planOf(service, account.id)),
  };
}

async function findUser(service: Service, userId: string) {
  return await service.catalog.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The session behind a session credential. */
export async function findSession(service: Service, caller: Caller) {
  const session = await service.catalog.db
    .selectFrom('sessions')
    .select(['id', 'expires_at'])
    .where('id', '=', caller.credential.id)
    .executeTakeFirstOrThrow();
  const user = await findUser(service, caller.userId);
  return { session, user, isProven: await isProven(service.catalog.db, user.id) };
}
