import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { addressGroup } from '../core/address-group.js';
import { type AttemptKind, type Attempts, forgottenBefore, secondsToWait } from '../core/sign-in-delay.js';
import type { Catalog } from './catalog.js';
import type { Tx } from './db.js';

interface Stored extends Attempts {
  succeededAt: string | null;
}

/** The failed sign-ins that bear on one attempt, shared by all nodes. Whether there is such an account plays no part. */
export class SignInAttempts {
  readonly #keys: Record<AttemptKind, string>;
  readonly #stored: ReadonlyMap<string, Stored>;

  private constructor(keys: Record<AttemptKind, string>, stored: ReadonlyMap<string, Stored>) {
    this.#keys = keys;
    this.#stored = stored;
  }

  static async read(catalog: Catalog, email: string, address: string): Promise<SignInAttempts> {
    // What was typed as an address may be a password, so it is not kept in a form that can be guessed at.
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

  /** Whoever signed in from here before is not held up by what others do elsewhere. */
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
    // Counted by the database: attempts that run side by side have all read the same number.
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
