// Which node makes a charge that is due, and when the next attempt is.
import { type Selectable, sql } from 'kysely';
import type { Catalog } from './catalog.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';
import type { Lease } from './webhook-records.js';

export type ChargeRecord = Selectable<Schema['charges']>;

/** Leases charges that are due, counting the attempt. Several nodes that ask at once get different ones. */
export async function leaseCharges(
  catalog: Catalog,
  { node, now, until }: Lease,
  limit: number,
): Promise<ChargeRecord[]> {
  const isFree = sql<boolean>`state = 'pending' and next_attempt_at <= ${now}
    and (lease_until is null or lease_until <= ${now})`;
  const due = catalog.db
    .selectFrom('charges')
    .select('id')
    .where(isFree)
    .orderBy('next_attempt_at')
    .limit(limit)
    .$if(catalog.kind === 'postgres', (query) => query.forUpdate().skipLocked());
  return await catalog.db
    .updateTable('charges')
    .set((eb) => ({ lease_owner: node, lease_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .where(isFree)
    .returningAll()
    .execute();
}

/** Ends every lease, for a database that only one process uses, which has just started. */
export async function endChargeLeases(db: Db): Promise<void> {
  await db.updateTable('charges').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
}

/** Stores the payment of a charge, unless another node has stored one; answers the one that counts. */
export async function storePayment(db: Db, chargeId: string, paymentId: string): Promise<string> {
  const { payment_id } = await db
    .updateTable('charges')
    .set((eb) => ({ payment_id: eb.fn.coalesce('payment_id', eb.val(paymentId)) }))
    .where('id', '=', chargeId)
    .returning('payment_id')
    .executeTakeFirstOrThrow();
  return payment_id ?? paymentId;
}

/** Gives a charge back that is to be tried again, if the node still has it. */
export async function postponeCharge(
  db: Db,
  { id, lease_owner, attempts }: ChargeRecord,
  next: { at: string; error: string },
): Promise<void> {
  await db
    .updateTable('charges')
    .set({ next_attempt_at: next.at, error: next.error, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('lease_owner', '=', lease_owner)
    // A node may have leased it a second time meanwhile.
    .where('attempts', '=', attempts)
    .execute();
}

/**
 * Withdraws charges of which the payment provider has not heard: the node that is about to ask finds nothing to ask for.
 * Answers whether others remain, whose payments may already have taken money.
 */
export async function withdrawCharges(tx: Tx, accountId: string): Promise<boolean> {
  await tx
    .deleteFrom('charges')
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('payment_id', 'is', null)
    .execute();
  const underWay = await tx
    .selectFrom('charges')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  return underWay !== undefined;
}
