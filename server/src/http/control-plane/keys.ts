import { Type } from '@sinclair/typebox';
import { idOf } from '@workbook-data-service/contract/common';
import {
  AccountQuery,
  CreatedKey,
  CreateKeyRequest,
  KeyList,
  OfAccountListQuery,
} from '@workbook-data-service/contract/identity';
import { pageOf } from '../../core/paging.js';
import { listCredentials, revokeCredential } from '../../features/identity/manage-credentials.js';
import { mintCredential } from '../../features/identity/mint-credential.js';
import { created, ok } from '../../present/answer.js';
import { CASCADE, credentialBody, revokedAnswer } from '../../present/identity.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const DEFAULT_KEY_RATE = 600;

export const keyEndpoints: Endpoint[] = [
  endpoint({
    id: 'listKeys',
    method: 'GET',
    path: '/api/control/account/keys',
    summary: 'Account keys that the caller manages; never their secrets',
    tag: 'Keys',
    access: { to: 'control-plane', scope: 'keys:read' },
    query: OfAccountListQuery,
    answers: { 200: KeyList },
    run: async ({ service, caller, query }) => {
      const keys = await listCredentials(service, caller, 'key', query.account_id);
      return pageOf(keys, query, ({ id }) => id, 'last to first');
    },
    present: ({ items, nextCursor }) => ok({ keys: items.map(credentialBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'createKey',
    method: 'POST',
    path: '/api/control/account/keys',
    summary: 'Mint an account key; its plaintext is in this answer only',
    tag: 'Keys',
    access: { to: 'control-plane', scope: 'keys:mint' },
    body: CreateKeyRequest,
    problems: ['owner-session-required'],
    answers: { 201: CreatedKey },
    run: ({ service, caller, commit, body }) =>
      mintCredential(
        service,
        caller,
        {
          kind: 'key',
          name: body.name ?? null,
          accountId: body.account_id ?? null,
          scopes: body.scopes,
          resource: body.workspace_id ? `workspace:${body.workspace_id}` : 'account',
          rateLimitPerMinute: body.rate_limit_per_minute ?? null,
          expiresInDays: null,
          defaultRate: DEFAULT_KEY_RATE,
          defaultDays: null,
        },
        commit,
      ),
    present: ({ row, plaintext }) => created({ ...credentialBody(row), key: plaintext }),
  }),
  endpoint({
    id: 'revokeKey',
    method: 'DELETE',
    path: '/api/control/account/keys/:key_id',
    summary: 'Revoke a key; revoking it again changes nothing',
    description: CASCADE,
    tag: 'Keys',
    access: { to: 'control-plane', scope: 'keys:revoke' },
    params: Type.Object({ key_id: idOf('a key') }),
    query: AccountQuery,
    answerHeaders: ['X-SVC-Cascade'],
    answers: { 204: null },
    run: ({ service, caller, commit, params, query }) =>
      revokeCredential(
        service,
        caller,
        { kind: 'key', id: params.key_id, accountId: query.account_id ?? null },
        commit,
      ),
    present: revokedAnswer,
  }),
];
