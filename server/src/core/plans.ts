/** Plans, what they include, and what things cost: the one file with prices. Money is counted in whole cents. */
export const CURRENCY = 'usd';

const STRUCTURED_CELLS_A_CREDIT = 10_000;
const MODEL_TOKENS_A_CREDIT = 10_000;
const RECHARGED_CREDIT_CENTS = 1;
const OVERAGE_CREDIT_CENTS = 1;

/** Debts below it are not charged to a card yet: fees would eat them up. */
const SETTLEMENT_FLOOR_CENTS = 500;
export const MIN_SETTLED_CREDITS = Math.ceil(SETTLEMENT_FLOOR_CENTS / OVERAGE_CREDIT_CENTS);

type PlanName = 'free' | 'payg' | 'solo' | 'pro';

interface Plan {
  /** Granted on the first of each month (UTC), however the plan itself is paid. */
  monthlyCredits: number;
  /** How many credits may be used now and paid for later. */
  overageLimit: number;
}

export const plans: Readonly<Record<PlanName, Plan>> = {
  free: { monthlyCredits: 1_000, overageLimit: 0 },
  payg: { monthlyCredits: 1_000, overageLimit: 5_000 },
  solo: { monthlyCredits: 20_000, overageLimit: 20_000 },
  pro: { monthlyCredits: 100_000, overageLimit: 100_000 },
};

/**
 * What an account is granted a month. Credits that nobody pays for exist once for each person, whatever number of accounts
 * they own: in their default account.
 */
export function monthlyCreditsOf(plan: PlanName, kind: 'default' | 'developer'): number {
  const isPaid = plan === 'solo' || plan === 'pro';
  return isPaid || kind === 'default' ? plans[plan].monthlyCredits : 0;
}

/** The packs of credits that can be bought. */
export const creditPacks = [
  { credits: 5_000, cents: 5_000 },
  { credits: 20_000, cents: 19_000 },
  { credits: 100_000, cents: 90_000 },
] as const;

/** Auto-recharge adds `amount` credits once fewer than `threshold` are left. */
export const autoTopupDefaults = { amount: 5_000, threshold: 1_000 };

const payingStatuses: readonly string[] = ['active', 'trialing', 'past_due'];

/** Whether a subscription with this status gives its plan. */
export function isPaying(status: string | null): boolean {
  return status !== null && payingStatuses.includes(status);
}

/** A subscription decides while it lasts; a card on file makes the free plan pay-as-you-go. */
export function planNamed(billing: {
  subscription_status: string | null;
  subscription_plan: 'solo' | 'pro' | null;
  usage_billing: number;
}): PlanName {
  const { subscription_status: status, subscription_plan: plan, usage_billing } = billing;
  if (plan !== null && isPaying(status)) return plan;
  return usage_billing ? 'payg' : 'free';
}

const endedStatuses: readonly string[] = ['canceled', 'incomplete', 'incomplete_expired'];

/** Whether a subscription goes on being charged, though it may be unpaid or paused at the moment. */
export function hasSubscription({
  subscription_status: status,
}: {
  subscription_status: string | null;
}): boolean {
  return status !== null && !endedStatuses.includes(status);
}

/** What recharged credits cost, in cents. */
export function rechargeCents(credits: number): number {
  return credits * RECHARGED_CREDIT_CENTS;
}

/** What credits used beyond the month's and the prepaid ones cost, in cents. */
export function overageCents(credits: number): number {
  return credits * OVERAGE_CREDIT_CENTS;
}

/**
 * Where credits come from, in the order in which they are spent: those of the month, those bought, and what is paid for
 * later. `uncharged` is what was used beyond them and is never paid for.
 */
export type CreditBucketName = 'monthly' | 'prepaid' | 'overage' | 'uncharged';

export interface CreditBucket {
  name: CreditBucketName;
  granted: number;
  left: number;
  renewsAt: string | null;
}

export interface AccountPlan {
  plan: PlanName;
  /** Whether running out of credits refuses anything; otherwise they are only counted. */
  metered: boolean;
  credits: CreditBucket[];
}

function creditsLeft({ credits }: AccountPlan): number {
  return credits.reduce((sum, { left }) => sum + left, 0);
}

/** How many non-blank cells can be structured with the remaining credits. */
export function affordableCells(plan: AccountPlan): number {
  return plan.metered ? creditsLeft(plan) * STRUCTURED_CELLS_A_CREDIT : Number.POSITIVE_INFINITY;
}

/** One credit for every ten thousand non-blank cells, and at least one. */
export function structuringPrice(cells: number): number {
  return Math.max(1, Math.ceil(cells / STRUCTURED_CELLS_A_CREDIT));
}

/** How many tokens a language model may read and write for the remaining credits, with some of them left for other work. */
export function affordableTokens(plan: AccountPlan, creditsToLeave = 0): number {
  const credits = Math.max(0, creditsLeft(plan) - creditsToLeave);
  return plan.metered ? credits * MODEL_TOKENS_A_CREDIT : Number.POSITIVE_INFINITY;
}

/** One credit for every ten thousand tokens that were read or written, or part of them. */
export function modelPrice(tokens: number): number {
  return Math.ceil(tokens / MODEL_TOKENS_A_CREDIT);
}
