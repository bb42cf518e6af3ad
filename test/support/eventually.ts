import { setTimeout as pause } from 'node:timers/promises';
import { patience } from '../../server/test-support/patience.js';

/** Asks again until there is an answer; fails loudly after a while. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 120_000): Promise<T> {
  const from = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() - from > patience(withinMs))
      throw new Error(`nothing came of it within ${withinMs} ms`);
    await pause(25);
  }
}
