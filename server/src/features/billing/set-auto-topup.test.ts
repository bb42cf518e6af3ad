import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { savedCard } from '../../../test-support/test-account.js';
import { change } from '../../catalog/change.js';
import { createAccount } from '../accounts/accounts.js';
import { describeBilling } from './describe-billing.js';
import { type AutoTopupInput, setAutoTopup } from './set-auto-topup.js';
import { updateBilling } from './update-billing.js';

let host: InProcessService;
let accountId: string;
beforeAll(async () => {
  host = await InProcessService.start(undefined, {
    SVC_STRIPE_SECRET_KEY: 'sk_test_1',
    SVC_STRIPE_WEBHOOK_SECRET: 'whsec_test_1',
  });
  ({ id: accountId } = await createAccount(host.service, host.caller, 'Test', {}));
});
afterAll(() => host.dispose());

const set = (input: Omit<AutoTopupInput, 'accountId'>) =>
  setAutoTopup(host.service, host.caller, { accountId, ...input }, {});

test('auto-recharge needs a card, keeps what is not given, and forgets why it stopped', async () => {
  await expect(set({ enabled: true })).rejects.toMatchObject({ slug: 'no-card' });
  const { service, caller } = host;
  await change(service.catalog, caller, async (c) => {
    await updateBilling(c, accountId, { ...savedCard, auto_topup_stopped: 'declined' });
    await c.audit({ chain: accountId, action: 'workbook.updated' });
  });
  expect((await set({ enabled: false, amount: 8000 })).autoTopup).toEqual({
    enabled: false,
    amount: 8000,
    threshold: 1000,
    stopped: 'declined',
  });
  const on = { enabled: true, amount: 8000, threshold: 1000, stopped: null };
  expect((await set({ enabled: true })).autoTopup).toEqual(on);
  await expect(set({ enabled: true, threshold: 9000 })).rejects.toMatchObject({ slug: 'invalid-request' });
  expect(await describeBilling(service, accountId)).toMatchObject({
    autoTopup: on,
    metered: true,
    card: { brand: 'visa', last4: '4242' },
  });
});
