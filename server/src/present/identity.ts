import type { PasskeyRecord } from '../catalog/passkeys.js';
import { type PageRequest, pageOf } from '../core/paging.js';
import type { CreditBucket } from '../core/plans.js';
import { readingModelOf } from '../core/reading-model.js';
import type { Scope } from '../core/scopes.js';
import { foldText } from '../core/search-text.js';
import type { WorkspaceRecord } from '../features/access/enter-workspace.js';
import type { DeletedAccount } from '../features/accounts/delete-account.js';
import type { ReachableWorkspace, ReachableWorkspaces } from '../features/accounts/workspaces.js';
import type { PlannedAccount } from '../features/billing/account-plan.js';
import type { CallerDescription } from '../features/identity/describe-caller.js';
import type { CredentialRecord } from '../features/identity/mint-credential.js';
import type { OwnSession } from '../features/identity/own-sessions.js';
import type { SecondFactors } from '../features/identity/second-factors/manage-second-factors.js';
import type { SignedIn } from '../features/identity/start-session.js';
import { meaningsOfRules } from '../workbook/files/known-readings.js';
import type { Answer } from './answer.js';
import { codeFieldsOf } from './messages.js';

export function loginBody({ accessToken, expiresIn, user }: SignedIn) {
  return { access_token: accessToken, token_type: 'Bearer' as const, expires_in: expiresIn, user };
}

export function sessionBody(session: OwnSession) {
  const { id, device, address, created_at, last_used_at, expires_at, isCurrent } = session;
  return { id, device, address, created_at, last_used_at, expires_at, is_current: isCurrent };
}

export function secondFactorsBody({ totpAt, passkeys, recoveryCodesLeft }: SecondFactors) {
  return {
    totp: totpAt === null ? null : { added_at: totpAt },
    passkeys: passkeys.map(passkeyBody),
    recovery_codes_left: recoveryCodesLeft,
  };
}

export function passkeyBody({ id, name, created_at, last_used_at }: PasskeyRecord) {
  return { id, name, created_at, last_used_at };
}

/** The options are for the browser, which knows their type. */
export function webAuthnBody({ ticket, options }: { ticket: string; options: object }) {
  return { ticket, options: { ...options } as Record<string, unknown> };
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
    last_used_at: row.last_used_at,
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

/** Oldest first. The default workspace is the first of all of them, not of each page. */
export function pageOfWorkspaces(rows: readonly WorkspaceRecord[], page: PageRequest) {
  return pageOf(
    rows.map((row, place) => ({ row, isDefault: place === 0 })),
    page,
    ({ row }) => row.id,
  );
}

/** The default one, then own ones, then those of others, by name. */
export function pageOfReachable({ workspaces, userId, defaultId }: ReachableWorkspaces, page: PageRequest) {
  const rankOf = ({ id, owner }: ReachableWorkspace) => (id === defaultId ? 0 : owner.id === userId ? 1 : 2);
  return pageOf(
    workspaces.map((row) => ({ row, isDefault: row.id === defaultId })),
    page,
    ({ row }) => `${rankOf(row)} ${foldText(row.name)} ${row.id}`,
  );
}

export function myWorkspacesBody({ items, nextCursor }: ReturnType<typeof pageOfReachable>) {
  return {
    workspaces: items.map(({ row, isDefault }) => ({
      ...workspaceBody(row, isDefault),
      owner: row.owner,
      base_role: row.role,
    })),
    next_cursor: nextCursor,
  };
}

/** What each line of the rules means. */
function rulesBody(rules: string | null) {
  return meaningsOfRules(rules).map(({ line, means }) => ({
    line,
    understood: means !== undefined,
    means: means?.text ?? null,
    ...(means && codeFieldsOf('means', means)),
  }));
}

export function workspaceListBody({ items, nextCursor }: ReturnType<typeof pageOfWorkspaces>) {
  return {
    workspaces: items.map(({ row, isDefault }) => workspaceBody(row, isDefault)),
    next_cursor: nextCursor,
  };
}

export function workspaceBody(row: WorkspaceRecord, isDefault: boolean) {
  const { id, name, account_id, kind, residency, preprocess_rules, idp_config, created_at } = row;
  return {
    id,
    name,
    account_id,
    kind,
    residency,
    preprocess_rules,
    rules: rulesBody(preprocess_rules),
    reading_model: readingModelOf(row),
    idp_config: idp_config === null ? null : (JSON.parse(idp_config) as Record<string, unknown>),
    second_factor_required: row.requires_second_factor === 1,
    links_allowed: row.forbids_links === 0,
    is_default: isDefault,
    created_at,
  };
}

export function deletedAccountBody({ forfeitedCredits, ...deleted }: DeletedAccount) {
  return { ...deleted, forfeited_credits: forfeitedCredits };
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

export function creditBody(bucket: CreditBucket) {
  return { name: bucket.name, granted: bucket.granted, left: bucket.left, renews_at: bucket.renewsAt };
}
