import { Type } from '@sinclair/typebox';
import { AccountAuditLogQuery, AuditLogAnswer } from '../contract/audit.js';
import {
  Account,
  AccountList,
  CreateAccountRequest,
  CreatedKey,
  CreateKeyRequest,
  KeyList,
  ProvisionWorkspaceRequest,
  Workspace,
  WorkspaceList,
} from '../contract/identity.js';
import { createAccount, listAccounts } from '../features/accounts/accounts.js';
import { withPlan } from '../features/accounts/credits.js';
import { resolveAccount } from '../features/accounts/resolve-account.js';
import { listWorkspaces, provisionWorkspace } from '../features/accounts/workspaces.js';
import { readAccountLog } from '../features/audit/read-audit-log.js';
import { listCredentials, revokeCredential } from '../features/identity/manage-credentials.js';
import { mintCredential } from '../features/identity/mint-credential.js';
import { created, noContent, ok } from './answer.js';
import { type Endpoint, endpoint } from './endpoint.js';
import { auditLogBody } from './present/audit.js';
import { accountBody, credentialBody, workspaceBody, workspaceListBody } from './present/identity.js';
import { memberEndpoints } from './workspace-members.js';

const AccountQuery = Type.Object({ account_id: Type.Optional(Type.String()) });
const DEFAULT_KEY_RATE = 600;

export const controlPlane: Endpoint[] = [
  endpoint({
    id: 'getAccount',
    method: 'GET',
    path: '/api/control/account',
    summary: 'One account; the default one where none is named',
    tag: 'Accounts',
    access: { to: 'control-plane', scope: 'account:read' },
    query: AccountQuery,
    answers: { 200: Account },
    run: async ({ service, caller, query }) =>
      await withPlan(service, await resolveAccount(service, caller, query.account_id)),
    present: (account) => ok(accountBody(account)),
  }),
  endpoint({
    id: 'listAccounts',
    method: 'GET',
    path: '/api/control/accounts',
    summary: 'The default account, then developer accounts',
    tag: 'Accounts',
    access: { to: 'control-plane', scope: 'account:read' },
    query: Type.Object({
      provision: Type.Optional(Type.Boolean({ default: true, description: 'Accepted, without effect' })),
    }),
    answers: { 200: AccountList },
    run: async ({ service, caller }) =>
      await Promise.all((await listAccounts(service, caller)).map((account) => withPlan(service, account))),
    present: (accounts) => ok({ accounts: accounts.map(accountBody), next_cursor: null }),
  }),
  endpoint({
    id: 'createAccount',
    method: 'POST',
    path: '/api/control/accounts',
    summary: 'Create a developer account',
    tag: 'Accounts',
    access: { to: 'session' },
    body: CreateAccountRequest,
    answers: { 201: Account },
    run: ({ service, caller, body }) => createAccount(service, caller, body.name),
    present: (account) => created(accountBody(account)),
  }),
  endpoint({
    id: 'getAccountAuditLog',
    method: 'GET',
    path: '/api/control/account/audit-log',
    summary: 'Who did what with the account, newest first, and whether the log is untouched',
    description: 'As of a workbook; `log=user` gives the sign-ins of the owner.',
    tag: 'Audit',
    access: { to: 'control-plane', scope: 'account:read' },
    query: AccountAuditLogQuery,
    answers: { 200: AuditLogAnswer },
    run: ({ service, caller, query }) =>
      readAccountLog(service, caller, {
        accountId: query.account_id,
        log: query.log ?? 'account',
        limit: query.limit,
        cursor: query.cursor,
      }),
    present: (log) => ok(auditLogBody(log)),
  }),
  endpoint({
    id: 'listKeys',
    method: 'GET',
    path: '/api/control/account/keys',
    summary: 'Account keys that the caller manages; never their secrets',
    tag: 'Keys',
    access: { to: 'control-plane', scope: 'keys:read' },
    query: AccountQuery,
    answers: { 200: KeyList },
    run: ({ service, caller, query }) => listCredentials(service, caller, 'key', query.account_id),
    present: (keys) => ok({ keys: keys.map(credentialBody), next_cursor: null }),
  }),
  endpoint({
    id: 'createKey',
    method: 'POST',
    path: '/api/control/account/keys',
    summary: 'Mint an account key; its plaintext is in this answer only',
    tag: 'Keys',
    access: { to: 'control-plane', scope: 'keys:mint' },
    body: CreateKeyRequest,
    answers: { 201: CreatedKey },
    run: ({ service, caller, body }) =>
      mintCredential(service, caller, {
        kind: 'key',
        name: body.name ?? null,
        accountId: body.account_id ?? null,
        scopes: body.scopes,
        resource: body.workspace_id ? `workspace:${body.workspace_id}` : 'account',
        rateLimitPerMinute: body.rate_limit_per_minute ?? DEFAULT_KEY_RATE,
        expiresInDays: null,
      }),
    present: ({ row, plaintext }) => created({ ...credentialBody(row), key: plaintext }),
  }),
  endpoint({
    id: 'revokeKey',
    method: 'DELETE',
    path: '/api/control/account/keys/:key_id',
    summary: 'Revoke a key; revoking it again changes nothing',
    tag: 'Keys',
    access: { to: 'control-plane', scope: 'keys:revoke' },
    params: Type.Object({ key_id: Type.String() }),
    query: AccountQuery,
    answers: { 204: null },
    run: ({ service, caller, params, query }) =>
      revokeCredential(service, caller, 'key', params.key_id, query.account_id),
    present: noContent,
  }),
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
  ...memberEndpoints,
];
