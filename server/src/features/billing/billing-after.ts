import { isPaying } from '../../core/plans.js';
import type { Card, CustomerState, Subscription } from '../../gateways/payments/payments.js';
import type { BillingRecord } from './billing-record.js';
import type { BillingChanges } from './update-billing.js';

const CARD_REMOVED = 'The card was removed.';

/**
 * What changes in the billing of an account, given what its customer is now at the payment provider. The same state
 * always leads to the same record, whichever events told of it.
 */
export function billingAfter(
  billing: BillingRecord,
  customer: CustomerState,
  { savesCard }: { savesCard: boolean },
): BillingChanges {
  const subscription = subscriptionOf(billing.account_id, customer);
  const card = customer.card ?? subscription?.card ?? cardOfAnySubscription(customer);
  const after: BillingChanges = {
    subscription_id: subscription?.id ?? null,
    subscription_status: subscription?.status ?? null,
    subscription_plan: subscription?.billed?.plan ?? null,
    subscription_interval: subscription?.billed?.interval ?? null,
    current_period_end: subscription?.currentPeriodEnd ?? null,
    card_id: card?.id ?? null,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    ...(card === null && withoutCard(billing)),
    ...(customer.isGone && { customer_id: null }),
    ...(card !== null && savesCard && { usage_billing: 1, auto_topup: 1, auto_topup_stopped: null }),
  };
  const isNew = ([name, value]: [string, unknown]): boolean => billing[name as keyof BillingRecord] !== value;
  return Object.fromEntries(Object.entries(after).filter(isNew));
}

/** Of an account that shares the customer of another. */
function cardOfAnySubscription({ subscriptions }: CustomerState): Card | null {
  return subscriptions.find(({ status, card }) => isPaying(status) && card !== null)?.card ?? null;
}

/** Nothing can be charged: pay-as-you-go ends, and auto-recharge says why it does. */
function withoutCard({ auto_topup, auto_topup_stopped }: BillingRecord): BillingChanges {
  return {
    usage_billing: 0,
    auto_topup: 0,
    auto_topup_stopped: auto_topup ? CARD_REMOVED : auto_topup_stopped,
  };
}

/** Of several, the one that is paid for, and of these the newest. One that names no account is its customer's. */
function subscriptionOf(accountId: string, customer: CustomerState): Subscription | undefined {
  const rank = ({ status, billed }: Subscription): number =>
    (isPaying(status) ? 2 : 0) + (billed === null ? 0 : 1);
  return customer.subscriptions
    .filter((one) => (one.accountId ?? customer.accountId) === accountId)
    .sort((a, b) => rank(b) - rank(a) || b.createdAt.localeCompare(a.createdAt))[0];
}
