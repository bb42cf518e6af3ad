import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A signing secret in the form that libraries for Standard Webhooks expect. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

interface SignedMessage {
  /** The id of the event: the same in every attempt. */
  id: string;
  sentAt: Date;
  body: string;
}

/**
 * The headers that prove who sent a message, by its secret and, for a while after that was replaced, by the previous
 * one. `X-SVC-Signature` is keyed with the text of the secret and covers the body; `webhook-signature` follows Standard
 * Webhooks, which takes several, is keyed with the bytes that the secret encodes, and also covers the id and the time.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, sentAt, body }: SignedMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  const [own, previous] = secrets.map(
    (secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  return {
    ...(own !== undefined && { 'x-svc-signature': own }),
    ...(previous !== undefined && { 'x-svc-signature-previous': previous }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
