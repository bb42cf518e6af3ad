import type { Change } from '../src/catalog/change.js';
import { change } from '../src/catalog/change.js';
import { newId } from '../src/core/ids.js';
import { createAccount } from '../src/features/accounts/accounts.js';
import { applyPaymentEvent } from '../src/features/billing/apply-payment-event.js';
import { type BillingRecord, readBilling } from '../src/features/billing/billing-record.js';
import { readBalance } from '../src/features/billing/ledger.js';
import { spendCredits } from '../src/features/billing/spend.js';
import { startPayg, startSubscription, startTopup } from '../src/features/billing/start-checkout.js';
import type { FreshDatabase } from './databases.js';
import { FakeStripe, type SendWebhook } from './fake-stripe/fake-stripe.js';
import { InProcessService } from './in-process-service.js';

/** A service that bills with a fake Stripe, and accounts that pay. Charges are made by the runners of the test alone. */
export class BilledService {
  private constructor(
    readonly host: InProcessService,
    readonly stripe: FakeStripe,
  ) {}

  static async start(place?: FreshDatabase): Promise<BilledService> {
    const stripe = await FakeStripe.start();
    const host = await InProcessService.start(place, stripe.variables);
    // It would charge cards at moments of its own, in the middle of whatever a test says of Stripe.
    await host.service.charges?.stop();
    return new BilledService(host, stripe);
  }

  async dispose(): Promise<void> {
    await this.host.dispose();
    await this.stripe.stop();
  }

  readonly send: SendWebhook = async (body, signature) => {
    const { service } = this.host;
    await applyPaymentEvent(service, { body: Buffer.from(body), signature, requestId: 'req_stripe' });
    return 200;
  };

  /** Sends what happened at Stripe and was not sent yet. */
  async deliver(): Promise<void> {
    await this.stripe.deliver(this.send);
  }

  async account(): Promise<BilledAccount> {
    const { id } = await createAccount(this.host.service, this.host.caller, newId('acc'), {});
    return new BilledAccount(this, id);
  }
}

export class BilledAccount {
  constructor(
    private readonly billed: BilledService,
    readonly id: string,
  ) {}

  get #page() {
    const [accountId, origin] = [this.id, 'https://svc.example'];
    return { accountId, origin, successUrl: null, cancelUrl: null };
  }

  async pageToSaveCard(): Promise<string> {
    const { service, caller } = this.billed.host;
    return (await startPayg(service, caller, this.#page, {})).url;
  }

  async pageToBuy(credits: number): Promise<string> {
    const { service, caller } = this.billed.host;
    return (await startTopup(service, caller, { ...this.#page, credits }, {})).url;
  }

  async pageToSubscribe(plan: 'solo' | 'pro', interval: 'monthly' | 'annual' = 'monthly'): Promise<string> {
    const { service, caller } = this.billed.host;
    return (await startSubscription(service, caller, { ...this.#page, plan, interval }, {})).url;
  }

  async saveCard(last4?: string): Promise<BillingRecord> {
    this.billed.stripe.complete(await this.pageToSaveCard(), last4 === undefined ? {} : { last4 });
    await this.billed.deliver();
    return await this.billing();
  }

  billing(): Promise<BillingRecord> {
    return readBilling(this.#db, this.id);
  }

  balance() {
    return readBalance(this.#db, this.id);
  }

  charges() {
    return this.#db
      .selectFrom('charges')
      .selectAll()
      .where('account_id', '=', this.id)
      .orderBy('id')
      .execute();
  }

  /** Spends credits as a review does. */
  async spend(credits: number): Promise<void> {
    await this.change(async (c) => {
      const spending = { accountId: this.id, kind: 'review', subject: newId('job'), credits } as const;
      await spendCredits(c, { ...spending, workbookId: null as unknown as string, metered: true });
      await c.audit({ chain: this.id, action: 'workbook.updated' });
    });
  }

  async change(work: (c: Change) => Promise<void>): Promise<void> {
    const { service, caller } = this.billed.host;
    await change(service.catalog, caller, work);
  }

  get #db() {
    return this.billed.host.service.catalog.db;
  }
}
