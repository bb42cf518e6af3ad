import { setTimeout as pause } from 'node:timers/promises';

/** Asks again until there is an answer; fails loudly after a while. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 120_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`nothing came of it within ${withinMs} ms`);
    await pause(25);
  }
}
