import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MailNotTaken } from './mail.js';
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

test.each([
  ['a server that refuses the mailbox has not taken the message', '550 no such mailbox', true],
  ['one that dies once it has the message may have taken it', undefined, false],
])('%s', async (_, refusal, isKnown) => {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      const line = String(data);
      if (line.endsWith('\r\n.\r\n')) return socket.destroy();
      if (line.startsWith('RCPT') && refusal !== undefined) return socket.write(`${refusal}\r\n`);
      return socket.write(line.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n');
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const mail = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'data@example.com' });
  const error = await mail?.send(message).catch((thrown: unknown) => thrown);
  expect([error instanceof Error, error instanceof MailNotTaken]).toEqual([true, isKnown]);
});
