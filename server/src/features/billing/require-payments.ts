import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import { type Payments, PaymentsFailure } from '../../gateways/payments/payments.js';
import type { AccountRecord } from '../access/default-account.js';
import { requireWholeAccount, resolveAccount } from '../access/resolve-account.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

const SETTINGS = 'SVC_STRIPE_SECRET_KEY and SVC_STRIPE_WEBHOOK_SECRET';
const RETRY_AFTER_S = 10;

/** Asks the payment provider. That it cannot be reached, or refuses what the operator has set, is not the caller's fault. */
export async function askPayments<Answer>(
  service: Service,
  ask: (payments: Payments) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(requirePayments(service));
  } catch (error) {
    if (!(error instanceof PaymentsFailure)) throw error;
    if (error.isTransientFailure)
      throw problem('payments-unavailable', undefined, {
        members: { retry_after: error.retryAfter ?? RETRY_AFTER_S },
      });
    service.log.error({ err: error }, 'the payment provider refused a request');
    throw problem('payments-refused');
  }
}

export function requirePayments({ payments }: Service): Payments {
  if (payments) return payments;
  throw problem('not-configured', say('billing-unset', { settings: SETTINGS }), {
    fix: say('fix-set-settings', { settings: SETTINGS }),
  });
}

/** The account whose billing a call is about. A key that is pinned to a workspace has no say in it. */
export async function accountToBill(
  service: Service,
  caller: Caller,
  accountId: string | null | undefined,
): Promise<AccountRecord> {
  requirePayments(service);
  requireWholeAccount(caller, 'manage the billing of its account');
  return await resolveAccount(service, caller, accountId);
}
