import { TokenUsage, UsageQuery } from '@workbook-data-service/contract/usage';
import { tokenUsage } from '../../features/usage/token-usage.js';
import { ok } from '../../present/answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';

export const tokenUsageEndpoints: Endpoint[] = [
  endpoint({
    id: 'getTokenUsage',
    method: 'GET',
    path: '/api/v1/me/usage',
    summary: 'Requests of your tokens and keys by day',
    description:
      'Days are in UTC. Of those that the credential manages; without the scope `keys:read`, of itself alone. Sessions are not counted here.',
    tag: 'Me',
    access: { to: 'data-plane', scope: null },
    query: UsageQuery,
    answers: { 200: TokenUsage },
    run: ({ service, caller, query }) => tokenUsage(service, caller, query.days),
    present: (days) => ok({ days }),
  }),
];
