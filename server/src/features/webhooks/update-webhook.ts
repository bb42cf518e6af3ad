import { type CommitOptions, change } from '../../catalog/change.js';
import { retryAtOnce } from '../../catalog/webhook-deliveries.js';
import { updateWebhookRecord, type WebhookRecord } from '../../catalog/webhook-records.js';
import type { EventKind } from '../../core/events.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireReceiver } from './require-receiver.js';
import { requireWebhook, subscriptionEnded } from './webhooks.js';

/** Changes the address or the kinds. What waits for the receiver is sent to a new address at once. */
export async function updateWebhook(
  service: Service,
  caller: Caller,
  webhookId: string,
  { url, events }: { url?: string | undefined; events?: readonly EventKind[] | undefined },
  commit: CommitOptions,
): Promise<WebhookRecord> {
  const before = await requireWebhook(service, caller, webhookId);
  if (url !== undefined) await requireReceiver(service, url);
  const kinds = events && [...new Set(events)];
  const moves = url !== undefined && url !== before.url;
  const updated = await change(
    service.catalog,
    caller,
    async (c) => {
      if (moves) await retryAtOnce(c.tx, webhookId, c.at);
      const webhook = await updateWebhookRecord(c, webhookId, {
        url: url ?? before.url,
        ...(kinds && { events: JSON.stringify(kinds) }),
      });
      if (!webhook) throw subscriptionEnded();
      await c.audit({
        chain: caller.userId,
        action: 'webhook.updated',
        target: webhookId,
        detail: { ...(moves && { host: new URL(url).host }), ...(kinds && { events: kinds }) },
      });
      return webhook;
    },
    commit,
  );
  service.webhooks.wake();
  return updated;
}
