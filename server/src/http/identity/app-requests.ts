import {
  AppRequest,
  AppRequestParams,
  ApproveAppRequest,
  DecidedAppRequest,
} from '@workbook-data-service/contract/oauth';
import { approveRequest, denyRequest } from '../../features/oauth/decide-request.js';
import { findPendingRequest } from '../../features/oauth/pending-request.js';
import { ok } from '../../present/answer.js';
import { appRequestBody } from '../../present/oauth.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { paths } from '../oauth/paths.js';

const PATH = '/api/auth/apps/requests/:request_id';

/** What the console does for the user whom an app led here. */
export const appRequestEndpoints: Endpoint[] = [
  endpoint({
    id: 'getAppRequest',
    method: 'GET',
    path: PATH,
    summary: 'What an app asks of you',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: AppRequestParams,
    answers: { 200: AppRequest },
    run: ({ service, params }) => findPendingRequest(service.catalog.db, params.request_id),
    present: (request) => ok(appRequestBody(request)),
  }),
  endpoint({
    id: 'approveAppRequest',
    method: 'POST',
    path: `${PATH}/approve`,
    summary: 'Let an app act for you, within what you choose',
    description:
      'It then acts like a token of yours: with these scopes, within this reach, never with more than your own rights, until ' +
      'you end the grant or it has been idle for 90 days.',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: AppRequestParams,
    body: ApproveAppRequest,
    problems: ['forbidden', 'outside-reach'],
    answers: { 200: DecidedAppRequest },
    run: async ({ service, caller, commit, params, body }) => {
      const { scopes, resource, account_id: accountId = null } = body;
      const chosen = { scopes, resource, accountId };
      return await approveRequest(service, caller, params.request_id, chosen, commit);
    },
    present: decided,
  }),
  endpoint({
    id: 'denyAppRequest',
    method: 'POST',
    path: `${PATH}/deny`,
    summary: 'Do not let an app in',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: AppRequestParams,
    answers: { 200: DecidedAppRequest },
    run: ({ service, caller, commit, params }) => denyRequest(service, caller, params.request_id, commit),
    present: decided,
  }),
];

function decided({ resumes }: { resumes: string | null }) {
  return ok({ continue_at: resumes === null ? null : `${paths.authorization}/${resumes}` });
}
