import { Type } from '@sinclair/typebox';
import { idOf, pageQuery } from '@workbook-data-service/contract/common';
import {
  CreatedToken,
  CreateTokenRequest,
  Me,
  MyWorkspaceList,
  TokenList,
} from '@workbook-data-service/contract/identity';
import { ArtifactListResponse } from '@workbook-data-service/contract/tables';
import { DataListQuery, WorkbookList, WorkbookListQuery } from '@workbook-data-service/contract/workbooks';
import { pageOf } from '../../core/paging.js';
import { listReachableWorkspaces } from '../../features/accounts/workspaces.js';
import { describeCaller } from '../../features/identity/describe-caller.js';
import { listCredentials, revokeCredential } from '../../features/identity/manage-credentials.js';
import { mintCredential } from '../../features/identity/mint-credential.js';
import { listReachableTables } from '../../features/tables/search-tables.js';
import { listWorkbooks } from '../../features/workbooks/workbooks.js';
import { created, ok } from '../../present/answer.js';
import {
  CASCADE,
  credentialBody,
  meBody,
  myWorkspacesBody,
  pageOfReachable,
  revokedAnswer,
} from '../../present/identity.js';
import { artifactBody } from '../../present/tables.js';
import { workbookBody } from '../../present/workbooks.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const TOKEN_DAYS = 90;
const TOKEN_RATE = 600;

export const meEndpoints: Endpoint[] = [
  endpoint({
    id: 'getMe',
    method: 'GET',
    path: '/api/v1/me',
    summary: 'Who the credential is, and what it may do',
    tag: 'Me',
    access: { to: 'data-plane', scope: null },
    answers: { 200: Me },
    run: ({ service, caller }) => describeCaller(service, caller),
    present: (me) => ok(meBody(me)),
  }),
  endpoint({
    id: 'listTokens',
    method: 'GET',
    path: '/api/v1/me/tokens',
    summary: 'Personal access tokens; never their secrets',
    tag: 'Me',
    access: { to: 'data-plane', scope: 'keys:read' },
    query: pageQuery(1000),
    answers: { 200: TokenList },
    run: async ({ service, caller, query }) =>
      pageOf(await listCredentials(service, caller, 'pat'), query, ({ id }) => id, 'last to first'),
    present: ({ items, nextCursor }) => ok({ tokens: items.map(credentialBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'createToken',
    method: 'POST',
    path: '/api/v1/me/tokens',
    summary: 'Mint a personal access token; its plaintext is in this answer only',
    tag: 'Me',
    access: { to: 'data-plane', scope: 'keys:mint' },
    body: CreateTokenRequest,
    problems: ['forbidden'],
    answers: { 201: CreatedToken },
    run: ({ service, caller, commit, body }) =>
      mintCredential(
        service,
        caller,
        {
          kind: 'pat',
          name: body.name,
          accountId: body.account_id ?? null,
          scopes: body.scopes ?? ['workbooks:read'],
          resource: body.resource ?? 'account',
          rateLimitPerMinute: body.rate_limit_per_minute ?? null,
          expiresInDays: body.expires_in_days ?? null,
          defaultRate: TOKEN_RATE,
          defaultDays: TOKEN_DAYS,
        },
        commit,
      ),
    present: ({ row, plaintext }) => created({ ...credentialBody(row), token: plaintext }),
  }),
  endpoint({
    id: 'revokeToken',
    method: 'DELETE',
    path: '/api/v1/me/tokens/:token_id',
    summary: 'Revoke a token; revoking it again changes nothing',
    description: CASCADE,
    tag: 'Me',
    access: { to: 'data-plane', scope: 'keys:revoke' },
    params: Type.Object({ token_id: idOf('a token') }),
    answerHeaders: ['X-SVC-Cascade'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      revokeCredential(service, caller, { kind: 'pat', id: params.token_id }, commit),
    present: revokedAnswer,
  }),
  endpoint({
    id: 'listMyWorkbooks',
    method: 'GET',
    path: '/api/v1/me/workbooks',
    summary: 'Workbooks that the caller may enter, own and shared ones, newest first',
    tag: 'Me',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    query: WorkbookListQuery,
    answers: { 200: WorkbookList },
    run: ({ service, caller, query }) =>
      listWorkbooks(service, caller, {
        limit: query.limit,
        cursor: query.cursor,
        workspaceId: query.workspace_id,
      }),
    present: ({ workbooks, nextCursor }) =>
      ok({ workbooks: workbooks.map(workbookBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'listMyWorkspaces',
    method: 'GET',
    path: '/api/v1/me/workspaces',
    summary: 'Workspaces that the credential reaches: the default one, then own ones, then those of others',
    tag: 'Me',
    access: { to: 'data-plane', scope: null },
    query: pageQuery(1000),
    answers: { 200: MyWorkspaceList },
    run: async ({ service, caller, query }) =>
      pageOfReachable(await listReachableWorkspaces(service, caller), query),
    present: (page) => ok(myWorkspacesBody(page)),
  }),
  endpoint({
    id: 'listMyData',
    method: 'GET',
    path: '/api/v1/me/data',
    summary: 'Every table that the credential reaches, across workbooks',
    tag: 'Me',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    query: DataListQuery,
    answers: { 200: ArtifactListResponse },
    run: ({ service, caller, query }) => listReachableTables(service, caller, query),
    present: ({ tables, nextCursor }) => ok({ artifacts: tables.map(artifactBody), next_cursor: nextCursor }),
  }),
];
