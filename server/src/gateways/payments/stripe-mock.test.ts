import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakePrices } from '../../../test-support/fake-stripe/fake-stripe.js';
import { readConfig } from '../../config.js';
import { openPayments } from './open-payments.js';
import type { Payments } from './payments.js';

/** stripe-mock on the path or among what Go has installed. It checks calls by Stripe's description of its API. */
function findStripeMock(): string | undefined {
  const places = ['stripe-mock', join(process.env.GOBIN ?? '', 'stripe-mock')];
  try {
    const goPath = execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim();
    places.push(join(goPath, 'bin', 'stripe-mock'));
  } catch {
    // Go is not installed.
  }
  return places.find((place) => {
    try {
      return execFileSync(place, ['-version'], { encoding: 'utf8' }).startsWith('stripe-mock');
    } catch {
      return false;
    }
  });
}

const command = findStripeMock();

describe.skipIf(command === undefined)('stripe-mock', () => {
  let mock: ChildProcess;
  let mockUrl: string;
  let payments: Payments;

  beforeAll(async () => {
    mock = spawn(command as string, ['-http-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    mockUrl = await new Promise<string>((resolve) => {
      let printed = '';
      mock.stdout?.on('data', (chunk) => {
        printed += chunk;
        const address = /HTTP at address: (\S+)/.exec(printed)?.[1];
        if (address) resolve(`http://${address}`);
      });
    });
    const env = {
      SVC_STRIPE_SECRET_KEY: 'sk_test_123',
      SVC_STRIPE_WEBHOOK_SECRET: 'whsec_123',
      SVC_STRIPE_API_URL: mockUrl,
      ...fakePrices,
    };
    payments = (await openPayments(readConfig(env))) as Payments;
  });
  afterAll(() => {
    mock.kill();
  });

  const page = {
    accountId: 'acc_1',
    customerId: 'cus_1',
    successUrl: 'https://svc.example/',
    cancelUrl: 'https://svc.example/',
  };

  test('takes every call that this service makes', async () => {
    await payments.createCustomer({ accountId: 'acc_1', email: 'owner@example.com', revision: 0 });
    await payments.customer('cus_1');
    await payments.useCard('cus_1', 'pm_1');
    await payments.startSubscription({ ...page, plan: 'solo', interval: 'monthly' });
    await payments.startCardSetup(page);
    await payments.startTopup({ ...page, credits: 5000, amount: 5000 });
    await payments.openPortal({ customerId: 'cus_1', returnUrl: 'https://svc.example/' });
    await payments.checkout('cs_1');
    await payments.preparePayment({
      accountId: 'acc_1',
      customerId: 'cus_1',
      chargeId: 'chg_1',
      amount: 5000,
      description: '5,000 credits',
      attempt: 1,
    });
    await payments.confirmPayment('pi_1', { cardId: 'pm_1', attempt: 1 });
    await payments.payment('pi_1');
  });

  test('refuses a parameter that Stripe does not know', async () => {
    const answer = await fetch(`${mockUrl}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_123' },
      body: new URLSearchParams({ amount: '500', currency: 'usd', colour: 'red' }).toString(),
    });
    expect(answer.status).toBe(400);
  });
});
