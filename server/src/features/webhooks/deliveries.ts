import { say } from '@workbook-data-service/contract/messages';
import type { AuditAction } from '@workbook-data-service/contract/messages/recorded';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import {
  type DeliveryRecord,
  deliveriesBefore,
  findDelivery,
  queueAgain,
  queueTest,
} from '../../catalog/webhook-deliveries.js';
import type { WebhookRecord } from '../../catalog/webhook-records.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireWebhook, subscriptionEnded } from './webhooks.js';

/** The kind of the event that shows whether a receiver works. No workbook is the subject of it. */
const TEST_KIND = 'webhook.test';

/** Newest first. */
export async function listDeliveries(
  service: Service,
  caller: Caller,
  webhookId: string,
  page: PageRequest,
): Promise<Page<DeliveryRecord>> {
  const webhook = await requireWebhook(service, caller, webhookId);
  const found = await deliveriesBefore(service.catalog.db, webhookId, {
    before: startOf(page),
    limit: page.limit + 1,
  });
  return cutPage(
    found.map((delivery) => afterPause(delivery, webhook)),
    page,
    ({ id }) => id,
  );
}

/** Nothing is attempted before the pause of the receiver ends, though it may be due. */
function afterPause(delivery: DeliveryRecord, { paused_until }: WebhookRecord): DeliveryRecord {
  const { next_attempt_at } = delivery;
  if (next_attempt_at === null || paused_until === null || next_attempt_at >= paused_until) return delivery;
  return { ...delivery, next_attempt_at: paused_until };
}

/** Sends a delivery again, whatever became of it, and at once, even if its receiver has just failed. */
export async function redeliver(
  service: Service,
  caller: Caller,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
  commit: CommitOptions,
): Promise<DeliveryRecord> {
  await requireWebhook(service, caller, webhookId);
  const delivery = await findDelivery(service.catalog.db, webhookId, deliveryId);
  if (!delivery) throw problem('not-found', say('delivery-unknown', { delivery: deliveryId }));
  return await queue(service, caller, { webhookId, action: 'webhook.redelivered' }, commit, (c) =>
    queueAgain(c.tx, delivery, c.at),
  );
}

/** Sends an event of kind `webhook.test`. */
export async function testWebhook(
  service: Service,
  caller: Caller,
  webhookId: string,
  commit: CommitOptions,
): Promise<DeliveryRecord> {
  await requireWebhook(service, caller, webhookId);
  return await queue(service, caller, { webhookId, action: 'webhook.tested' }, commit, (c) =>
    queueTest(c.tx, webhookId, { kind: TEST_KIND, data: { webhook_id: webhookId }, at: c.at }),
  );
}

async function queue(
  service: Service,
  caller: Caller,
  { webhookId, action }: { webhookId: string; action: AuditAction },
  commit: CommitOptions,
  write: (c: Change) => Promise<DeliveryRecord | undefined>,
): Promise<DeliveryRecord> {
  const queued = await change(
    service.catalog,
    caller,
    async (c) => {
      const delivery = await write(c);
      if (!delivery) throw subscriptionEnded();
      await c.audit({
        chain: caller.userId,
        action,
        target: webhookId,
        detail: { delivery_id: delivery.id },
      });
      return delivery;
    },
    commit,
  );
  service.webhooks.wake();
  return queued;
}
