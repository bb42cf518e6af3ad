import type { FakeStripe, SendWebhook } from '../../server/test-support/fake-stripe/fake-stripe.js';
import type { Api } from './api.js';
import type { CalledService, TestService } from './service.js';

export const BILLING = '/api/control/account/billing';

/** Sends webhooks to a service as Stripe does. */
export function webhookTo({ anonymous }: CalledService): SendWebhook {
  return async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await anonymous.send('POST', '/api/control/stripe/webhook', body, headers)).status;
  };
}

/** Puts the account of the caller on pay-as-you-go. */
export async function saveCard(stripe: FakeStripe, service: TestService, api: Api): Promise<void> {
  const { body } = await api.post<{ url: string }>(`${BILLING}/payg`);
  stripe.complete(body.url);
  await stripe.deliver(webhookTo(service));
}

/** What is left in a bucket of credits. */
export async function creditsLeft(api: Api, bucket: string): Promise<number | undefined> {
  const { body } = await api.get<{ credits: { name: string; left: number }[] }>('/api/control/account');
  return body.credits.find(({ name }) => name === bucket)?.left;
}

/** Spends one credit: structures a small file. */
export async function spendCredit(api: Api): Promise<void> {
  const workbook = await api.workbook();
  const file = {
    name: `${crypto.randomUUID()}.csv`,
    content: `region,amount\nnorth,${Math.random()}\nsouth,2\n`,
  };
  const { status } = await api.upload(`${workbook}/sources`, file);
  if (status !== 201) throw new Error(`The upload answered ${status}`);
}
