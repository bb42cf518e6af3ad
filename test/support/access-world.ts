import { type Scope, scopes } from '@workbook-data-service/contract/scopes';
import { FakeStripe } from '../../server/test-support/fake-stripe/fake-stripe.js';
import type { Api } from './api.js';
import { startWithMembers } from './members.js';

/** Who calls, with the heading of their column in the printed table. */
export const credentials = {
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  viewer: 'viewer',
  outsider: 'outsider',
  key: 'key',
  keyWithoutScope: 'no scope',
  pinned: 'pinned',
  pinnedElsewhere: 'elsewhere',
  keyOfOtherAccount: 'other account',
  token: 'token',
  none: 'none',
} as const;

export type CredentialName = keyof typeof credentials;

/** An account with a workspace, people and credentials of every kind. */
export interface AccessWorld {
  /** Ends the service and what it talks to. */
  dispose(): Promise<void>;
  /** The session of the owner, to make what a call needs. */
  owner: Api;
  /** The id of the account. */
  account: string;
  /** The id of the workspace in which the members have their roles, and its path. */
  workspaceId: string;
  workspace: string;
  viewerId: string;
  /** The id of a key that is pinned to the workspace, and that nobody calls with. */
  spareKey: string;
  /** The client for an endpoint that requires the scope. */
  as(name: CredentialName, scope: Scope): Promise<Api>;
}

const CONTROL = '/api/control';

export async function makeAccessWorld(): Promise<AccessWorld> {
  const roles = { admin: 'admin', editor: 'editor', viewer: 'viewer', outsider: null } as const;
  const stripe = await FakeStripe.start();
  const { service, owner, members } = await startWithMembers(roles, stripe.variables);
  const { account_id: account, workspace_id: workspaceId } = (await owner.get('/api/v1/me')).body;
  const idOf = async (path: string, body: object): Promise<string> =>
    (await owner.post(CONTROL + path, body)).body.id;
  const otherAccount = await idOf('/accounts', { name: 'Another' });
  const elsewhere = await idOf('/workspaces', { name: 'Elsewhere' });
  const keyWith = async (held: readonly Scope[], more: object = {}) => {
    const { body } = await owner.post(`${CONTROL}/account/keys`, { scopes: held, ...more });
    return service.as(body.key);
  };

  const make: Record<CredentialName, (scope: Scope) => Api | Promise<Api>> = {
    owner: () => owner,
    admin: () => members.admin.api,
    editor: () => members.editor.api,
    viewer: () => members.viewer.api,
    outsider: () => members.outsider.api,
    key: (scope) => keyWith([scope]),
    keyWithoutScope: (scope) => keyWith(scopes.filter((other) => other !== scope)),
    pinned: (scope) => keyWith([scope], { workspace_id: workspaceId }),
    pinnedElsewhere: (scope) => keyWith([scope], { workspace_id: elsewhere }),
    keyOfOtherAccount: (scope) => keyWith([scope], { account_id: otherAccount }),
    token: () => owner.mint([...scopes]),
    none: () => service.anonymous,
  };
  const made = new Map<string, Api>();
  return {
    dispose: async () => {
      await service.dispose();
      await stripe.stop();
    },
    owner,
    account,
    workspaceId,
    workspace: `${CONTROL}/workspaces/${workspaceId}`,
    viewerId: members.viewer.id,
    spareKey: await idOf('/account/keys', { scopes: ['account:read'], workspace_id: workspaceId }),
    as: async (name, scope) => {
      const found = made.get(`${name} ${scope}`) ?? (await make[name](scope));
      made.set(`${name} ${scope}`, found);
      return found;
    },
  };
}
