import { randomUUID } from 'node:crypto';
import type { Scope } from '@workbook-data-service/contract/scopes';
import type { AccessWorld, CredentialName } from './access-world.js';
import { get, type Probe, patch, post, put, remove } from './governed-probes.js';

/** `yes` for a call that is let in, otherwise the slug of the problem. */
export type Outcome = string;
type Exceptions = Partial<Record<CredentialName, Outcome>>;

/** What a call names: an account, a workspace, or neither of them. */
export type Subject = 'account' | 'workspace' | 'neither';

export interface ControlCall {
  needs: Scope | 'session' | 'signature';
  names: Subject;
  request(world: AccessWorld): Probe | Promise<Probe>;
  /** Outcomes that differ from access-rules.ts. */
  exceptions: Exceptions;
  /** The problem answered to those who are let in, if the call is made so that it cannot succeed. */
  stopsAt?: string;
}

const naming =
  (names: Subject) =>
  (
    needs: ControlCall['needs'],
    request: ControlCall['request'],
    exceptions: Exceptions = {},
  ): ControlCall => ({ needs, names, request, exceptions });
const ofAccount = naming('account');
const ofWorkspace = naming('workspace');
const ofCaller = naming('neither');
const stopping = (at: string, call: ControlCall): ControlCall => ({ ...call, stopsAt: at });

const CONTROL = '/api/control';
const KEYS = `${CONTROL}/account/keys`;
const BILLING = `${CONTROL}/account/billing`;

/** Pinned keys may know their account, and see of it what they reach. */
const pinnedToo: Exceptions = { pinned: 'yes', pinnedElsewhere: 'yes' };

/**
 * How each endpoint of the control plane is called, by its id, with a remark where one is called in two ways.
 *
 * A new endpoint needs a line: the scope that SPEC and CONTRACT give it, and a valid request, which names the
 * account or the workspace of the world and which every credential can repeat. If it destroys something, it
 * makes that first, by `world.owner`; if that costs too much, `stopping` says at which problem it stops.
 * `UPDATE_DOCS=1 npx vitest run test/access-matrix.test.ts` then prints the line into docs/access.md.
 */
export const controlCalls: Record<string, ControlCall> = {
  getAccount: ofAccount(
    'account:read',
    ({ account }) => get(`${CONTROL}/account?account_id=${account}`),
    pinnedToo,
  ),
  listAccounts: ofCaller('account:read', () => get(`${CONTROL}/accounts`)),
  createAccount: ofCaller('session', () => post(`${CONTROL}/accounts`, { name: 'Made here' })),
  deleteAccount: stopping(
    'default-account',
    ofAccount('session', ({ account }) =>
      post(`${CONTROL}/account/delete`, { account_id: account, confirm: 'Personal' }),
    ),
  ),
  transferAccount: stopping(
    'conflict',
    ofAccount('session', async ({ account, owner }) =>
      post(`${CONTROL}/account/transfer`, {
        account_id: account,
        to: (await owner.get('/api/v1/me')).body.user.id,
      }),
    ),
  ),
  getAccountAuditLog: ofAccount('account:read', ({ account }) =>
    get(`${CONTROL}/account/audit-log?limit=1&account_id=${account}`),
  ),
  getAccountUsage: ofAccount('account:read', ({ account }) =>
    get(`${CONTROL}/account/usage/series?days=1&account_id=${account}`),
  ),

  getBilling: ofAccount('account:read', ({ account }) => get(`${BILLING}?account_id=${account}`)),
  setAutoTopup: ofAccount('billing:manage', ({ account }) =>
    patch(`${BILLING}/auto-topup`, { enabled: false, account_id: account }),
  ),
  startSubscription: ofAccount('billing:manage', ({ account }) =>
    post(`${BILLING}/checkout`, { plan: 'solo', interval: 'monthly', account_id: account }),
  ),
  enablePayg: ofAccount('billing:manage', ({ account }) => post(`${BILLING}/payg`, { account_id: account })),
  buyCredits: ofAccount('billing:manage', ({ account }) =>
    post(`${BILLING}/topup`, { credits: 5000, account_id: account }),
  ),
  openBillingPortal: ofAccount('billing:manage', ({ account }) =>
    post(`${BILLING}/portal`, { account_id: account }),
  ),
  reuseCard: stopping(
    'conflict',
    ofAccount('billing:manage', ({ account }) => post(`${BILLING}/reuse-card`, { account_id: account }), {
      key: 'owner-session-required',
    }),
  ),
  receiveStripeEvent: stopping(
    'bad-signature',
    ofCaller('signature', () => post(`${CONTROL}/stripe/webhook`)),
  ),

  listKeys: ofAccount('keys:read', ({ account }) => get(`${KEYS}?account_id=${account}`), pinnedToo),
  createKey: ofAccount(
    'keys:mint',
    ({ account, workspaceId }) =>
      post(KEYS, { scopes: ['keys:mint'], account_id: account, workspace_id: workspaceId }),
    { pinned: 'yes' },
  ),
  revokeKey: ofAccount(
    'keys:revoke',
    ({ account, spareKey }) => remove(`${KEYS}/${spareKey}?account_id=${account}`),
    { pinned: 'yes', pinnedElsewhere: 'not-found' },
  ),

  listAccountWorkspaces: ofAccount(
    'workspaces:read',
    ({ account }) => get(`${CONTROL}/workspaces?account_id=${account}`),
    pinnedToo,
  ),
  provisionWorkspace: ofAccount('workspaces:create', ({ account }) =>
    post(`${CONTROL}/workspaces`, { name: 'Made here', account_id: account }),
  ),
  getWorkspace: ofWorkspace('workspaces:read', ({ workspace }) => get(workspace)),
  configureWorkspace: ofWorkspace('workspaces:configure', ({ workspace }) =>
    patch(workspace, { residency: 'eu' }),
  ),
  deleteWorkspace: stopping(
    'personal-workspace',
    ofWorkspace('workspaces:delete', ({ workspace }) => remove(workspace)),
  ),
  listWorkspaceWorkbooks: ofWorkspace('workspaces:read', ({ workspace }) => get(`${workspace}/workbooks`)),

  listMembers: ofWorkspace('workspaces:read', ({ workspace }) => get(`${workspace}/users`)),
  inviteMember: ofWorkspace('workspaces:configure', ({ workspace }) =>
    post(`${workspace}/users`, { email: 'guest@example.com', base_role: 'viewer' }),
  ),
  changeMember: ofWorkspace('workspaces:configure', ({ workspace, viewerId }) =>
    patch(`${workspace}/users/${viewerId}`, { base_role: 'viewer' }),
  ),
  removeMember: stopping(
    'not-found',
    ofWorkspace('workspaces:configure', ({ workspace }) => remove(`${workspace}/users/usr_0`)),
  ),
  setMemberRoles: ofWorkspace('workspaces:configure', ({ workspace, viewerId }) =>
    put(`${workspace}/users/${viewerId}/roles`, { roles: ['reader'] }),
  ),
  confirmMember: ofWorkspace(
    'workspaces:configure',
    ({ workspace, viewerId }) => post(`${workspace}/users/${viewerId}/confirm`),
    { admin: 'forbidden', pinned: 'forbidden' },
  ),
  listInvitations: ofWorkspace('workspaces:read', ({ workspace }) => get(`${workspace}/invitations`), {
    editor: 'forbidden',
    viewer: 'forbidden',
  }),
  withdrawInvitation: ofWorkspace('workspaces:configure', async ({ workspace, owner }) => {
    const email = `${randomUUID()}@example.com`;
    const { invitation } = (await owner.post(`${workspace}/users`, { email, base_role: 'viewer' })).body;
    return remove(`${workspace}/invitations/${invitation.id}`);
  }),
};
