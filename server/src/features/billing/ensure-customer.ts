import { change } from '../../catalog/change.js';
import type { AccountRecord } from '../access/default-account.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { readBilling } from './billing-record.js';
import { Ledger } from './ledger.js';
import { askPayments } from './require-payments.js';
import { updateBilling } from './update-billing.js';

/** The customer of an account at the payment provider, made at its first use. It is stored before it is used. */
export async function ensureCustomer(
  service: Service,
  caller: Caller,
  { id, owner_user_id }: AccountRecord,
): Promise<string> {
  const { catalog } = service;
  const { customer_id, revision } = await readBilling(catalog.db, id);
  if (customer_id !== null) return customer_id;
  const { email } = await catalog.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner_user_id)
    .executeTakeFirstOrThrow();
  const made = await askPayments(service, (payments) =>
    payments.createCustomer({ accountId: id, email, revision }),
  );
  return await change(catalog, caller, async (c) => {
    const { billing } = await Ledger.open(c, id);
    // Another request may have stored one first.
    const stored = billing.customer_id ?? made;
    if (billing.customer_id === null) await updateBilling(c, id, { customer_id: made });
    await c.audit({ chain: id, action: 'billing.customer_created', target: stored });
    return stored;
  });
}
