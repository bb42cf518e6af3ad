import { AccountUsage, AccountUsageQuery } from '@workbook-data-service/contract/usage';
import { accountUsage } from '../../features/usage/account-usage.js';
import { ok } from '../../present/answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';

export const accountUsageEndpoints: Endpoint[] = [
  endpoint({
    id: 'getAccountUsage',
    method: 'GET',
    path: '/api/control/account/usage/series',
    summary: 'What an account used, by day',
    description:
      'Days are in UTC. Days without activity are left out. Requests, ops and credits are totals of the day; storage and tables are as last seen on it.',
    tag: 'Accounts',
    access: { to: 'control-plane', scope: 'account:read' },
    query: AccountUsageQuery,
    answers: { 200: AccountUsage },
    run: ({ service, caller, query }) =>
      accountUsage(service, caller, { accountId: query.account_id, days: query.days }),
    present: (series) =>
      ok({
        series: series.map(({ storageBytes, ...day }) => ({ ...day, storage_bytes: storageBytes })),
      }),
  }),
];
