import type { DeliveryRecord } from '../catalog/webhook-deliveries.js';
import type { WebhookRecord } from '../catalog/webhook-records.js';
import type { EventKind } from '../core/events.js';
import type { Page } from '../core/paging.js';
import { keptFields } from './messages.js';

export function webhookBody(webhook: WebhookRecord) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: JSON.parse(webhook.events) as EventKind[],
    resource: webhook.resource,
    account_id: webhook.account_id,
    status: webhook.status,
    ended_reason: webhook.ended_reason,
    failures: webhook.failures,
    paused_until: webhook.paused_until,
    previous_secret_until: webhook.previous_secret_until,
    created_at: webhook.created_at,
  };
}

export function webhookListBody({ items, nextCursor }: Page<WebhookRecord>) {
  return { webhooks: items.map(webhookBody), next_cursor: nextCursor };
}

export function deliveryBody(delivery: DeliveryRecord) {
  return {
    id: delivery.id,
    event_id: delivery.event_id,
    kind: delivery.kind,
    status: delivery.status,
    attempts: delivery.attempts,
    last_status: delivery.last_status,
    ...keptFields('last_error', delivery.last_error),
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
  };
}

export function deliveryListBody({ items, nextCursor }: Page<DeliveryRecord>) {
  return { deliveries: items.map(deliveryBody), next_cursor: nextCursor };
}
