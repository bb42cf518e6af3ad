import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { addressGroup } from '../core/address-group.js';
import { type AttemptKind, type Attempts, forgottenBefore, secondsToWait } from '../core/sign-in-delay.js';
import type { Catalog } from './catalog.js';
import type { Tx } from './db.js';

interface Stored extends Attempts {
  succeededAt: string | null;
}

/** The failed sign-ins that count against an attempt, shared by all nodes, whether or not the account exists. */
export class SignInAttempts {
  readonly #keys: Record<AttemptKind, string>;
  readonly #stored: ReadonlyMap<string, Stored>;

  private constructor(keys: Record<AttemptKind, string>, stored: ReadonlyMap<string, Stored>) {
    this.#keys = keys;
    this.#stored = stored;
  }

  static async read(catalog: Catalog, email: string, address: string): Promise<SignInAttempts> {
    // Users sometimes type their password as the email, so it is stored only as a keyed hash, which cannot be guessed.
    const key = (...parts: string[]) =>
      createHmac('sha256', catalog.keys.lookup).update(JSON.stringify(parts)).digest('base64url');
    const group = addressGroup(address);
    const keys = {
      'account-at-address': key('account-at-address', email, group),
      account: key('account', email),
      address: key('address', group),
    };
    const rows = await catalog.db
      .selectFrom('sign_in_attempts')
      .select(['key', 'failures', 'last_at as lastAt', 'succeeded_at as succeededAt'])
      .where('key', 'in', Object.values(keys))
      .execute();
    return new SignInAttempts(keys, new Map(rows.map((row) => [row.key, row])));
  }

  /** A user who has signed in from this address before is not delayed by the failures of others. */
  secondsToWait(now: Date): number {
    const here = this.#of('account-at-address');
    const wait = secondsToWait('account-at-address', here, now);
    if (here?.succeededAt) return wait;
    return Math.max(
      wait,
      secondsToWait('account', this.#of('account'), now),
      secondsToWait('address', this.#of('address'), now),
    );
  }

  async recordFailure(tx: Tx, now: Date): Promise<void> {
    // The database counts, because concurrent attempts have all read the same number.
    const failures = sql<number>`case when sign_in_attempts.last_at < ${forgottenBefore(now)} then 1
      else sign_in_attempts.failures + 1 end`;
    const last_at = now.toISOString();
    for (const key of Object.values(this.#keys))
      await tx
        .insertInto('sign_in_attempts')
        .values({ key, failures: 1, last_at })
        .onConflict((oc) => oc.column('key').doUpdateSet({ failures, last_at }))
        .execute();
  }

  async recordSuccess(tx: Tx, now: Date): Promise<void> {
    const at = now.toISOString();
    const values = { failures: 0, last_at: at, succeeded_at: at };
    await tx
      .insertInto('sign_in_attempts')
      .values({ key: this.#keys['account-at-address'], ...values })
      .onConflict((oc) => oc.column('key').doUpdateSet(values))
      .execute();
  }

  #of(kind: AttemptKind): Stored | undefined {
    return this.#stored.get(this.#keys[kind]);
  }
}
