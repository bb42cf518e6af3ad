import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { replaceSecret, type WebhookRecord } from '../../catalog/webhook-records.js';
import { problem } from '../../core/problems.js';
import { newSigningSecret } from '../../core/webhook-signatures.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireWebhook } from './webhooks.js';

const HOUR_MS = 60 * 60 * 1000;

/** Makes another signing secret, which is returned once. For the given time messages are signed with both. */
export async function rotateSecret(
  service: Service,
  caller: Caller,
  webhookId: string,
  { overlapHours }: { overlapHours: number },
  commit: CommitOptions,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const before = await requireWebhook(service, caller, webhookId);
  const secret = newSigningSecret();
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const previousUntil = new Date(Date.parse(c.at) + overlapHours * HOUR_MS).toISOString();
      const webhook = await replaceSecret(service.catalog, c, before, { secret, previousUntil });
      if (!webhook)
        throw problem('conflict', say('secret-raced'), {
          fix: say('fix-secret-raced'),
        });
      await c.audit({
        chain: caller.userId,
        action: 'webhook.secret_rotated',
        target: webhookId,
        detail: { previous_until: previousUntil },
      });
      return { webhook, secret };
    },
    commit,
  );
}
