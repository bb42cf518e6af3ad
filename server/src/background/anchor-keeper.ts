import { anchorGrownChains } from '../catalog/anchors.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Log } from '../log.js';

const EVERY_MS = 60 * 60 * 1000;

/** Anchors the audit chains of workbooks in those of their accounts, every hour and when the service stops. */
export class AnchorKeeper {
  readonly #catalog: Catalog;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { catalog: Catalog; log: Log }) {
    this.#catalog = options.catalog;
    this.#log = options.log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#anchor(), EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#anchor();
  }

  async #anchor(): Promise<void> {
    try {
      await anchorGrownChains(this.#catalog);
    } catch (error) {
      this.#log.error({ err: error }, 'audit chains could not be anchored');
    }
  }
}
