import type { Change } from '../../catalog/change.js';
import { newId } from '../../core/ids.js';
import type { BillingRecord } from './billing-record.js';

/**
 * Asks for a charge to the card of an account, which the charge runner makes after the commit. While one for the same
 * purpose waits, or without a card, nothing is asked for. The ledger of the account is open.
 */
export async function insertCharge(
  c: Change,
  { account_id, customer_id, card_id }: BillingRecord,
  charge: { purpose: 'auto_topup' | 'settlement'; credits: number; amount: number },
): Promise<void> {
  if (customer_id === null || card_id === null) return;
  const inserted = await c.tx
    .insertInto('charges')
    .values({
      id: newId('chg'),
      account_id,
      ...charge,
      customer_id,
      card_id,
      state: 'pending',
      payment_id: null,
      error: null,
      next_attempt_at: c.at,
      lease_owner: null,
      lease_until: null,
      created_at: c.at,
      finished_at: null,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return;
  await c.audit({
    chain: account_id,
    action: 'billing.charge_requested',
    target: inserted.id,
    detail: { ...charge },
  });
}
