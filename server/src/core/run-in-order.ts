import { type Dependency, upstreamOf } from './table-graph.js';

interface OrderedRun {
  done: string[];
  failed: { item: string; error: unknown }[];
  /** Not tried, because something they depend on failed. */
  skipped: { item: string; because: string }[];
}

/**
 * Runs the work for each item once, after every other item that it depends on, directly or through nodes that
 * are not items; as many at a time as allowed. Items that depend on a failure are skipped.
 */
export async function runInOrder(
  items: Iterable<string>,
  dependencies: readonly Dependency[],
  parallel: number,
  work: (item: string) => Promise<void>,
): Promise<OrderedRun> {
  const waiting = new Set(items);
  const needs = new Map(
    [...waiting].map((item) => [
      item,
      [...upstreamOf([item], dependencies)].filter((one) => waiting.has(one)),
    ]),
  );
  const outcome: OrderedRun = { done: [], failed: [], skipped: [] };
  const settled = new Set<string>();
  const broken = new Map<string, string>();
  const running = new Map<string, Promise<void>>();

  const start = (item: string): void => {
    waiting.delete(item);
    const turn = work(item).then(
      () => void outcome.done.push(item),
      (error: unknown) => {
        outcome.failed.push({ item, error });
        broken.set(item, item);
      },
    );
    running.set(
      item,
      turn.then(() => {
        settled.add(item);
        running.delete(item);
      }),
    );
  };
  const skip = (item: string, because: string): void => {
    waiting.delete(item);
    settled.add(item);
    broken.set(item, because);
    outcome.skipped.push({ item, because });
  };

  while (waiting.size > 0 || running.size > 0) {
    for (const item of waiting) {
      const needed = needs.get(item) ?? [];
      const cause = needed.map((one) => broken.get(one)).find((one) => one !== undefined);
      if (cause !== undefined) skip(item, cause);
      else if (running.size < parallel && needed.every((one) => settled.has(one))) start(item);
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (waiting.size > 0) throw new Error('the items depend on each other in a circle');
  }
  return outcome;
}
