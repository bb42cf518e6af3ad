import { pageQuery } from '@workbook-data-service/contract/common';
import { EndedSessions, OwnSessionList, SessionParams } from '@workbook-data-service/contract/sessions';
import { pageOf } from '../../core/paging.js';
import { endOtherSessions, endSession, listSessions } from '../../features/identity/own-sessions.js';
import { noContent, ok } from '../../present/answer.js';
import { sessionBody } from '../../present/identity.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const PATH = '/api/auth/sessions';

export const sessionEndpoints: Endpoint[] = [
  endpoint({
    id: 'listSessions',
    method: 'GET',
    path: PATH,
    summary: 'Your open sessions: on which device, from where, and when last used',
    description: 'The latest sign-in first; `last_used_at` is accurate to the minute.',
    tag: 'Sign-in',
    access: { to: 'session' },
    query: pageQuery(1000),
    answers: { 200: OwnSessionList },
    run: async ({ service, caller, query }) =>
      pageOf(await listSessions(service, caller), query, ({ id }) => id, 'last to first'),
    present: ({ items, nextCursor }) => ok({ sessions: items.map(sessionBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'endSession',
    method: 'DELETE',
    path: `${PATH}/:session_id`,
    summary: 'End one of your sessions; its token stops working at once',
    tag: 'Sign-in',
    access: { to: 'session' },
    params: SessionParams,
    answers: { 204: null },
    run: ({ service, caller, params, commit }) => endSession(service, caller, params.session_id, commit),
    present: noContent,
  }),
  endpoint({
    id: 'endOtherSessions',
    method: 'DELETE',
    path: PATH,
    summary: 'End all your sessions but this one',
    tag: 'Sign-in',
    access: { to: 'session' },
    answers: { 200: EndedSessions },
    run: ({ service, caller, commit }) => endOtherSessions(service, caller, commit),
    present: ok,
  }),
];
