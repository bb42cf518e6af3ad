import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { insertWebhook, type WebhookRecord, webhooksOfUser } from '../../catalog/webhook-records.js';
import type { EventKind } from '../../core/events.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import { formatReach } from '../../core/reach.js';
import { newSigningSecret } from '../../core/webhook-signatures.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireReceiver } from './require-receiver.js';

const MAX_WEBHOOKS = 50;

/**
 * Subscribes a URL to events of the workbooks that the credential reaches; it never tells of anything beyond them. The
 * secret is returned once.
 */
export async function createWebhook(
  service: Service,
  caller: Caller,
  { url, events }: { url: string; events: readonly EventKind[] },
  commit: CommitOptions,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  await requireReceiver(service, url);
  const { accountId, reach } = caller.credential;
  const secret = newSigningSecret();
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const id = newId('whk');
      const kinds = [...new Set(events)];
      // The entry locks the user's chain, so that webhooks created at once are counted one after the other.
      await c.audit({
        chain: caller.userId,
        action: 'webhook.created',
        target: id,
        detail: { host: new URL(url).host, events: kinds, resource: formatReach(reach) },
      });
      if ((await webhooksOfUser(c.tx, caller.userId)).length >= MAX_WEBHOOKS)
        throw problem('conflict', say('webhook-limit', { max: MAX_WEBHOOKS }), {
          fix: say('fix-webhook-limit'),
        });
      const webhook = await insertWebhook(service.catalog, c, {
        id,
        user_id: caller.userId,
        account_id: accountId,
        resource: formatReach(reach),
        url,
        events: JSON.stringify(kinds),
        secret,
      });
      return { webhook, secret };
    },
    commit,
  );
}
