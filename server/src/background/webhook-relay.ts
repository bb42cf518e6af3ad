import { randomUUID } from 'node:crypto';
import { endWebhookLeases, leaseWebhooks, type WebhookRecord } from '../catalog/webhook-records.js';
import { errorFields, type Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { type TurnOptions, takeTurn } from './webhook-turn.js';

/** Longer than a turn with its last exchange and the writing of its outcome. */
const LEASE_MS = 30_000;
const POLL_MS = 1_000;
/** How many webhooks are served at once: several times as many as one user may have. */
const SLOTS = 256;
/** How many of them may be failing ones, which use their slots for as long as an exchange may take. */
const SLOTS_OF_FAILING = 128;

interface WebhookRelayOptions extends Pick<TurnOptions, 'catalog' | 'bodiesOf' | 'send'> {
  log: Log;
  metrics: Metrics;
  now?: () => Date;
}

/**
 * Sends events to the receivers of webhooks. A webhook is leased as a whole, so that its deliveries keep their order and
 * several nodes share the work; a receiver that fails is left alone for a while and delays no other.
 */
export class WebhookRelay {
  readonly #options: WebhookRelayOptions;
  readonly #turnOptions: TurnOptions;
  readonly #node = randomUUID();
  readonly #turns = new Map<Promise<void>, 'healthy' | 'failing'>();
  #timer: NodeJS.Timeout | undefined;
  #leasing: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #stopped = false;

  constructor(options: WebhookRelayOptions) {
    const { catalog, bodiesOf, send, metrics, now = () => new Date() } = options;
    this.#options = options;
    this.#turnOptions = {
      catalog,
      node: this.#node,
      bodiesOf,
      send,
      now,
      isStopping: () => this.#stopped,
      onAttempt: ({ outcome }) => metrics.webhookAttempts.inc({ outcome }),
    };
  }

  async start(): Promise<void> {
    const { catalog } = this.#options;
    // SQLite belongs to one process, so the owner of any lease there is gone.
    if (catalog.kind === 'sqlite') await endWebhookLeases(catalog.db);
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.#timer.unref();
    this.wake();
  }

  /** Looks for deliveries now instead of at the next poll. */
  wake(): void {
    if (this.#stopped) return;
    // The look in progress may have come before the delivery was queued.
    this.#wokenMeanwhile = this.#leasing !== undefined;
    if (this.#leasing) return;
    this.#leasing = this.#fillSlots()
      .catch((error) => this.#options.log.error({ err: error }, 'webhooks could not be leased'))
      .finally(() => {
        this.#leasing = undefined;
        if (this.#wokenMeanwhile) this.wake();
      });
  }

  /** Waits for the exchanges in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#leasing;
    await this.idle();
  }

  /** Waits until nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#leasing || this.#turns.size > 0) await Promise.all([this.#leasing, ...this.#turns.keys()]);
  }

  async #fillSlots(): Promise<void> {
    await this.#lease('healthy', SLOTS);
    await this.#lease('failing', SLOTS_OF_FAILING);
  }

  async #lease(receivers: 'healthy' | 'failing', slots: number): Promise<void> {
    const { catalog } = this.#options;
    const used = [...this.#turns.values()].filter(
      (kind) => receivers === 'healthy' || kind === receivers,
    ).length;
    const limit = Math.min(slots - used, SLOTS - this.#turns.size);
    if (limit <= 0 || this.#stopped) return;
    const now = this.#turnOptions.now();
    const lease = {
      node: this.#node,
      now: now.toISOString(),
      until: new Date(now.getTime() + LEASE_MS).toISOString(),
    };
    for (const webhook of await leaseWebhooks(catalog, lease, { receivers, limit })) {
      const turn = this.#serve(webhook).finally(() => {
        this.#turns.delete(turn);
        this.wake();
      });
      this.#turns.set(turn, receivers);
    }
  }

  async #serve(webhook: WebhookRecord): Promise<void> {
    try {
      await takeTurn(webhook, this.#turnOptions);
    } catch (error) {
      // The lease ends by itself, and then what was sent without being noted is sent again.
      this.#options.log.error(
        { webhook_id: webhook.id, ...errorFields(error) },
        'a webhook could not be served',
      );
    }
  }
}
