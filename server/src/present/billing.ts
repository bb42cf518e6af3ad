import type { BillingDescription } from '../features/billing/describe-billing.js';
import { creditBody } from './identity.js';

export function billingBody(billing: BillingDescription) {
  return {
    plan: billing.plan,
    status: billing.status,
    interval: billing.interval,
    current_period_end: billing.currentPeriodEnd,
    credits: billing.credits.map(creditBody),
    auto_topup: billing.autoTopup,
    payment_method: billing.card,
    overage: billing.overage,
    currency: billing.currency,
    metered: billing.metered,
  };
}
