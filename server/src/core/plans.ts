/** Plans and what they grant, and what things cost: the one file with prices. */
const FREE_MONTHLY_CREDITS = 1000;
const STRUCTURED_CELLS_A_CREDIT = 10_000;

export interface CreditBucket {
  name: string;
  granted: number;
  left: number;
  renewsAt: string | null;
}

export interface AccountPlan {
  plan: string;
  credits: CreditBucket[];
}

/** A new account is on the free plan, whose bucket refills on the first of each month (UTC). */
export function freePlan(now: Date, spentThisMonth: number): AccountPlan {
  const renewsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
  const bucket = {
    name: 'free_monthly',
    granted: FREE_MONTHLY_CREDITS,
    left: Math.max(0, FREE_MONTHLY_CREDITS - spentThisMonth),
    renewsAt,
  };
  return { plan: 'free', credits: [bucket] };
}

export function monthStart(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
}

export function creditsLeft({ credits }: AccountPlan): number {
  return credits.reduce((sum, { left }) => sum + left, 0);
}

/** One credit for every ten thousand cells that are not blank, and at least one. */
export function structuringPrice(cells: number): number {
  return Math.max(1, Math.ceil(cells / STRUCTURED_CELLS_A_CREDIT));
}
