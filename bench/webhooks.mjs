// Deliveries that wait, from the first that is sent to the last that has arrived, beside bare POSTs of the same size.
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { change } from '#server/catalog/change.js';
import { queueDeliveries } from '#server/catalog/webhook-deliveries.js';
import { insertWebhook } from '#server/catalog/webhook-records.js';
import { readConfig } from '#server/config.js';
import { newId } from '#server/core/ids.js';
import { scopes } from '#server/core/scopes.js';
import { newSigningSecret } from '#server/core/webhook-signatures.js';
import { createWorkbook } from '#server/features/workbooks/workbooks.js';
import { createLog } from '#server/log.js';
import { openService } from '#server/open-service.js';
import { median, printTable, timed } from './support/measure.mjs';

const DELIVERIES = 10_000;
const ROUNDS = 3;
const FAR = '9999-01-01T00:00:00.000Z';

const dataDir = await mkdtemp(join(tmpdir(), 'webhooks-bench-'));
const receiver = fork(new URL('./support/webhook-receiver.mjs', import.meta.url).pathname);
const { port } = await message();
const url = `http://127.0.0.1:${port}/`;
const config = readConfig({ SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_NETWORK: 'true' });
const service = await openService(config, createLog('error'));
let position = 0;
try {
  const { catalog } = service;
  const { id: userId } = await catalog.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const workbookId = await newWorkbook(userId);
  const rows = [];
  for (const receivers of [1, 50]) {
    const webhooks = await subscribe(userId, receivers);
    /** @type {Record<'ours' | 'bare', { ms: number; cpu: number }[]>} */
    const costs = { ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++) {
      await queue(workbookId, receivers);
      costs.ours.push(await cost(() => drain()));
      costs.bare.push(await cost(() => postAll(receivers)));
    }
    await catalog.db.deleteFrom('webhooks').where('id', 'in', webhooks).execute();
    for (const [what, rounds] of Object.entries(costs))
      rows.push([
        `${receivers}`,
        what === 'ours' ? 'deliveries' : 'bare POSTs',
        ((DELIVERIES / median(rounds.map(({ ms }) => ms))) * 1000).toFixed(0),
        median(rounds.map(({ cpu }) => cpu)).toFixed(2),
      ]);
  }
  printTable(
    `${DELIVERIES} deliveries that wait`,
    ['receivers', 'sent', 'per second', 'CPU s of the sender'],
    rows,
  );
} finally {
  await service.close();
  receiver.kill();
  await rm(dataDir, { recursive: true });
}

/** Of a busy machine, the processor time says more than the time. */
async function cost(work) {
  const from = process.cpuUsage();
  const ms = await timed(work);
  const { user, system } = process.cpuUsage(from);
  return { ms, cpu: (user + system) / 1e6 };
}

function message() {
  return new Promise((resolve) => receiver.once('message', resolve));
}

async function newWorkbook(userId) {
  const credential = {
    kind: /** @type {const} */ ('session'),
    id: 'ses_bench',
    accountId: null,
    scopes,
    reach: { kind: /** @type {const} */ ('account') },
    rateLimitPerMinute: 1,
    expiresAt: null,
    issuers: [],
  };
  const caller = { userId, credentialId: null, requestId: 'req_bench', credential };
  return (await createWorkbook(service, caller, { title: 'Bench' }, {})).id;
}

async function subscribe(userId, count) {
  const { catalog } = service;
  const author = { userId, credentialId: null, requestId: null };
  const webhook = { user_id: userId, account_id: null, resource: 'account', url, events: '[]' };
  return await change(catalog, author, async (c) => {
    await c.audit({ chain: userId, action: 'workbook.updated' });
    const ids = Array.from({ length: count }, () => newId('whk'));
    for (const id of ids) await insertWebhook(catalog, c, { ...webhook, id, secret: newSigningSecret() });
    return ids;
  });
}

/** Queues as many events as make the wanted number of deliveries, while nothing is sent. */
async function queue(workbookId, receivers) {
  const { catalog } = service;
  await catalog.db.updateTable('webhooks').set({ paused_until: FAR }).execute();
  const data = { name: 'sales', artifact_id: newId('art'), edit_version: 8, op_id: 31 };
  const events = Array.from({ length: DELIVERIES / receivers }, () => ({
    id: newId('evt'),
    workbookId,
    kind: /** @type {const} */ ('artifact.updated'),
    data,
    createdAt: new Date().toISOString(),
    position: ++position,
  }));
  await catalog.transaction((tx) => queueDeliveries(tx, events));
}

async function drain() {
  await expectMessages();
  await service.catalog.db.updateTable('webhooks').set({ paused_until: null }).execute();
  service.webhooks.wake();
  await message();
}

/** One after the other for each receiver, as deliveries are, over connections that stay open. */
async function postAll(receivers) {
  await expectMessages();
  const agent = new Agent({ keepAlive: true });
  const body = Buffer.alloc(260, 'x');
  const postSome = async () => {
    for (let i = 0; i < DELIVERIES / receivers; i++) await post(agent, body);
  };
  await Promise.all([message(), ...Array.from({ length: receivers }, postSome)]);
  agent.destroy();
}

async function expectMessages() {
  const ready = message();
  receiver.send(DELIVERIES);
  await ready;
}

function post(agent, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
