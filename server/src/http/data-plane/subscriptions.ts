import { SheetParams } from '@workbook-data-service/contract/sheets';
import {
  CreateSubscriptionRequest,
  Subscription,
  SubscriptionList,
  SubscriptionListQuery,
  SubscriptionParams,
  UpdateSubscriptionRequest,
} from '@workbook-data-service/contract/subscriptions';
import {
  createSubscription,
  endSubscription,
  updateSubscription,
} from '../../features/subscriptions/change-subscription.js';
import {
  listOwnSubscriptions,
  listSubscriptions,
  requireSubscription,
} from '../../features/subscriptions/subscriptions.js';
import { created, noContent, ok } from '../../present/answer.js';
import { subscriptionBody, subscriptionListBody } from '../../present/subscriptions.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { sheetPlace, subscriptionPlace } from '../places.js';

const OF_SHEET = '/api/v1/workbooks/:workbook_id/sheets/:name/subscriptions';
const ONE = `${OF_SHEET}/:subscription_id`;

export const subscriptionEndpoints: Endpoint[] = [
  endpoint({
    id: 'createSubscription',
    method: 'POST',
    path: OF_SHEET,
    summary: 'Have a report mailed, at set times or when its data changed',
    description:
      'To the caller, or by somebody who may change the workbook to another member. Each mail shows what its recipient may ' +
      'see at that moment, and has a link that ends it with one click. A member gets a report by one subscription. With ' +
      '`on_change`, many changes are one mail, and what looks the same as the mail before is not sent.',
    tag: 'Subscriptions',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SheetParams,
    body: CreateSubscriptionRequest,
    problems: ['conflict', 'not-configured', 'forbidden'],
    answers: { 201: Subscription },
    run: ({ service, caller, commit, params, body, origin }) =>
      createSubscription(service, caller, sheetPlace(params), { ...body, origin }, commit),
    present: (subscription) => created(subscriptionBody(subscription)),
  }),
  endpoint({
    id: 'listSubscriptions',
    method: 'GET',
    path: OF_SHEET,
    summary: 'To whom a report is mailed, oldest first',
    description: 'All subscriptions for who may change the workbook, and their own for others.',
    tag: 'Subscriptions',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SheetParams,
    query: SubscriptionListQuery,
    answers: { 200: SubscriptionList },
    run: ({ service, caller, params, query }) =>
      listSubscriptions(service, caller, sheetPlace(params), query),
    present: (page) => ok(subscriptionListBody(page)),
  }),
  endpoint({
    id: 'getSubscription',
    method: 'GET',
    path: ONE,
    summary: 'A subscription and its latest mail',
    tag: 'Subscriptions',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SubscriptionParams,
    answers: { 200: Subscription },
    run: ({ service, caller, params }) => requireSubscription(service, caller, subscriptionPlace(params)),
    present: (subscription) => ok(subscriptionBody(subscription)),
  }),
  endpoint({
    id: 'updateSubscription',
    method: 'PATCH',
    path: ONE,
    summary: 'Change when a report is mailed and what the mail is like, or pause and resume it',
    description: 'Other times resume it. For its recipient, and for who may change the workbook.',
    tag: 'Subscriptions',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SubscriptionParams,
    body: UpdateSubscriptionRequest,
    problems: ['forbidden'],
    answers: { 200: Subscription },
    run: ({ service, caller, commit, params, body }) =>
      updateSubscription(service, caller, subscriptionPlace(params), body, commit),
    present: (subscription) => ok(subscriptionBody(subscription)),
  }),
  endpoint({
    id: 'endSubscription',
    method: 'DELETE',
    path: ONE,
    summary: 'End a subscription',
    description: 'For its recipient, and for who may change the workbook.',
    tag: 'Subscriptions',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SubscriptionParams,
    problems: ['forbidden'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      endSubscription(service, caller, subscriptionPlace(params), commit),
    present: noContent,
  }),
  endpoint({
    id: 'listMySubscriptions',
    method: 'GET',
    path: '/api/v1/me/subscriptions',
    summary: 'The reports of all workbooks that are mailed to you, oldest first',
    tag: 'Subscriptions',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    query: SubscriptionListQuery,
    answers: { 200: SubscriptionList },
    run: ({ service, caller, query }) => listOwnSubscriptions(service, caller, query),
    present: (page) => ok(subscriptionListBody(page)),
  }),
];
