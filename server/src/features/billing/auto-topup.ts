import type { Change } from '../../catalog/change.js';
import { rechargeCents } from '../../core/plans.js';
import { insertCharge } from './insert-charge.js';
import type { Ledger } from './ledger.js';

/** Has the card charged for more credits if auto-recharge is on and fewer are left than its threshold. */
export async function topUpIfLow(c: Change, { billing, balance }: Ledger): Promise<void> {
  const { auto_topup, auto_topup_amount: credits, auto_topup_threshold } = billing;
  if (!auto_topup || balance.monthly + balance.prepaid >= auto_topup_threshold) return;
  await insertCharge(c, billing, { purpose: 'auto_topup', credits, amount: rechargeCents(credits) });
}
