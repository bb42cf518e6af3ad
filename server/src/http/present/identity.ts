import { type PageRequest, pageOf, sortable } from '../../core/paging.js';
import type { CreditBucket } from '../../core/plans.js';
import type { Scope } from '../../core/scopes.js';
import type { PlannedAccount } from '../../features/accounts/credits.js';
import type { WorkspaceMember } from '../../features/accounts/workspace-members.js';
import type { WorkspaceRecord } from '../../features/accounts/workspaces.js';
import type { CallerDescription } from '../../features/identity/describe-caller.js';
import type { CredentialRecord } from '../../features/identity/mint-credential.js';
import type { SignedIn } from '../../features/identity/start-session.js';
import type { Answer } from '../answer.js';

export function loginBody({ accessToken, expiresIn, user }: SignedIn) {
  return { access_token: accessToken, token_type: 'Bearer' as const, expires_in: expiresIn, user };
}

export function credentialBody(row: CredentialRecord) {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    account_id: row.account_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    resource: row.resource,
    rate_limit_per_minute: row.rate_limit_per_minute,
    created_at: row.created_at,
    minted_by: row.created_by.startsWith('ses_') ? null : row.created_by,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
  };
}

export const CASCADE =
  'The tokens and keys that it minted, and those that these minted, are revoked with it; the header `X-SVC-Cascade` names how many.';

export function revokedAnswer({ cascade }: { cascade: readonly string[] }): Answer<204, never> {
  return { status: 204, headers: { 'x-svc-cascade': String(cascade.length) } };
}

export function accountBody(account: PlannedAccount) {
  return {
    id: account.id,
    name: account.name,
    kind: account.kind,
    plan: account.plan,
    metered: account.metered,
    credits: account.credits.map(creditBody),
    created_at: account.created_at,
  };
}

/** The default workspace is the first of all of them, not of each page. */
export function pageOfWorkspaces(rows: WorkspaceRecord[], page: PageRequest) {
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
  return pageOf(
    rows.map((row, place) => ({ row, isDefault: place === 0 })),
    page,
    ({ row }) => `${sortable(accounts.indexOf(row.account_id))} ${row.id}`,
  );
}

export function workspaceListBody({ items, nextCursor }: ReturnType<typeof pageOfWorkspaces>) {
  return {
    workspaces: items.map(({ row, isDefault }) => workspaceBody(row, isDefault)),
    next_cursor: nextCursor,
  };
}

export function workspaceBody(row: WorkspaceRecord, isDefault: boolean) {
  const { id, name, account_id, kind, residency, created_at } = row;
  return { id, name, account_id, kind, residency, is_default: isDefault, created_at };
}

export function memberBody({ id, email, name, baseRole, customRoles }: WorkspaceMember) {
  return {
    id,
    email,
    name,
    base_role: baseRole,
    custom_roles: customRoles,
    effective_roles: [baseRole, ...customRoles],
  };
}

export function meBody(me: CallerDescription) {
  return {
    user: me.user,
    credential: me.credential,
    account_id: me.account.id,
    account_name: me.account.name,
    workspace_id: me.workspace?.id ?? null,
    workspace_name: me.workspace?.name ?? null,
    scopes: [...me.scopes],
    resource: me.resource,
    plan: me.plan,
    metered: me.metered,
    credits: me.credits.map(creditBody),
  };
}

function creditBody(bucket: CreditBucket) {
  return { name: bucket.name, granted: bucket.granted, left: bucket.left, renews_at: bucket.renewsAt };
}
