/**
 * The scopes that count failed sign-ins: an account from one address, an account from anywhere, an address
 * for any account.
 */
export type AttemptKind = 'account-at-address' | 'account' | 'address';

export interface Attempts {
  failures: number;
  lastAt: string;
}

const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

/**
 * The delay grows, but an account is never locked: from one address to minutes, which stops guessing; for an
 * account or an address as a whole to half a minute, so that a stranger cannot keep its owner or its
 * neighbours out.
 */
const rules: Record<AttemptKind, { free: number; maxSeconds: number }> = {
  'account-at-address': { free: 5, maxSeconds: 300 },
  account: { free: 50, maxSeconds: 30 },
  address: { free: 30, maxSeconds: 30 },
};

/** Seconds until the next attempt is accepted; 0 if it is now. */
export function secondsToWait(kind: AttemptKind, attempts: Attempts | undefined, now: Date): number {
  if (!attempts || attempts.lastAt < forgottenBefore(now)) return 0;
  const { free, maxSeconds } = rules[kind];
  if (attempts.failures < free) return 0;
  const delayMs = Math.min(2 ** (attempts.failures - free), maxSeconds) * 1000;
  return Math.max(0, Math.ceil((Date.parse(attempts.lastAt) + delayMs - now.getTime()) / 1000));
}

/** Failures before this moment no longer count. */
export function forgottenBefore(now: Date): string {
  return new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
}
