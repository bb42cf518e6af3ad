import { say } from '@workbook-data-service/contract/messages';
import { expect, test } from 'vitest';
import { failureOf, textOf } from '../../../test-support/connected-drive.js';
import { startLoopback } from '../../../test-support/fake-drive-http.js';
import { bytesOf } from './download.js';
import { driveApi } from './drive-api.js';
import { DriveFailure } from './drive-failure.js';

const access = { token: async () => 'token', renew: async () => 'token' };
const apiWith = (limits: { answerMs?: number } = {}) =>
  driveApi({
    name: 'Drive',
    failureOf: (status) =>
      new DriveFailure('unavailable', say('drive-status', { drive: 'Drive', status, reason: null })),
    wait: async () => undefined,
    ...limits,
  });

test('a drive that never answers is given up', async () => {
  const silent = await startLoopback(async () => undefined);
  const [api, url] = [apiWith({ answerMs: 20 }), new URL(silent.url)];
  expect((await failureOf(api.json(access, url))).message).toBe('Drive does not answer.');
  expect((await failureOf(api.open(access, url))).message).toBe('Drive does not answer.');
  await silent.stop();
});

test('a redirect is never followed with the token', async () => {
  const elsewhere = await startLoopback(async ({ response }) => void response.end('{}'));
  const drive = await startLoopback(
    async ({ response }) => void response.writeHead(302, { location: elsewhere.url }).end(),
  );
  const [api, url] = [apiWith(), new URL(drive.url)];
  expect((await failureOf(api.json(access, url))).message).toBe('Drive answered with status 302.');
  expect((await failureOf(api.open(access, url))).message).toBe('Drive answered with status 302.');
  await Promise.all([drive.stop(), elsewhere.stop()]);
});

test('a download that falls silent is given up', async () => {
  const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('first')) });
  const bytes = bytesOf(new Response(body), 'Drive', { idleMs: 20, timeoutMs: 10_000 });
  expect(await failureOf(textOf(bytes))).toMatchObject({ kind: 'unavailable', isTransientFailure: true });
});

test('a reader that stops ends the transfer', async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (stream) => stream.enqueue(Buffer.from('endless')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const _ of bytesOf(new Response(body), 'Drive')) break;
  expect(isCancelled).toBe(true);
});
