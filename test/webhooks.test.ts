import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ReceivedMessage, WebhookReceiver } from '../server/test-support/webhook-receiver.js';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { CalledService, TestService } from './support/service.js';

const env = { SVC_ALLOW_PRIVATE_NETWORK: 'true' };
const WEBHOOKS = '/api/v1/me/webhooks';

let service: TestService;
let owner: Api;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await TestService.start({ env });
  owner = await service.signIn();
});
afterAll(() => service.dispose());
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.stop());

async function startAgain(): Promise<void> {
  service = await TestService.start({ env, dataDir: service.dataDir });
  owner = await service.signIn();
}

const subscribe = async (api = owner, more: object = {}) =>
  (await api.post(WEBHOOKS, { url: receiver.url(), ...more })).body;

const createTable = (workbook: string, name: string) =>
  owner.post(`${workbook}/tables`, { name, columns: [{ name: 'a' }] });

/** The deliveries of a webhook, once the newest has this status. */
const deliveriesAt = (webhook: string, status: string) =>
  eventually(async () => {
    const { deliveries } = (await owner.get(`${WEBHOOKS}/${webhook}/deliveries`)).body;
    return deliveries[0]?.status === status ? deliveries : undefined;
  });

test('a subscriber is told of a change, signed in both ways, and finds the delivery in the log', async () => {
  const { secret, ...webhook } = await subscribe();
  const workbook = await owner.workbook();
  const { table } = (await createTable(workbook, '売上')).body;
  const [message] = await receiver.messages(1);
  const { text = '', headers = {} } = message ?? {};
  const event = JSON.parse(text);
  expect(event).toEqual({
    id: headers['webhook-id'],
    kind: 'artifact.updated',
    created_at: expect.any(String),
    workbook_id: workbook.split('/').at(-1),
    data: { name: '売上', artifact_id: table.id, edit_version: 1, op_id: expect.any(Number) },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-svc-event': 'artifact.updated',
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
  });
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(event);

  const [delivery] = await deliveriesAt(webhook.id, 'delivered');
  expect(delivery).toEqual({
    id: headers['x-svc-delivery'],
    event_id: event.id,
    kind: 'artifact.updated',
    status: 'delivered',
    attempts: 1,
    last_status: 200,
    last_error: null,
    next_attempt_at: null,
    created_at: expect.any(String),
  });
  const { body: listed } = await owner.get(WEBHOOKS);
  expect(listed).toEqual({ webhooks: [webhook], next_cursor: null });
  expect((await owner.get(`${WEBHOOKS}/${webhook.id}`)).body).toEqual(webhook);
});

test('a delivery is sent again, a test is sent at once, and a deleted webhook is told nothing', async () => {
  receiver.answer = (_, response) => response.writeHead(500).end();
  const webhook = await subscribe();
  const at = `${WEBHOOKS}/${webhook.id}`;
  await createTable(await owner.workbook(), 'a');
  const [failed] = await deliveriesAt(webhook.id, 'failed');
  expect(failed).toMatchObject({ last_status: 500, last_error: 'The receiver answered 500.' });
  // It may be attempted again at any time from here on, since a busy machine takes long for each of these steps.
  const { status, failures } = (await owner.get(at)).body;
  expect([status, failures > 0]).toEqual(['active', true]);

  receiver.answer = (_, response) => response.end();
  expect(await owner.post(`${at}/deliveries/${failed.id}/redeliver`)).toMatchObject({
    status: 202,
    body: { id: failed.id, status: 'pending', attempts: 0 },
  });
  expect(await deliveriesAt(webhook.id, 'delivered')).toMatchObject([{ id: failed.id, attempts: 1 }]);

  expect((await owner.post(`${at}/test`)).status).toBe(202);
  const isTest = ({ kind }: { kind?: unknown }) => kind === 'webhook.test';
  expect(await eventually(async () => receiver.bodies.find(isTest))).toMatchObject({
    workbook_id: null,
    data: { webhook_id: webhook.id },
  });
  const sentAgain = receiver.bodies.filter((body) => !isTest(body));
  expect(sentAgain.length).toBeGreaterThan(1);
  expect(new Set(sentAgain.map(({ id }) => id)).size).toBe(1);

  expect((await owner.delete(at)).status).toBe(204);
  expect((await owner.get(`${at}/deliveries`)).status).toBe(404);
  expect((await owner.post(`${at}/test`)).status).toBe(404);
});

test('what a receiver refused is sent to a new address at once, and other kinds follow from then on', async () => {
  receiver.answer = (_, response) => response.writeHead(500).end();
  const { secret, ...webhook } = await subscribe();
  const at = `${WEBHOOKS}/${webhook.id}`;
  const workbook = await owner.workbook();
  await createTable(workbook, 'first');
  await deliveriesAt(webhook.id, 'failed');
  const { paused_until } = (await owner.get(at)).body;
  await createTable(workbook, 'second');
  const shown = await deliveriesAt(webhook.id, 'pending');
  for (const { next_attempt_at } of shown) expect(next_attempt_at >= paused_until).toBe(true);

  const other = await WebhookReceiver.start();
  onTestFinished(() => other.stop());
  const moved = await owner.patch(at, { url: other.url(), events: ['job.completed'] });
  expect(moved).toMatchObject({
    status: 200,
    body: { ...webhook, url: other.url(), events: ['job.completed'], failures: 0, paused_until: null },
  });
  const messages = await other.messages(2);
  expect(messages.map(({ text }) => JSON.parse(text).data.name)).toEqual(['first', 'second']);
  expect(new Webhook(secret).verify(messages[0]?.text ?? '', messages[0]?.headers as never)).toBeTruthy();

  expect(await owner.patch(at, { url: 'ftp://example.com' })).toMatchObject({ status: 422 });
  expect(await owner.patch(at, {})).toMatchObject({ status: 200, body: { url: other.url() } });
});

test('a secret is replaced, and for a while messages are signed with both', async () => {
  const { secret: previous, ...webhook } = await subscribe();
  const at = `${WEBHOOKS}/${webhook.id}`;
  const rotated = await owner.post(`${at}/rotate-secret`, {});
  const { secret, previous_secret_until } = rotated.body;
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(previous);
  const hours = (Date.parse(previous_secret_until) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  expect((await owner.get(at)).body).toEqual({ ...webhook, previous_secret_until });

  const tested = async () => {
    const count = receiver.received.length;
    await owner.post(`${at}/test`);
    const { text, headers } = (await receiver.messages(count + 1)).at(-1) as ReceivedMessage;
    return (known: string) => () => new Webhook(known).verify(text, headers as Record<string, string>);
  };
  const both = await tested();
  expect(both(secret)).not.toThrow();
  expect(both(previous)).not.toThrow();

  const { secret: last } = (await owner.post(`${at}/rotate-secret`, { overlap_hours: 0 })).body;
  const alone = await tested();
  expect(alone(last)).not.toThrow();
  expect(alone(secret)).toThrow();
});

test('a webhook is told of the kinds it asked for, within the reach of the credential that created it', async () => {
  const [inside, outside] = [await owner.workbook(), await owner.workbook()];
  const pinned = await owner.mint(['workbooks:read'], { resource: `workbook:${inside.split('/').at(-1)}` });
  const everything = await subscribe(owner, { url: receiver.url('/all') });
  const snapshots = await subscribe(owner, {
    url: receiver.url('/snapshots'),
    events: ['snapshot.committed'],
  });
  const ofOne = await subscribe(pinned, { url: receiver.url('/one') });
  await createTable(outside, 'a');
  await createTable(inside, 'b');
  await owner.post(`${inside}/snapshots`, { summary: 'end' });
  await receiver.messages(6);
  const toldAt = (path: string) =>
    receiver.received
      .filter((message) => message.path === path)
      .map(({ headers, text }) => [headers['x-svc-event'], JSON.parse(text).workbook_id]);
  const [idInside, idOutside] = [inside, outside].map((path) => path.split('/').at(-1));
  const told = [
    ['artifact.updated', idInside],
    ['snapshot.committed', idInside],
  ];
  expect(toldAt('/all')).toEqual([['artifact.updated', idOutside], ...told]);
  expect(toldAt('/snapshots')).toEqual([['snapshot.committed', idInside]]);
  expect(toldAt('/one')).toEqual(told);

  const idsSeenBy = async (api: Api) =>
    (await api.get(WEBHOOKS)).body.webhooks.map(({ id }: { id: string }) => id);
  expect(await idsSeenBy(pinned)).toEqual([ofOne.id]);
  expect((await idsSeenBy(owner)).slice(0, 3)).toEqual([ofOne.id, snapshots.id, everything.id]);
  expect((await pinned.delete(`${WEBHOOKS}/${everything.id}`)).status).toBe(404);
  expect((await (await owner.mint(['keys:read'])).get(WEBHOOKS)).status).toBe(403);
});

test('a receiver that was being told when the service was killed is told again after the restart', async () => {
  receiver.answer = () => {};
  const webhook = await subscribe();
  await createTable(await owner.workbook(), 'a');
  await receiver.messages(1);
  await service.stop('SIGKILL');
  receiver.answer = (_, response) => response.end();
  await startAgain();
  await receiver.messages(2);
  expect(receiver.bodies[1]).toEqual(receiver.bodies[0]);
  expect(await deliveriesAt(webhook.id, 'delivered')).toMatchObject([{ attempts: 1 }]);
});

test('an event that was committed and not yet sent when the service stopped is sent after the restart', async () => {
  receiver.answer = (_, response) => response.writeHead(500).end();
  const webhook = await subscribe();
  const workbook = await owner.workbook();
  await createTable(workbook, 'a');
  await deliveriesAt(webhook.id, 'failed');
  await createTable(workbook, 'b');
  expect(await service.stop()).toBe(0);
  receiver.answer = (_, response) => response.end();
  const before = receiver.bodies.length;
  await startAgain();
  await receiver.messages(before + 2);
  // After a failure the order is open: what failed waits for its next attempt.
  const told = receiver.bodies.slice(before).map(({ data }) => (data as { name: string }).name);
  expect(told.sort()).toEqual(['a', 'b']);
});

test('a webhook needs an address on the open Internet, and a user has at most 50', async () => {
  const closed = await CalledService.shared();
  const stranger = await closed.signIn();
  const refusal = async (url: string) => (await stranger.post(WEBHOOKS, { url })).body;
  for (const url of [
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'ftp://8.8.8.8/',
    'https://a:b@8.8.8.8/',
    'nowhere',
  ])
    expect(await refusal(url)).toMatchObject({
      type: expect.stringMatching(/url-refused$/),
      errors: [{ path: '/url' }],
    });
  expect((await stranger.post(WEBHOOKS, { url: 'https://8.8.8.8/', events: ['none'] })).status).toBe(422);

  const attempts = Array.from({ length: 52 }, () => stranger.post(WEBHOOKS, { url: 'https://8.8.8.8/' }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(50).fill(201), 409, 409]);
});

test('the secret is nowhere in the catalog in the clear', async () => {
  const { secret } = await subscribe();
  await service.stop();
  const stored = await readFile(`${service.dataDir}/catalog.db`);
  expect(stored.includes(secret)).toBe(false);
  expect(stored.includes('sealed:v1:')).toBe(true);
  await startAgain();
});
