import type { CreditBucketName } from '../../core/plans.js';

/**
 * The arithmetic of credits. A ledger only grows; a balance is what its entries add up to. Bounds that every function
 * here keeps: monthly >= 0, prepaid >= 0, overage <= arrears <= 0, uncharged <= 0.
 */
export interface LedgerEntry {
  kind:
    | 'structuring'
    | 'review'
    | 'reading'
    | 'opening'
    | 'grant'
    | 'expiry'
    | 'topup'
    | 'refund'
    | 'settlement';
  /** What it is for. Apart from what was before the ledger, an account has one entry of a kind and bucket for it. */
  subject: string;
  bucket: CreditBucketName;
  /** Positive if gained, negative if spent. */
  credits: number;
}

export interface Balance extends Readonly<Record<CreditBucketName, number>> {
  /** The last month that was begun, as `2026-11`; empty at first. */
  readonly month: string;
  /** How many credits were granted in that month so far. */
  readonly granted: number;
  /** The part of the overage that is older than that month. */
  readonly arrears: number;
}

export const emptyBalance: Balance = {
  month: '',
  granted: 0,
  monthly: 0,
  prepaid: 0,
  overage: 0,
  uncharged: 0,
  arrears: 0,
};

/** The balance after more entries. */
export function balanceAfter(balance: Balance, entries: readonly LedgerEntry[]): Balance {
  return entries.reduce(afterEntry, balance);
}

function afterEntry(before: Balance, { kind, subject, bucket, credits }: LedgerEntry): Balance {
  const after = { ...before, [bucket]: before[bucket] + credits };
  if (kind === 'settlement') return { ...after, arrears: Math.min(0, before.arrears + credits) };
  if (kind !== 'grant') return after;
  const month = monthOf(subject);
  if (month === before.month) return { ...after, granted: before.granted + credits };
  return { ...after, month, granted: credits, arrears: after.overage };
}

/** The month of a time, or of anything that begins with one, as `2026-11`. */
export function monthOf(at: string): string {
  return at.slice(0, 'yyyy-mm'.length);
}

/**
 * Begins a month: what is left of the last one expires, and the credits of the plan are granted. In a month that was
 * begun with less than the plan now includes, the rest is granted.
 */
export function monthlyEntries(balance: Balance, monthlyCredits: number, at: string): LedgerEntry[] {
  // A transaction that began before midnight may get its turn after one that began the next month.
  if (monthOf(at) <= balance.month) return raisedGrant(balance, monthlyCredits);
  const month = monthOf(at);
  const expired = { kind: 'expiry', subject: month, bucket: 'monthly', credits: -balance.monthly } as const;
  const granted = { kind: 'grant', subject: month, bucket: 'monthly', credits: monthlyCredits } as const;
  return balance.monthly === 0 ? [granted] : [expired, granted];
}

function raisedGrant({ month, granted }: Balance, monthlyCredits: number): LedgerEntry[] {
  if (monthlyCredits <= granted) return [];
  const subject = `${month} up to ${monthlyCredits}`;
  return [{ kind: 'grant', subject, bucket: 'monthly', credits: monthlyCredits - granted }];
}

/** What each bucket can pay, in the order in which they do. */
export function spendable({ monthly, prepaid, overage }: Balance, overageLimit: number) {
  return { monthly, prepaid, overage: Math.max(0, overageLimit + overage) };
}

/** Takes credits from one bucket after the other; `missing` is what they do not hold. */
export function takeCredits(
  balance: Balance,
  credits: number,
  overageLimit: number,
): { taken: Pick<LedgerEntry, 'bucket' | 'credits'>[]; missing: number } {
  const held = spendable(balance, overageLimit);
  const taken: Pick<LedgerEntry, 'bucket' | 'credits'>[] = [];
  let missing = credits;
  for (const bucket of ['monthly', 'prepaid', 'overage'] as const) {
    const part = Math.min(missing, held[bucket]);
    if (part > 0) taken.push({ bucket, credits: -part });
    missing -= part;
  }
  return { taken, missing };
}

/** A payment reduces the debt; what it exceeds the debt by is kept as prepaid credits. */
export function settlementEntries(balance: Balance, credits: number, subject: string): LedgerEntry[] {
  const settled = Math.min(credits, -balance.overage);
  const parts = [
    { bucket: 'overage', credits: settled },
    { bucket: 'prepaid', credits: credits - settled },
  ] as const;
  return parts
    .filter((part) => part.credits > 0)
    .map((part) => ({ kind: part.bucket === 'overage' ? 'settlement' : 'topup', subject, ...part }));
}

/** A refund takes back what is left of the credits that were bought; its entry is written even if nothing is left. */
export function refundEntry({ prepaid }: Balance, credits: number, subject: string): LedgerEntry {
  return { kind: 'refund', subject, bucket: 'prepaid', credits: 0 - Math.min(credits, prepaid) };
}
