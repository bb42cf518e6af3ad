import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openMail } from './smtp-mail.js';

const message = { to: 'ann@example.com', subject: 'Hello', text: 'Hello' };

test('no mail server is none', () => {
  expect(openMail({ smtpUrl: undefined, mailFrom: undefined })).toBeUndefined();
});

test('a mail server that says nothing is given up', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'data@example.com' };
  await expect(openMail(settings, { timeoutMs: 50 })?.send(message)).rejects.toThrow();
});
