import { type Author, change } from '../../catalog/change.js';
import { type ChargeRecord, storePayment } from '../../catalog/charge-leases.js';
import type { PaymentState, Payments } from '../../gateways/payments/payments.js';
import type { Service } from '../service.js';
import { applyPayment } from './apply-payment.js';

const author: Author = { userId: null, credentialId: null, requestId: null };

/**
 * Charges a card, once, whenever the process dies and whoever else tries: the payment is prepared, its id stored, and
 * only then confirmed; one payment takes money once. Answers how the charge ended, or undefined if it has not.
 */
export async function makeCharge(
  { catalog }: Pick<Service, 'catalog'>,
  payments: Payments,
  charge: ChargeRecord,
): Promise<'succeeded' | 'failed' | undefined> {
  const payment = await confirmedPayment({ catalog }, payments, charge);
  const { status } = payment;
  if (status !== 'succeeded' && status !== 'failed') return undefined;
  await change(catalog, author, async (c) => {
    await applyPayment(c, charge.account_id, payment);
    // If a webhook was faster, the entries of the charge are its own.
    const detail = { payment_id: payment.id, status, attempts: charge.attempts };
    await c.audit({ chain: charge.account_id, action: 'billing.charge_made', target: charge.id, detail });
  });
  return status;
}

async function confirmedPayment(
  { catalog }: Pick<Service, 'catalog'>,
  payments: Payments,
  charge: ChargeRecord,
): Promise<PaymentState> {
  const { id: chargeId, account_id: accountId, amount, attempts: attempt, customer_id, card_id } = charge;
  if (charge.payment_id !== null) {
    const earlier = await payments.payment(charge.payment_id);
    if (earlier.status !== 'unconfirmed') return earlier;
  }
  const paymentId =
    charge.payment_id ??
    (await storePayment(
      catalog.db,
      chargeId,
      await payments.preparePayment({
        accountId,
        customerId: customer_id,
        chargeId,
        amount,
        description: descriptionOf(charge),
        attempt,
      }),
    ));
  return await payments.confirmPayment(paymentId, { cardId: card_id, attempt });
}

function descriptionOf({ purpose, credits }: ChargeRecord): string {
  const count = `${credits.toLocaleString('en')} credits`;
  return purpose === 'auto_topup' ? `Auto-recharge of ${count}` : `${count} used beyond the plan`;
}
