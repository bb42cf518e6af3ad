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
    offers: billing.offers && offersBody(billing.offers),
  };
}

function offersBody({ subscriptions, packs, payg }: NonNullable<BillingDescription['offers']>) {
  return {
    subscriptions: subscriptions.map(({ plan, interval, monthlyCredits }) => ({
      plan,
      interval,
      monthly_credits: monthlyCredits,
    })),
    packs: packs.map(({ credits, cents }) => ({ credits, amount: cents })),
    pay_as_you_go: { monthly_credits: payg.monthlyCredits, credits: payg.credits, amount: payg.cents },
  };
}
