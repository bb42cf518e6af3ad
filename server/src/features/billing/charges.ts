import type { Selectable } from 'kysely';
import type { Change } from '../../catalog/change.js';
import type { Schema } from '../../catalog/schema.js';
import { settlementEntries } from './buckets.js';
import { Ledger } from './ledger.js';
import { updateBilling } from './update-billing.js';

type ChargeRecord = Selectable<Schema['charges']>;

/** The card was charged: adds the credits once, whoever reports the payment first. Returns whether this call did. */
export async function creditCharge(c: Change, chargeId: string, paymentId: string): Promise<boolean> {
  const { ledger, charge } = await openCharge(c, chargeId);
  // A charge that was given up counts if its payment succeeded after all.
  if (charge.state === 'succeeded') return false;
  const { credits, purpose, amount, account_id: accountId } = charge;
  await finishCharge(c, charge, { state: 'succeeded', payment_id: paymentId, error: null });
  await ledger.write(
    purpose === 'settlement'
      ? settlementEntries(ledger.balance, credits, paymentId)
      : [{ kind: 'topup', subject: paymentId, bucket: 'prepaid', credits }],
  );
  if (purpose === 'settlement') await updateBilling(c, accountId, { overage_stopped: null });
  const detail = { purpose, credits, amount, payment_id: paymentId };
  await c.audit({ chain: accountId, action: 'billing.charged', target: chargeId, detail });
  return true;
}

/**
 * The card cannot be charged. Auto-recharge is switched off and says why; after a settlement nothing more may be owed
 * until another one succeeds. Answers whether this call did that.
 */
export async function failCharge(c: Change, chargeId: string, why: string): Promise<boolean> {
  const { charge } = await openCharge(c, chargeId);
  if (charge.state !== 'pending') return false;
  const { purpose, amount, account_id: accountId } = charge;
  await finishCharge(c, charge, { state: 'failed', error: why });
  await updateBilling(
    c,
    accountId,
    purpose === 'settlement' ? { overage_stopped: why } : { auto_topup: 0, auto_topup_stopped: why },
  );
  const detail = { purpose, amount, why };
  await c.audit({ chain: accountId, action: 'billing.charge_failed', target: chargeId, detail });
  return true;
}

/** The account of a charge never changes, so it is read first; its state only under the lock of the ledger. */
async function openCharge(c: Change, chargeId: string): Promise<{ ledger: Ledger; charge: ChargeRecord }> {
  const read = c.tx.selectFrom('charges').selectAll().where('id', '=', chargeId);
  const { account_id } = await read.executeTakeFirstOrThrow();
  const ledger = await Ledger.open(c, account_id);
  return { ledger, charge: await read.executeTakeFirstOrThrow() };
}

async function finishCharge(
  c: Change,
  { id }: ChargeRecord,
  outcome: { state: 'succeeded' | 'failed'; payment_id?: string; error: string | null },
): Promise<void> {
  await c.tx
    .updateTable('charges')
    .set({ ...outcome, next_attempt_at: null, lease_owner: null, lease_until: null, finished_at: c.at })
    .where('id', '=', id)
    .execute();
}
