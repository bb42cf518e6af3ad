import { say } from '@workbook-data-service/contract/messages';
import { type WebhookRecord, webhooksOfUser } from '../../catalog/webhook-records.js';
import { type Problem, problem } from '../../core/problems.js';
import { formatReach } from '../../core/reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** The user's webhooks that the credential manages. */
export async function listWebhooks(service: Service, caller: Caller): Promise<WebhookRecord[]> {
  const webhooks = await webhooksOfUser(service.catalog.db, caller.userId);
  return webhooks.filter((webhook) => manages(caller, webhook));
}

export async function requireWebhook(
  service: Service,
  caller: Caller,
  webhookId: string,
): Promise<WebhookRecord> {
  const found = (await listWebhooks(service, caller)).find(({ id }) => id === webhookId);
  if (!found) throw problem('not-found', say('webhook-unknown', { webhook: webhookId }));
  return found;
}

export function subscriptionEnded(): Problem {
  return problem('conflict', say('webhook-ended'), {
    fix: say('fix-webhook-ended'),
  });
}

/** A session manages all; a token or key those of its account or, if it is pinned, those with the same reach. */
function manages({ credential }: Caller, webhook: WebhookRecord): boolean {
  const { accountId, reach } = credential;
  if (accountId !== null && webhook.account_id !== accountId) return false;
  return reach.kind === 'account' || webhook.resource === formatReach(reach);
}
