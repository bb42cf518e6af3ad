import type { Db } from '../../catalog/db.js';
import { type AccountPlan, CURRENCY, creditPacks, overageCents, plans } from '../../core/plans.js';
import type { Billed, Payments } from '../../gateways/payments/payments.js';
import { requireWholeAccount, resolveAccount } from '../access/resolve-account.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { planOf } from './account-plan.js';
import { readBilling } from './billing-record.js';
import { readBalance } from './ledger.js';

export interface BillingDescription extends AccountPlan {
  /** Of the subscription. */
  status: string | null;
  interval: 'monthly' | 'annual' | null;
  currentPeriodEnd: string | null;
  card: { brand: string; last4: string } | null;
  autoTopup: { enabled: boolean; amount: number; threshold: number; stopped: string | null };
  /** What is owed, and in cents what it costs. */
  overage: { credits: number; amount: number; stopped: string | null };
  currency: string;
  /** Null where no payments are set up. */
  offers: Offers | null;
}

interface Offers {
  subscriptions: (Billed & { monthlyCredits: number })[];
  packs: typeof creditPacks;
  payg: { monthlyCredits: number; credits: number; cents: number };
}

/** Refuses keys that are pinned to a workspace: billing is of the whole account. */
export async function getBilling(
  service: Service,
  caller: Caller,
  accountId: string | undefined,
): Promise<BillingDescription> {
  requireWholeAccount(caller, 'read the billing of its account');
  return await describeBilling(service, (await resolveAccount(service, caller, accountId)).id);
}

/** How an account pays and what it has left. */
export async function describeBilling(
  service: Service,
  accountId: string,
  db: Db = service.catalog.db,
): Promise<BillingDescription> {
  const billing = await readBilling(db, accountId);
  const { overage } = await readBalance(db, accountId);
  const owed = 0 - overage;
  return {
    ...(await planOf(service, accountId, db)),
    status: billing.subscription_status,
    interval: billing.subscription_interval,
    currentPeriodEnd: billing.current_period_end,
    card:
      billing.card_id === null
        ? null
        : { brand: billing.card_brand ?? 'unknown', last4: billing.card_last4 ?? '' },
    autoTopup: {
      enabled: billing.auto_topup === 1,
      amount: billing.auto_topup_amount,
      threshold: billing.auto_topup_threshold,
      stopped: billing.auto_topup_stopped,
    },
    overage: { credits: owed, amount: overageCents(owed), stopped: billing.overage_stopped },
    currency: CURRENCY,
    offers: service.payments ? offersOf(service.payments) : null,
  };
}

function offersOf(payments: Payments): Offers {
  const { monthlyCredits, overageLimit } = plans.payg;
  return {
    subscriptions: (['solo', 'pro'] as const).flatMap((plan) =>
      (['monthly', 'annual'] as const)
        .map((interval) => ({ plan, interval, monthlyCredits: plans[plan].monthlyCredits }))
        .filter((offer) => payments.offers(offer)),
    ),
    packs: creditPacks,
    payg: { monthlyCredits, credits: overageLimit, cents: overageCents(overageLimit) },
  };
}
