import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cancelSignal } from '../../core/cancellation.js';
import { streamParts } from './stream-parts.js';

const part = (content: string) => Readable.from([Buffer.from(content)]);

test('parts follow each other, and one is made while the one before is sent', async () => {
  const made: number[] = [];
  const stream = await streamParts(4, async (index) => {
    made.push(index);
    return part(String(index));
  });
  expect(made).toEqual([0]);
  const iterator = stream.iterator({ destroyOnReturn: false });
  await iterator.next();
  expect(made).toEqual([0, 1]);
  await iterator.return?.();
  expect(await text(stream)).toBe('123');
});

test('a part that fails breaks the stream off, and the first part that fails is an answer', async () => {
  const failing = (bad: number) => async (index: number) => {
    if (index === bad) throw new Error('out of order');
    return part('rows');
  };
  await expect(text(await streamParts(3, failing(1)))).rejects.toThrow('out of order');
  await expect(streamParts(3, failing(0))).rejects.toThrow('out of order');
});

test('when the client leaves, work on the next part is cancelled and all parts are closed', async () => {
  const first = part('first');
  let cancelled: Promise<unknown> | undefined;
  const stream = await streamParts(3, async (index) => {
    if (index === 0) return first;
    cancelled = once(cancelSignal() as AbortSignal, 'abort');
    await cancelled;
    throw new Error('cancelled');
  });
  await once(stream, 'readable');
  stream.destroy();
  await cancelled;
  expect([first.destroyed, cancelled !== undefined]).toEqual([true, true]);
});

test('a stream that nobody reads closes its first part', async () => {
  const first = part('first');
  const stream = await streamParts(2, async () => first);
  stream.destroy();
  await once(stream, 'close');
  expect(first.destroyed).toBe(true);
});
