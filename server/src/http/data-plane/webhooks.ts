import {
  CreatedWebhook,
  CreateWebhookRequest,
  RotateSecretRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryListQuery,
  WebhookDeliveryParams,
  WebhookList,
  WebhookListQuery,
  WebhookParams,
} from '@workbook-data-service/contract/webhooks';
import { pageOf } from '../../core/paging.js';
import { createWebhook } from '../../features/webhooks/create-webhook.js';
import { deleteWebhook } from '../../features/webhooks/delete-webhook.js';
import { listDeliveries, redeliver, testWebhook } from '../../features/webhooks/deliveries.js';
import { rotateSecret } from '../../features/webhooks/rotate-secret.js';
import { updateWebhook } from '../../features/webhooks/update-webhook.js';
import { listWebhooks, requireWebhook } from '../../features/webhooks/webhooks.js';
import { accepted, created, noContent, ok } from '../../present/answer.js';
import { deliveryBody, deliveryListBody, webhookBody, webhookListBody } from '../../present/webhooks.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const WEBHOOKS = '/api/v1/me/webhooks';
const WEBHOOK = `${WEBHOOKS}/:webhook_id`;
const access = { to: 'data-plane', scope: 'workbooks:read' } as const;

export const webhookEndpoints: Endpoint[] = [
  endpoint({
    id: 'listWebhooks',
    method: 'GET',
    path: WEBHOOKS,
    summary: 'Webhooks of the caller, newest first; never their secrets',
    tag: 'Webhooks',
    access,
    query: WebhookListQuery,
    answers: { 200: WebhookList },
    run: async ({ service, caller, query }) =>
      pageOf(await listWebhooks(service, caller), query, ({ id }) => id, 'last to first'),
    present: (page) => ok(webhookListBody(page)),
  }),
  endpoint({
    id: 'createWebhook',
    method: 'POST',
    path: WEBHOOKS,
    summary: 'Subscribe a URL to events; the signing secret is in this answer only',
    description:
      'It tells of the workbooks that the credential reaches, as far as its user may read them when an event is sent, ' +
      'and keeps working when the credential ends. A user has at most 50. See docs/events.md for bodies, signatures ' +
      'and retries.',
    tag: 'Webhooks',
    access,
    body: CreateWebhookRequest,
    problems: ['url-refused', 'conflict'],
    answers: { 201: CreatedWebhook },
    run: ({ service, caller, commit, body }) => createWebhook(service, caller, body, commit),
    present: ({ webhook, secret }) => created({ ...webhookBody(webhook), secret }),
  }),
  endpoint({
    id: 'getWebhook',
    method: 'GET',
    path: WEBHOOK,
    summary: 'One webhook, without its secret',
    tag: 'Webhooks',
    access,
    params: WebhookParams,
    answers: { 200: Webhook },
    run: ({ service, caller, params }) => requireWebhook(service, caller, params.webhook_id),
    present: (webhook) => ok(webhookBody(webhook)),
  }),
  endpoint({
    id: 'updateWebhook',
    method: 'PATCH',
    path: WEBHOOK,
    summary: 'Change the address or the kinds of a webhook',
    description:
      'What waits for the receiver, because it failed, is sent to a new address at once, in order. Kinds apply to events ' +
      'that follow. The secret stays.',
    tag: 'Webhooks',
    access,
    params: WebhookParams,
    body: UpdateWebhookRequest,
    problems: ['url-refused', 'conflict'],
    answers: { 200: Webhook },
    run: ({ service, caller, commit, params, body }) =>
      updateWebhook(service, caller, params.webhook_id, body, commit),
    present: (webhook) => ok(webhookBody(webhook)),
  }),
  endpoint({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: `${WEBHOOK}/rotate-secret`,
    summary: 'Replace the signing secret; the new one is in this answer only',
    description:
      'For `overlap_hours` messages are signed with both: `webhook-signature` has two signatures, and ' +
      '`X-SVC-Signature-Previous` is the one by the previous secret. A secret before that is good no longer.',
    tag: 'Webhooks',
    access,
    params: WebhookParams,
    body: RotateSecretRequest,
    problems: ['conflict'],
    answers: { 200: CreatedWebhook },
    run: ({ service, caller, commit, params, body }) =>
      rotateSecret(service, caller, params.webhook_id, { overlapHours: body.overlap_hours }, commit),
    present: ({ webhook, secret }) => ok({ ...webhookBody(webhook), secret }),
  }),
  endpoint({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: WEBHOOK,
    summary: 'End a subscription and delete its deliveries',
    tag: 'Webhooks',
    access,
    params: WebhookParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => deleteWebhook(service, caller, params.webhook_id, commit),
    present: noContent,
  }),
  endpoint({
    id: 'testWebhook',
    method: 'POST',
    path: `${WEBHOOK}/test`,
    summary: 'Send an event of kind webhook.test',
    description:
      'It is sent at once, even if the receiver has just failed. The deliveries show what came of it.',
    tag: 'Webhooks',
    access,
    params: WebhookParams,
    problems: ['conflict'],
    answers: { 202: WebhookDelivery },
    run: ({ service, caller, commit, params }) => testWebhook(service, caller, params.webhook_id, commit),
    present: (delivery) => accepted(deliveryBody(delivery)),
  }),
  endpoint({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: `${WEBHOOK}/deliveries`,
    summary: 'What was sent to a webhook in the last 30 days, newest first',
    tag: 'Webhooks',
    access,
    params: WebhookParams,
    query: WebhookDeliveryListQuery,
    answers: { 200: WebhookDeliveryList },
    run: ({ service, caller, params, query }) => listDeliveries(service, caller, params.webhook_id, query),
    present: (page) => ok(deliveryListBody(page)),
  }),
  endpoint({
    id: 'redeliver',
    method: 'POST',
    path: `${WEBHOOK}/deliveries/:delivery_id/redeliver`,
    summary: 'Send a delivery again, whatever its status',
    description:
      'It is sent at once, even if the receiver has just failed, with the same `id` in its body and with all its ' +
      'attempts ahead of it.',
    tag: 'Webhooks',
    access,
    params: WebhookDeliveryParams,
    problems: ['conflict'],
    answers: { 202: WebhookDelivery },
    run: ({ service, caller, commit, params }) =>
      redeliver(service, caller, { webhookId: params.webhook_id, deliveryId: params.delivery_id }, commit),
    present: (delivery) => accepted(deliveryBody(delivery)),
  }),
];
