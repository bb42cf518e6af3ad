import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.js';
import { hasUnpublishedEvents, publishEvents } from '../catalog/event-records.js';
import { queueDeliveries } from '../catalog/webhook-deliveries.js';
import type { Log } from '../log.js';

/** Finds what a process that died, here or elsewhere, had committed and not published. */
const POLL_MS = 1_000;
/** Publishing costs a transaction. The first event is published at once; those that follow closely share one. */
const SPACING_MS = 50;
const BATCH = 1_000;

export interface EventPublisherOptions {
  catalog: Catalog;
  log: Log;
  /** Called after events have been published. */
  onPublished: () => void;
}

/**
 * Puts committed events in order, and queues them for webhooks in the same transaction. Their changes commit concurrently, so an id or a number taken inside a change would
 * not do: a reader that had passed it could miss an event that commits later.
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

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#publishing;
  }

  async #publishWhileWoken(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#isWoken && !signal.aborted) {
      this.#isWoken = false;
      await this.#publishAll();
      await pause(SPACING_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    this.#publishing = undefined;
  }

  async #publishAll(): Promise<void> {
    const { catalog, log, onPublished } = this.#options;
    try {
      while (await hasUnpublishedEvents(catalog.db)) {
        await catalog.transaction(async (tx) => queueDeliveries(tx, await publishEvents(tx, BATCH)));
        onPublished();
      }
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) log.error({ err: error }, 'events could not be published; they will be, later');
      this.#failed = true;
    }
  }
}
