import { isIP } from 'node:net';
import { within } from '../../core/within.js';
import type { Mail, MailMessage } from './mail.js';

/** The operator's settings, as the configuration names them. */
interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** The mail server of the service, or undefined if none is set up. */
export function openMail(
  { smtpUrl, mailFrom }: MailSettings,
  { timeoutMs = TIMEOUT_MS } = {},
): Mail | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  return { send: (message) => sendBySmtp(message, { url: smtpUrl, from: mailFrom, timeoutMs }) };
}

async function sendBySmtp(
  { to, subject, text, messageId }: MailMessage,
  { url, from, timeoutMs }: { url: string; from: string; timeoutMs: number },
): Promise<void> {
  // Mail is rare, so the package is loaded by the first message, and each has a connection of its own.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    requireTLS: sendsPassword(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // As objects, addresses are not parsed: no spelling of one makes it two.
  const sent = transport.sendMail({
    from: { name: '', address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    ...(messageId !== undefined && { messageId: `<${messageId}@${from.split('@').at(-1)}>` }),
  });
  await within(timeoutMs, sent);
}

/** A password crosses a network encrypted or not at all. */
function sendsPassword({ username, hostname }: URL): boolean {
  const isLoopback = hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
  return username !== '' && !isLoopback && hostname !== '[::1]';
}
