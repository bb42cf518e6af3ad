/** Plans and what they grant: the one file with prices. */
const FREE_MONTHLY_CREDITS = 1000;

export interface CreditBucket {
  name: string;
  granted: number;
  left: number;
  renewsAt: string | null;
}

/** A new account is on the free plan, whose bucket refills on the first of each month (UTC). */
export function freePlan(now: Date): { plan: string; credits: CreditBucket[] } {
  const renewsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
  const bucket = {
    name: 'free_monthly',
    granted: FREE_MONTHLY_CREDITS,
    left: FREE_MONTHLY_CREDITS,
    renewsAt,
  };
  return { plan: 'free', credits: [bucket] };
}
