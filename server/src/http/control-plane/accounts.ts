import { Type } from '@sinclair/typebox';
import { AccountAuditLogQuery, AuditLogAnswer } from '@workbook-data-service/contract/audit';
import { pageQuery } from '@workbook-data-service/contract/common';
import {
  Account,
  AccountList,
  AccountQuery,
  CreateAccountRequest,
  DeleteAccountRequest,
  DeletedAccount,
  TransferAccountRequest,
} from '@workbook-data-service/contract/identity';
import { pageOf } from '../../core/paging.js';
import { resolveAccount } from '../../features/access/resolve-account.js';
import { createAccount, listAccounts } from '../../features/accounts/accounts.js';
import { deleteAccount } from '../../features/accounts/delete-account.js';
import { transferAccount } from '../../features/accounts/transfer-account.js';
import { readAccountLog } from '../../features/audit/read-audit-log.js';
import { withPlan } from '../../features/billing/account-plan.js';
import { created, noContent, ok } from '../../present/answer.js';
import { auditLogBody } from '../../present/audit.js';
import { accountBody, deletedAccountBody } from '../../present/identity.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { RECENT } from '../identity/second-factors.js';

export const accountEndpoints: Endpoint[] = [
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
      ...pageQuery(1000).properties,
    }),
    problems: ['owner-session-required'],
    answers: { 200: AccountList },
    run: async ({ service, caller, query }) => {
      const accounts = await listAccounts(service, caller);
      const page = pageOf(accounts, query, ({ kind, id }) => `${kind === 'default' ? 0 : 1} ${id}`);
      return { ...page, items: await Promise.all(page.items.map((account) => withPlan(service, account))) };
    },
    present: ({ items, nextCursor }) => ok({ accounts: items.map(accountBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'createAccount',
    method: 'POST',
    path: '/api/control/accounts',
    summary: 'Create a developer account',
    description:
      'A user owns at most 20 accounts. The monthly credits of the plans without a fee exist once for each user, in their ' +
      'default account.',
    tag: 'Accounts',
    access: { to: 'session' },
    body: CreateAccountRequest,
    problems: ['owner-session-required', 'conflict'],
    answers: { 201: Account },
    run: ({ service, caller, commit, body }) => createAccount(service, caller, body.name, commit),
    present: (account) => created(accountBody(account)),
  }),
  endpoint({
    id: 'transferAccount',
    method: 'POST',
    path: '/api/control/account/transfer',
    summary: 'Transfer an account to a member whose e-mail address is proven',
    description:
      'With its workspaces, credits, subscription and card. You stay an admin of its workspaces; your keys and tokens for it ' +
      `end. ${RECENT}`,
    tag: 'Accounts',
    access: { to: 'session' },
    body: TransferAccountRequest,
    problems: ['recent-proof-required', 'not-found', 'conflict', 'unproven-address'],
    answers: { 204: null },
    run: ({ service, caller, body: { account_id: accountId, to }, commit }) =>
      transferAccount(service, caller, { accountId, to }, commit),
    present: noContent,
  }),
  endpoint({
    id: 'deleteAccount',
    method: 'POST',
    path: '/api/control/account/delete',
    summary: 'Delete a developer account with its keys, workspaces and workbooks',
    description:
      'Credits that are left are forfeited. Refused while a subscription goes on, and while credits are owed that will be charged.',
    tag: 'Accounts',
    access: { to: 'session' },
    body: DeleteAccountRequest,
    problems: ['default-account', 'active-subscription', 'unsettled-overage', 'confirm-mismatch', 'conflict'],
    answers: { 200: DeletedAccount },
    run: ({ service, caller, commit, body }) =>
      deleteAccount(service, caller, { accountId: body.account_id, confirm: body.confirm }, commit),
    present: (deleted) => ok(deletedAccountBody(deleted)),
  }),
  endpoint({
    id: 'getAccountAuditLog',
    method: 'GET',
    path: '/api/control/account/audit-log',
    summary: 'Who did what with the account, newest first, and whether the log is untouched',
    description: 'As for a workbook; `log=user` returns the sign-ins of the owner.',
    tag: 'Audit',
    access: { to: 'control-plane', scope: 'account:read' },
    query: AccountAuditLogQuery,
    problems: ['owner-session-required'],
    answers: { 200: AuditLogAnswer },
    run: ({ service, caller, query }) =>
      readAccountLog(service, caller, {
        accountId: query.account_id,
        log: query.log,
        limit: query.limit,
        cursor: query.cursor,
      }),
    present: (log) => ok(auditLogBody(log)),
  }),
];
