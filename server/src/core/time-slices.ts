import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below the 200 ms for which nothing may block other requests. */
const SLICE_MS = 20;

/**
 * Splits long work on the event loop into slices between which other requests are served. A loop asks
 * `isOver` after each piece of work, which costs next to nothing, and awaits `next` only when the slice is
 * used up.
 */
export class TimeSlices {
  #startedAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#startedAt > SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#startedAt = performance.now();
  }
}

/** What a generator makes, piece by piece, in slices: a consumer that takes each at once would not stop in between. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  const slices = new TimeSlices();
  for (const item of items) {
    yield item;
    if (slices.isOver) await slices.next();
  }
}

/** Like `Array.map`, in slices. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const slices = new TimeSlices();
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item, results.length));
    if (slices.isOver) await slices.next();
  }
  return results;
}
