import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteWebhookRecord } from '../../catalog/webhook-records.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireWebhook } from './webhooks.js';

/** Ends a subscription and deletes its deliveries, sent or not. */
export async function deleteWebhook(
  service: Service,
  caller: Caller,
  webhookId: string,
  commit: CommitOptions,
): Promise<void> {
  await requireWebhook(service, caller, webhookId);
  await change(
    service.catalog,
    caller,
    async (c) => {
      await deleteWebhookRecord(c, webhookId);
      await c.audit({ chain: caller.userId, action: 'webhook.deleted', target: webhookId });
    },
    commit,
  );
}
