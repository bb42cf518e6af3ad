import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type BillingDescription, describeBilling } from './describe-billing.js';
import { Ledger } from './ledger.js';
import { accountToBill } from './require-payments.js';
import { updateBilling } from './update-billing.js';

export interface AutoTopupInput {
  accountId?: string | null | undefined;
  enabled: boolean;
  /** In credits, as the threshold; what is absent stays as it is. */
  amount?: number | undefined;
  threshold?: number | undefined;
}

/** Switches auto-recharge on or off. If few credits are left, switching it on has the card charged at once. */
export async function setAutoTopup(
  service: Service,
  caller: Caller,
  { accountId, enabled, ...input }: AutoTopupInput,
  commit: CommitOptions,
): Promise<BillingDescription> {
  const account = await accountToBill(service, caller, accountId);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const { billing } = await Ledger.open(c, account.id);
      const { amount = billing.auto_topup_amount, threshold = billing.auto_topup_threshold } = input;
      // Otherwise a recharge could leave fewer credits than the threshold, and be followed by another at once.
      if (threshold > amount) {
        const message = say('topup-threshold', { threshold, amount });
        throw problem('invalid-request', message, {
          fix: say('fix-topup-threshold'),
          members: { errors: [fieldError('/threshold', message)] },
        });
      }
      if (enabled && billing.card_id === null) throw problem('no-card', say('topup-needs-card'));
      await updateBilling(c, account.id, {
        auto_topup: enabled ? 1 : 0,
        auto_topup_amount: amount,
        auto_topup_threshold: threshold,
        ...(enabled && { auto_topup_stopped: null }),
      });
      const detail = { enabled, amount, threshold };
      await c.audit({ chain: account.id, action: 'billing.auto_topup_set', target: account.id, detail });
      return await describeBilling(service, account.id, c.tx);
    },
    commit,
  );
}
