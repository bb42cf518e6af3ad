import { pageQuery } from '@workbook-data-service/contract/common';
import { GrantList, GrantParams } from '@workbook-data-service/contract/oauth';
import { pageOf } from '../../core/paging.js';
import { endGrant, listGrants } from '../../features/oauth/grants.js';
import { ok } from '../../present/answer.js';
import { CASCADE, revokedAnswer } from '../../present/identity.js';
import { grantBody } from '../../present/oauth.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const PATH = '/api/v1/me/grants';

/** What the user lets apps do, beside the tokens that they made themselves. */
export const grantEndpoints: Endpoint[] = [
  endpoint({
    id: 'listGrants',
    method: 'GET',
    path: PATH,
    summary: 'The apps that you let act for you, the latest first',
    tag: 'Me',
    access: { to: 'data-plane', scope: 'keys:read' },
    query: pageQuery(1000),
    answers: { 200: GrantList },
    run: async ({ service, caller, query }) =>
      pageOf(await listGrants(service, caller), query, ({ row }) => row.id, 'last to first'),
    present: ({ items, nextCursor }) => ok({ grants: items.map(grantBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'endGrant',
    method: 'DELETE',
    path: `${PATH}/:grant_id`,
    summary: 'End what an app may do; its tokens stop working at once. Ending it again changes nothing',
    description: CASCADE,
    tag: 'Me',
    access: { to: 'data-plane', scope: 'keys:revoke' },
    params: GrantParams,
    answerHeaders: ['X-SVC-Cascade'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => endGrant(service, caller, params.grant_id, commit),
    present: revokedAnswer,
  }),
];
