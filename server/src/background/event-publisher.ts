import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.js';
import type { Tx } from '../catalog/db.js';
import { hasUnpublishedEvents, publishEvents } from '../catalog/event-records.js';
import { queueDeliveries } from '../catalog/webhook-deliveries.js';
import type { Log } from '../log.js';

/** Finds what a process that died, here or elsewhere, had committed and not published. */
const POLL_MS = 1_000;
/** Publishing costs a transaction, which the answer to the change does not wait for, and which several changes share. */
const DELAY_MS = 20;
const BATCH = 1_000;

interface EventPublisherOptions {
  catalog: Catalog;
  log: Log;
  /** Called after events have been published; `hasDeliveries` if webhooks should deliver them. */
  onPublished: (published: { hasDeliveries: boolean }) => void;
}

/**
 * Puts committed events in order, and queues them for webhooks in the same transaction. Their changes commit concurrently,
 * so an id or a number taken inside a change would not do: a reader that had passed it could miss an event that commits
 * later.
 */
export class EventPublisher {
  readonly #options: EventPublisherOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #publishing: Promise<void> | undefined;
  #isWoken = false;
  #failed = false;

  constructor(options: EventPublisherOptions) {
    this.#options = options;
    options.catalog.onCommit(() => this.wake());
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref();
    this.wake();
  }

  /** Looks for unpublished events now rather than at the next poll. */
  wake(): void {
    this.#isWoken = true;
    this.#publishing ??= this.#publishWhileWoken();
  }

  /** Publishes every event that is committed, without the delay. */
  async publishNow(): Promise<void> {
    await this.#publishAll();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#publishing;
  }

  async #publishWhileWoken(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#isWoken && !signal.aborted) {
      await pause(DELAY_MS, undefined, { signal, ref: false }).catch(() => {});
      this.#isWoken = false;
      await this.#publishAll();
    }
    this.#publishing = undefined;
  }

  async #publishAll(): Promise<void> {
    const { catalog, log, onPublished } = this.#options;
    try {
      let mayBeMore = await hasUnpublishedEvents(catalog.db);
      while (mayBeMore) {
        const { published, queued } = await catalog.transaction(publishSome, { isAnnounced: false });
        onPublished({ hasDeliveries: queued > 0 });
        mayBeMore = published === BATCH;
      }
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) log.error({ err: error }, 'events could not be published; they will be, later');
      this.#failed = true;
    }
  }
}

/** Returns how many events were published, and how many deliveries of them were queued. */
async function publishSome(tx: Tx): Promise<{ published: number; queued: number }> {
  const events = await publishEvents(tx, BATCH);
  return { published: events.length, queued: await queueDeliveries(tx, events) };
}
