import { AccountAutoTopupRequest, Billing } from '@workbook-data-service/contract/billing';
import { AccountQuery } from '@workbook-data-service/contract/identity';
import { getBilling } from '../../features/billing/describe-billing.js';
import { setAutoTopup } from '../../features/billing/set-auto-topup.js';
import { ok } from '../../present/answer.js';
import { billingBody } from '../../present/billing.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const BILLING = '/api/control/account/billing';

export const billingEndpoints: Endpoint[] = [
  endpoint({
    id: 'getBilling',
    method: 'GET',
    path: BILLING,
    summary: 'The plan of an account, its credits, and how it pays',
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'account:read' },
    query: AccountQuery,
    answers: { 200: Billing },
    run: ({ service, caller, query }) => getBilling(service, caller, query.account_id),
    present: (billing) => ok(billingBody(billing)),
  }),
  endpoint({
    id: 'setAutoTopup',
    method: 'PATCH',
    path: `${BILLING}/auto-topup`,
    summary: 'Set or switch off auto-recharge',
    description:
      'While it is on, the saved card is charged for `amount` credits once fewer than `threshold` monthly and prepaid credits are left. A card that cannot be charged switches it off.',
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'billing:manage' },
    body: AccountAutoTopupRequest,
    problems: ['not-configured', 'no-card'],
    answers: { 200: Billing },
    run: ({ service, caller, commit, body }) =>
      setAutoTopup(
        service,
        caller,
        {
          accountId: body.account_id,
          enabled: body.enabled,
          amount: body.amount,
          threshold: body.threshold,
        },
        commit,
      ),
    present: (billing) => ok(billingBody(billing)),
  }),
];
