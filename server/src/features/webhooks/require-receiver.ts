import { say } from '@workbook-data-service/contract/messages';
import { fieldError, Problem, problem } from '../../core/problems.js';
import type { Service } from '../service.js';

/** Refuses an address that webhooks may not call. */
export async function requireReceiver({ requirePublicUrl }: Service, url: string): Promise<void> {
  try {
    await requirePublicUrl(url);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw problem(error.slug, error.said.detail, {
      fix: say('fix-receiver'),
      members: { errors: [fieldError('/url', error.said.detail)] },
    });
  }
}
