import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { expect, onTestFinished, test } from 'vitest';
import { newSigningSecret, signatureHeaders } from '../server/src/core/webhook-signatures.js';
import { eventually } from './support/eventually.js';
import { freePort } from './support/free-port.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const secret = newSigningSecret();
const body = JSON.stringify({ id: 'evt_1', kind: 'artifact.updated', data: { name: '売上' } });

test('the receiver in TypeScript takes what the service signed, once, and nothing else', async () => {
  const { code } = transformSync('receiver.ts', await documented('ts'));
  await checkReceiver(process.execPath, 'receiver.mjs', code);
});

test.skipIf(!hasPython)('so does the receiver in Python', async () => {
  await checkReceiver('python3', 'receiver.py', await documented('python'));
});

/** The marked receiver of docs/events.md in a language. */
async function documented(language: string): Promise<string> {
  const page = await readFile(new URL('../docs/events.md', import.meta.url), 'utf8');
  const marked = new RegExp(`<!-- a test runs this receiver -->\\n\\n\`\`\`${language}\\n([^]*?)\`\`\``);
  return marked.exec(page)?.[1] ?? '';
}

async function checkReceiver(command: string, filename: string, program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-receiver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, filename), program);
  const port = await freePort();
  const child = spawn(command, [join(folder, filename)], {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });

  const send = async (headers: Record<string, string>, text = body) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;
  const signed = signatureHeaders([secret], { id: 'evt_1', sentAt: new Date(), body });
  const first = await eventually(() => send(signed).catch(() => undefined));
  expect(first).toBe(204);
  expect(await send(signed)).toBe(204);
  expect(await send(signed, body.replace('売上', '売下'))).toBe(401);
  expect(await send(signatureHeaders([newSigningSecret()], { id: 'evt_1', sentAt: new Date(), body }))).toBe(
    401,
  );
  expect(await send({})).toBe(401);
  await eventually(async () => (printed.includes('\n') ? true : undefined));
  expect(printed.match(/artifact\.updated/g)).toHaveLength(1);
}
