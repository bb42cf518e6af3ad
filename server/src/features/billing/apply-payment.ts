import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import type { PaymentState } from '../../gateways/payments/payments.js';
import { creditCharge, failCharge } from './charges.js';
import { creditTopup, refundTopup } from './ledger.js';

/**
 * Writes what became of a payment into the ledger of its account, which exists. However often and by whomever it is
 * reported, a payment is credited once, and a refund takes back once what is left of the credits.
 */
export async function applyPayment(c: Change, accountId: string, payment: PaymentState): Promise<void> {
  const { id, status, failure, chargeId, amount, refunds } = payment;
  if (chargeId !== null && status === 'failed')
    await failCharge(c, chargeId, failure ?? 'The payment failed.');
  if (status !== 'succeeded') return;
  if (chargeId !== null) await creditCharge(c, chargeId, id);
  else if (payment.credits !== null)
    await creditTopup(c, { accountId, credits: payment.credits, paymentId: id });
  const credits = await creditsBoughtBy(c, payment);
  if (credits === 0) return;
  for (const refund of refunds)
    await refundTopup(c, {
      accountId,
      credits: Math.floor((credits * refund.amount) / amount),
      refundId: refund.id,
    });
}

/** A payment that settled a debt bought no credits that could be taken back. */
async function creditsBoughtBy(c: Change, { chargeId, credits }: PaymentState): Promise<number> {
  if (chargeId === null) return credits ?? 0;
  const charge = await c.tx
    .selectFrom('charges')
    .select('credits')
    .where('id', '=', chargeId)
    .where('purpose', '=', 'auto_topup')
    .executeTakeFirst();
  return charge?.credits ?? 0;
}

/** The account that a payment is for; undefined if it was deleted, or the payment is none of this service's. */
export async function payerOfPayment(
  db: Db,
  { accountId, chargeId }: PaymentState,
): Promise<string | undefined> {
  if (accountId === null) return undefined;
  const account =
    chargeId === null
      ? db.selectFrom('accounts').select('id').where('id', '=', accountId)
      : db.selectFrom('charges').select('account_id as id').where('id', '=', chargeId);
  return (await account.executeTakeFirst())?.id;
}
