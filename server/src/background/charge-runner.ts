import { randomUUID } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.js';
import {
  type ChargeRecord,
  endChargeLeases,
  leaseCharges,
  postponeCharge,
} from '../catalog/charge-leases.js';
import { makeCharge } from '../features/billing/make-charge.js';
import { type Payments, PaymentsFailure } from '../gateways/payments/payments.js';
import { errorFields, type Log } from '../log.js';
import type { Metrics } from '../metrics.js';

/** Longer than the calls of one charge, with their repetitions, may take. */
const LEASE_MS = 5 * 60_000;
const POLL_MS = 2_000;
/** How many charges are made at once. */
const SLOTS = 8;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

interface ChargeRunnerOptions {
  catalog: Catalog;
  payments: Payments;
  log: Log;
  metrics: Metrics;
  now?: () => Date;
}

/** Charges saved cards as the ledger requires. Several nodes share the work. */
export class ChargeRunner {
  readonly #options: Required<ChargeRunnerOptions>;
  readonly #node = randomUUID();
  readonly #charging = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(options: ChargeRunnerOptions) {
    this.#options = { now: () => new Date(), ...options };
  }

  async start(): Promise<void> {
    const { catalog } = this.#options;
    // SQLite belongs to one process, so the owner of any lease there is gone.
    if (catalog.kind === 'sqlite') await endChargeLeases(catalog.db);
    this.#timer = setInterval(() => this.look(), POLL_MS);
    this.#timer.unref();
    this.look();
  }

  /** Looks for charges that are due. */
  look(): void {
    if (this.#stopped || this.#looking) return;
    this.#looking = this.#lease()
      .catch((error) => this.#options.log.error(errorFields(error), 'charges could not be leased'))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Waits for the charges in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.idle();
  }

  /** Waits until nothing is being charged. */
  async idle(): Promise<void> {
    while (this.#looking || this.#charging.size > 0) await Promise.all([this.#looking, ...this.#charging]);
  }

  async #lease(): Promise<void> {
    const { catalog, now } = this.#options;
    const free = SLOTS - this.#charging.size;
    if (free <= 0) return;
    const at = now();
    const until = new Date(at.getTime() + LEASE_MS).toISOString();
    const lease = { node: this.#node, now: at.toISOString(), until };
    for (const charge of await leaseCharges(catalog, lease, free)) {
      const charging = this.#charge(charge).finally(() => {
        this.#charging.delete(charging);
      });
      this.#charging.add(charging);
    }
  }

  async #charge(charge: ChargeRecord): Promise<void> {
    const { catalog, payments, log, metrics } = this.#options;
    try {
      const outcome = await makeCharge({ catalog }, payments, charge);
      if (outcome) metrics.chargeAttempts.inc({ outcome });
      else await this.#postpone(charge, 'The bank has not answered yet.', null);
    } catch (error) {
      // Without an outcome nothing is known: the next attempt asks what has become of the payment.
      log.error({ charge_id: charge.id, ...errorFields(error) }, 'a charge could not be made yet');
      const isProviders = error instanceof PaymentsFailure;
      await this.#postpone(
        charge,
        isProviders ? error.message : 'The service failed.',
        isProviders ? error.retryAfter : null,
      ).catch((failure) =>
        // The lease ends by itself.
        log.error({ charge_id: charge.id, ...errorFields(failure) }, 'a charge could not be postponed'),
      );
    }
  }

  async #postpone(charge: ChargeRecord, error: string, retryAfter: number | null): Promise<void> {
    const { catalog, metrics, now } = this.#options;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (charge.attempts - 1));
    // The random part keeps those who failed together from coming back together.
    const wait = Math.max(pause * (1 + Math.random() / 4), (retryAfter ?? 0) * 1000);
    await postponeCharge(catalog.db, charge, {
      at: new Date(now().getTime() + wait).toISOString(),
      error,
    });
    metrics.chargeAttempts.inc({ outcome: 'postponed' });
  }
}
