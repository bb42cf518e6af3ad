import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSigningSecret, signatureHeaders } from './webhook-signatures.js';

const secret = newSigningSecret();
const body = JSON.stringify({ id: 'evt_1', kind: 'artifact.updated', data: { name: '売上' } });
const headers = signatureHeaders([secret], { id: 'evt_1', sentAt: new Date(), body });

test('a library for Standard Webhooks accepts the message, and no altered one', () => {
  const receiver = new Webhook(secret);
  expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => receiver.verify(body.replace('売上', '売下'), headers)).toThrow();
  expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
  expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow();
});

test('X-SVC-Signature is the HMAC of the body, keyed with the secret as it was given', () => {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  expect(headers['x-svc-signature']).toBe(`sha256=${hex}`);
});

test('after a rotation receivers with either secret accept the message', () => {
  const previous = newSigningSecret();
  const both = signatureHeaders([secret, previous], { id: 'evt_1', sentAt: new Date(), body });
  for (const known of [secret, previous])
    expect(new Webhook(known).verify(body, both)).toEqual(JSON.parse(body));
  const hex = createHmac('sha256', previous).update(body).digest('hex');
  expect(both['x-svc-signature-previous']).toBe(`sha256=${hex}`);
  expect(both['x-svc-signature']).toBe(headers['x-svc-signature']);
  expect(headers).not.toHaveProperty('x-svc-signature-previous');
});
