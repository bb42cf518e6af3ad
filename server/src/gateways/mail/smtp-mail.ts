import { isIP } from 'node:net';
import { within } from '../../core/within.js';
import { type Mail, type MailMessage, MailNotTaken } from './mail.js';

/** The operator's settings, as the configuration names them. */
interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** More time for a large message, at a rate that any line has. */
const BYTES_PER_MS = 100;

/** The mail server of the service, or undefined if none is set up. */
export function openMail(
  { smtpUrl, mailFrom }: MailSettings,
  { timeoutMs = TIMEOUT_MS } = {},
): Mail | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  return { send: (message) => sendBySmtp(message, { url: smtpUrl, from: mailFrom, timeoutMs }) };
}

async function sendBySmtp(
  message: MailMessage,
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
  // A message is read once the server has let the service in, and not before.
  let hasBegun = false;
  transport.use('stream', ({ message: content }, done) => {
    content.processFunc((stream) => {
      hasBegun = true;
      return stream;
    });
    done();
  });
  const { to, subject, text, html, messageId } = message;
  // As objects, addresses are not parsed: no spelling of one makes it two.
  const sent = transport.sendMail({
    from: { name: '', address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    attachments: partsOf(message),
    ...(message.unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(message.unsubscribeUrl) }),
    ...(messageId !== undefined && { messageId: `<${messageId}@${from.split('@').at(-1)}>` }),
  });
  const settled = sent.catch((error: unknown) => {
    const status = statusOf(error);
    throw status !== undefined || !hasBegun ? new MailNotTaken(status, error) : error;
  });
  await within(timeoutMs + sizeOf(message) / BYTES_PER_MS, settled);
}

function partsOf({ pictures = [], attachments = [] }: MailMessage) {
  return [
    ...pictures.map(({ cid, png }) => ({
      cid,
      filename: `${cid.split('@')[0]}.png`,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      content: Buffer.from(png),
    })),
    ...attachments.map((one) => ({ ...one, content: Buffer.from(one.content) })),
  ];
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
});

/** Line breaks would begin another header, and marks of direction could turn the line around. */
const oneLine = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

const sizeOf = ({ pictures = [], attachments = [] }: MailMessage) =>
  [...pictures.map(({ png }) => png), ...attachments.map(({ content }) => content)].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );

/** What the mail server answered; undefined if it did not. */
function statusOf(error: unknown): number | undefined {
  const { responseCode } = (error ?? {}) as { responseCode?: unknown };
  return typeof responseCode === 'number' ? responseCode : undefined;
}

/** A password crosses a network encrypted or not at all. */
function sendsPassword({ username, hostname }: URL): boolean {
  const isLoopback = hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
  return username !== '' && !isLoopback && hostname !== '[::1]';
}
