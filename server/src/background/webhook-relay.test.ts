import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { author, newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { describeDatabase, describeEachDatabase, type TestDatabase } from '../../test-support/databases.js';
import { WebhookReceiver } from '../../test-support/webhook-receiver.js';
import type { Catalog } from '../catalog/catalog.js';
import { change } from '../catalog/change.js';
import { openCatalog } from '../catalog/open-catalog.js';
import { type DeliveryRecord, queueAgain, queueDeliveries } from '../catalog/webhook-deliveries.js';
import { insertWebhook } from '../catalog/webhook-records.js';
import { newId } from '../core/ids.js';
import { newSigningSecret } from '../core/webhook-signatures.js';
import { type PublicNetwork, publicFetcher, publicUrls } from '../gateways/fetch-public.js';
import { sendWebhook } from '../gateways/send-webhook.js';
import { createLog } from '../log.js';
import { createMetrics } from '../metrics.js';
import { WebhookRelay } from './webhook-relay.js';

const impatient = { timeoutMs: 500 };

/** Webhooks of one workbook, with a clock that only the test moves. */
class World {
  catalog!: Catalog;
  workbook!: TestWorkbook;
  receiver!: WebhookReceiver;
  now = new Date();
  position = 0;
  readonly relays: WebhookRelay[] = [];

  async open(database: TestDatabase): Promise<void> {
    this.catalog = await openCatalog(await database.fresh());
  }

  async begin(): Promise<void> {
    this.now = new Date();
    this.workbook = await newWorkbook(this.catalog);
    this.receiver = await WebhookReceiver.start();
  }

  async end(): Promise<void> {
    this.receiver.stop();
    for (const relay of this.relays.splice(0)) await relay.stop();
  }

  relay({ timeoutMs, ...network }: { timeoutMs?: number } & Partial<PublicNetwork> = {}): WebhookRelay {
    const fetchPublic = publicFetcher({ allowPrivateNetwork: true, ...network });
    const relay = new WebhookRelay({
      catalog: this.catalog,
      log: createLog('silent'),
      metrics: createMetrics(),
      bodiesOf: async (_, deliveries) => deliveries.map(({ data }) => data),
      send: (message, connections) =>
        sendWebhook(message, { fetchPublic, connections, ...(timeoutMs && { timeoutMs }) }),
      now: () => this.now,
    });
    this.relays.push(relay);
    return relay;
  }

  async subscribe(url = this.receiver.url()): Promise<string> {
    const id = newId('whk');
    const webhook = { id, user_id: this.workbook.userId, account_id: null, resource: 'account', url };
    await change(this.catalog, author, async (c) => {
      await c.audit({ chain: webhook.user_id, action: 'workbook.updated' });
      await insertWebhook(this.catalog, c, { ...webhook, events: '[]', secret: newSigningSecret() });
    });
    return id;
  }

  /** Queues events with these numbers. */
  async tell(...numbers: number[]): Promise<void> {
    const events = numbers.map((n) => ({
      id: newId('evt'),
      workbookId: this.workbook.workbookId,
      kind: 'artifact.updated' as const,
      data: { n },
      createdAt: this.now.toISOString(),
      position: ++this.position,
    }));
    await this.catalog.transaction((tx) => queueDeliveries(tx, events, this.now));
  }

  pass(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000);
  }

  async deliveries(webhookId: string): Promise<DeliveryRecord[]> {
    return await this.catalog.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .orderBy('position')
      .execute();
  }

  async webhook(webhookId: string) {
    const { catalog } = this;
    return await catalog.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhookId)
      .executeTakeFirstOrThrow();
  }

  get numbers(): unknown[] {
    return this.receiver.bodies.map(({ n }) => n);
  }
}

async function run(relay: WebhookRelay): Promise<void> {
  relay.wake();
  await relay.idle();
}

function setUp(database: TestDatabase): World {
  const world = new World();
  beforeAll(() => world.open(database));
  afterAll(() => world.catalog.close());
  beforeEach(() => world.begin());
  afterEach(() => world.end());
  return world;
}

describeEachDatabase('the relay', (database) => {
  const world = setUp(database);

  test('sends the events of a webhook in their order, and marks them', async () => {
    const webhook = await world.subscribe();
    await world.tell(...Array.from({ length: 250 }, (_, i) => i));
    await run(world.relay());
    expect(world.numbers).toEqual(Array.from({ length: 250 }, (_, i) => i));
    const deliveries = await world.deliveries(webhook);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
    expect(await world.webhook(webhook)).toMatchObject({ due_at: null, failures: 0 });
  });

  test('shares the work with another: everything is sent once', async () => {
    const webhooks = await Promise.all(Array.from({ length: 20 }, () => world.subscribe()));
    const relays = [world.relay(), world.relay()];
    await world.tell(1, 2, 3);
    await Promise.all(relays.map(run));
    for (const relay of relays) await run(relay);
    expect(world.receiver.received).toHaveLength(3 * webhooks.length);
  });

  test('repeats what another had sent and not marked when it died', async () => {
    const webhook = await world.subscribe();
    await world.tell(1);
    await world.catalog.db
      .updateTable('webhooks')
      .set({ lease_owner: 'dead', lease_until: new Date(world.now.getTime() + 30_000).toISOString() })
      .where('id', '=', webhook)
      .execute();
    await run(world.relay());
    expect(world.numbers).toEqual([]);
    world.pass(31);
    await run(world.relay());
    expect(world.numbers).toEqual([1]);
  });
});

describeDatabase('sqlite', 'a receiver', (database) => {
  const world = setUp(database);

  test('that fails is asked again after 5 seconds, then 30, and gets all in order once it works', async () => {
    const webhook = await world.subscribe();
    const relay = world.relay();
    world.receiver.answer = (_, response) => response.writeHead(500).end('broken');
    await world.tell(1, 2);
    await run(relay);
    const [first, second] = await world.deliveries(webhook);
    expect(first).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_status: 500,
      last_error: expect.stringContaining('The receiver answered 500.'),
    });
    expect(second).toMatchObject({ status: 'pending', attempts: 0 });
    const wait = Date.parse(first?.next_attempt_at ?? '') - world.now.getTime();
    expect(wait).toBeGreaterThanOrEqual(5_000);
    expect(wait).toBeLessThanOrEqual(6_000);
    await world.tell(3);
    await run(relay);
    expect(world.receiver.received).toHaveLength(1);

    world.receiver.answer = (_, response) => response.end();
    world.pass(6);
    await run(relay);
    expect(world.numbers).toEqual([1, 1, 2, 3]);
    expect(await world.webhook(webhook)).toMatchObject({ failures: 0, paused_until: null });
  });

  test('that fails again and again is sent the event that it refused first, at the time that was shown', async () => {
    const webhook = await world.subscribe();
    const relay = world.relay();
    world.receiver.answer = (_, response) => response.writeHead(500).end();
    await world.tell(1);
    await run(relay);
    await world.tell(2, 3);
    for (const attempt of [2, 3]) {
      const [first] = await world.deliveries(webhook);
      const shown = Date.parse(first?.next_attempt_at ?? '');
      world.now = new Date(shown - 1);
      await run(relay);
      expect(world.numbers).toHaveLength(attempt - 1);
      world.now = new Date(shown);
      if (attempt === 3) world.receiver.answer = (_, response) => response.end();
      await run(relay);
    }
    expect(world.numbers).toEqual([1, 1, 1, 2, 3]);
  });

  test('that never works is given up after nine attempts, and asked again if its user wants', async () => {
    const webhook = await world.subscribe();
    const relay = world.relay();
    world.receiver.answer = (_, response) => response.writeHead(503).end();
    await world.tell(1);
    for (let attempt = 0; attempt < 12; attempt++) {
      await run(relay);
      world.pass(15 * 3600);
    }
    const [delivery] = (await world.deliveries(webhook)) as [DeliveryRecord];
    expect(delivery).toMatchObject({
      status: 'given_up',
      attempts: 9,
      last_status: 503,
      next_attempt_at: null,
    });
    expect(world.receiver.received).toHaveLength(9);

    world.receiver.answer = (_, response) => response.end();
    await world.catalog.transaction((tx) => queueAgain(tx, delivery, world.now.toISOString()));
    await run(relay);
    expect(await world.deliveries(webhook)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  test('that refuses one event gets the others', async () => {
    const webhook = await world.subscribe();
    const relay = world.relay();
    world.receiver.answer = (_, response) => response.writeHead(world.numbers.at(-1) === 1 ? 500 : 200).end();
    await world.tell(1, 2, 3);
    for (const seconds of [0, 6, 36, 144, 144]) {
      world.pass(seconds);
      await run(relay);
    }
    expect((await world.deliveries(webhook)).map(({ status }) => status)).toEqual([
      'failed',
      'delivered',
      'delivered',
    ]);
  });

  test('that fails for more than a day is not offered what has waited for as long', async () => {
    const webhook = await world.subscribe();
    const relay = world.relay();
    world.receiver.answer = (_, response) => response.writeHead(500).end();
    await world.tell(1, 2);
    await run(relay);
    world.pass(25 * 3600);
    await run(relay);
    expect((await world.deliveries(webhook)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 2],
      ['given_up', 0],
    ]);
  });

  test('that answers 410 ends the subscription', async () => {
    const webhook = await world.subscribe();
    const relay = world.relay();
    world.receiver.answer = (_, response) => response.writeHead(410).end();
    await world.tell(1, 2);
    await run(relay);
    expect(await world.webhook(webhook)).toMatchObject({ status: 'ended', due_at: null });
    expect(await world.deliveries(webhook)).toMatchObject([
      { status: 'given_up', last_status: 410 },
      { status: 'given_up', last_error: expect.stringContaining('The subscription has ended.') },
    ]);
    await world.tell(3);
    expect(await world.deliveries(webhook)).toHaveLength(2);
  });

  test('that redirects has failed, and the address is not followed', async () => {
    const webhook = await world.subscribe();
    world.receiver.answer = (_, response) =>
      response.writeHead(307, { location: world.receiver.url('/elsewhere') }).end();
    await world.tell(1);
    await run(world.relay());
    expect(world.receiver.received.map(({ path }) => path)).toEqual(['/']);
    expect(await world.deliveries(webhook)).toMatchObject([{ status: 'failed', last_status: 307 }]);
  });

  test('that does not answer in time has failed', async () => {
    const webhook = await world.subscribe();
    world.receiver.answer = () => {};
    await world.tell(1);
    await run(world.relay(impatient));
    expect(await world.deliveries(webhook)).toMatchObject([
      {
        status: 'failed',
        last_status: null,
        last_error: expect.stringContaining('The server took too long.'),
      },
    ]);
  });

  test('that answers byte by byte has failed when its time is over', async () => {
    const webhook = await world.subscribe();
    let dribble: NodeJS.Timeout | undefined;
    world.receiver.answer = (_, response) => {
      response.writeHead(200);
      dribble = setInterval(() => response.write('.'), 20);
    };
    await world.tell(1);
    await run(world.relay(impatient));
    clearInterval(dribble);
    expect(await world.deliveries(webhook)).toMatchObject([
      {
        status: 'failed',
        last_status: 200,
        last_error: expect.stringContaining('The server took too long.'),
      },
    ]);
  });

  test('that answers at length has taken the event, and the rest of the answer is not read', async () => {
    const webhook = await world.subscribe();
    world.receiver.answer = (_, response) => void response.writeHead(200).write(Buffer.alloc(1_000_000));
    await world.tell(1);
    await run(world.relay());
    expect(await world.deliveries(webhook)).toMatchObject([{ status: 'delivered' }]);
  });

  test('that closes its connections between messages gets all of them', async () => {
    const webhook = await world.subscribe();
    world.receiver.answer = (request, response) => response.end(() => request.socket.destroy());
    await world.tell(1, 2, 3);
    await run(world.relay());
    expect((await world.deliveries(webhook)).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
  });

  test('whose name comes to mean a private address is not reached', async () => {
    let address = '8.8.8.8';
    const resolve = async () => [{ address, family: 4 }];
    await publicUrls({ allowPrivateNetwork: false, resolve })('http://receiver.example/');
    const webhook = await world.subscribe('http://receiver.example/');
    address = '127.0.0.1';
    await world.tell(1);
    await run(world.relay({ allowPrivateNetwork: false, resolve }));
    expect(await world.deliveries(webhook)).toMatchObject([
      {
        status: 'failed',
        last_error: expect.stringContaining('The host receiver.example has no public address.'),
      },
    ]);
  });

  test('that does not answer delays nobody else', async () => {
    const dead = await WebhookReceiver.start();
    dead.answer = () => {};
    for (let i = 0; i < 50; i++) await world.subscribe(dead.url());
    await world.subscribe();
    await world.tell(1);
    const relay = world.relay({ timeoutMs: 600_000 });
    relay.wake();
    await world.receiver.messages(1);
    await world.tell(2);
    relay.wake();
    await world.receiver.messages(2);
    dead.stop();
    await relay.idle();
  });
});
