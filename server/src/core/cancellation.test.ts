import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancellable, cancelSignal, refuseCancelled, withoutCancellation } from './cancellation.js';

test('work learns that its call was cancelled, however deep it is', async () => {
  const cancelled = new AbortController();
  const deep = async () => {
    await nextTurn();
    refuseCancelled(cancelSignal());
    return 'done';
  };
  expect(await cancellable(cancelled.signal, deep)).toBe('done');
  const working = cancellable(cancelled.signal, deep);
  cancelled.abort();
  await expect(working).rejects.toMatchObject({ slug: 'cancelled', status: 499 });
});

test('a part of a call is cancelled by itself, and with the call', async () => {
  const [call, part] = [new AbortController(), new AbortController()];
  await cancellable(call.signal, async () => {
    await cancellable(part.signal, async () => {
      part.abort();
      expect(cancelSignal()?.aborted).toBe(true);
    });
    expect(cancelSignal()?.aborted).toBe(false);
    await cancellable(new AbortController().signal, async () => {
      call.abort();
      expect(cancelSignal()?.aborted).toBe(true);
    });
  });
});

test('what others need goes on, and so does what a call leaves in the background', async () => {
  const { signal } = new AbortController();
  let background: Promise<AbortSignal | undefined> | undefined;
  await cancellable(signal, async () => {
    expect(cancelSignal()).toBe(signal);
    expect(withoutCancellation(cancelSignal)).toBeUndefined();
    background = nextTurn().then(cancelSignal);
  });
  expect(await background).toBeUndefined();
});
