import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { isPaying } from '../../core/plans.js';
import { problem } from '../../core/problems.js';
import { type AccountRecord, defaultAccount } from '../access/default-account.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { billingAfter } from './billing-after.js';
import { type BillingRecord, readBilling } from './billing-record.js';
import { type BillingDescription, describeBilling } from './describe-billing.js';
import { accountToBill, askPayments } from './require-payments.js';
import { type BillingChanges, updateBilling } from './update-billing.js';

/**
 * Lets a developer account pay with the card of its owner's default account: it shares the customer, and is on
 * pay-as-you-go with auto-recharge at once. A key of the one account has no say over the card of the other.
 */
export async function reuseCard(
  service: Service,
  caller: Caller,
  accountId: string | null | undefined,
  commit: CommitOptions,
): Promise<BillingDescription> {
  const { catalog } = service;
  const account = await accountToBill(service, caller, accountId);
  if (caller.credential.kind !== 'session') throw problem('owner-session-required');
  const billing = await readBilling(catalog.db, account.id);
  const customerId = await customerToShare(service, caller, account, billing);
  const changes = await sharedBilling(service, billing, customerId);
  return await change(
    catalog,
    caller,
    async (c) => {
      if (!(await updateBilling(c, account.id, changes, { revision: billing.revision })))
        throw problem('conflict', say('billing-changed'));
      await c.audit({ chain: account.id, action: 'billing.card_reused', target: customerId });
      return await describeBilling(service, account.id, c.tx);
    },
    commit,
  );
}

async function customerToShare(
  service: Service,
  caller: Caller,
  account: AccountRecord,
  { customer_id, subscription_status }: BillingRecord,
): Promise<string> {
  if (account.kind === 'default')
    throw problem('conflict', say('card-is-own'), {
      fix: say('fix-developer-account'),
    });
  const { id } = await defaultAccount(service, caller);
  const wallet = await readBilling(service.catalog.db, id);
  if (wallet.customer_id === null || wallet.card_id === null)
    throw problem('no-card', say('default-account-no-card'));
  if (customer_id !== wallet.customer_id && isPaying(subscription_status))
    throw problem('conflict', say('subscription-own-card'), {
      fix: say('fix-end-subscription'),
    });
  return wallet.customer_id;
}

async function sharedBilling(
  service: Service,
  billing: BillingRecord,
  customerId: string,
): Promise<BillingChanges> {
  const customer = await askPayments(service, (payments) => payments.customer(customerId));
  const changes = billingAfter(billing, customer, { savesCard: true });
  const { card_id } = { ...billing, ...changes };
  if (card_id === null) throw problem('no-card', say('default-card-removed'));
  return { ...changes, customer_id: customerId };
}
