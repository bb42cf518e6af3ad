/** Plans, what they include, and what things cost: the one file with prices. */
const FREE_MONTHLY_CREDITS = 1000;
const STRUCTURED_CELLS_A_CREDIT = 10_000;
const MODEL_TOKENS_A_CREDIT = 10_000;

export interface CreditBucket {
  name: string;
  granted: number;
  left: number;
  renewsAt: string | null;
}

export interface AccountPlan {
  plan: string;
  /** Whether running out of credits refuses anything; otherwise they are only counted. */
  metered: boolean;
  credits: CreditBucket[];
}

/** A new account is on the free plan, whose bucket refills on the first of each month (UTC). */
export function freePlan(now: Date, spentThisMonth: number, metered: boolean): AccountPlan {
  const renewsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
  const bucket = {
    name: 'free_monthly',
    granted: FREE_MONTHLY_CREDITS,
    left: Math.max(0, FREE_MONTHLY_CREDITS - spentThisMonth),
    renewsAt,
  };
  return { plan: 'free', metered, credits: [bucket] };
}

export function monthStart(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
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

/** How many tokens a language model may read and write for the remaining credits. */
export function affordableTokens(plan: AccountPlan): number {
  return plan.metered ? creditsLeft(plan) * MODEL_TOKENS_A_CREDIT : Number.POSITIVE_INFINITY;
}

/** One credit for every ten thousand tokens that were read or written, or part of them. */
export function modelPrice(tokens: number): number {
  return Math.ceil(tokens / MODEL_TOKENS_A_CREDIT);
}
