import { setTimeout as delay } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.js';
import type { Log } from '../log.js';
import { traceRun, untracedRuns } from '../workbook/upkeep/trace-run.js';
import type { WorkbookData } from '../workbook/workbook-data.js';

const MAX_WAIT_MS = 10_000;

/**
 * Traces the runs that an earlier release recorded without their influences: until then their tables are withheld from
 * readers whom a rule hides any input column from.
 */
export class RunTracer {
  readonly #options: { catalog: Catalog; data: WorkbookData; log: Log };
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: { catalog: Catalog; data: WorkbookData; log: Log }) {
    this.#options = options;
  }

  /** Waits for a while, so that after an upgrade readers find at once what they could read before it. */
  async start(): Promise<void> {
    this.#running = this.#traceAll().catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'runs of an earlier release could not be traced'),
    );
    const { signal } = this.#stopping;
    const waited = delay(MAX_WAIT_MS, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([this.#running, waited]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #traceAll(): Promise<void> {
    const { catalog, data, log } = this.#options;
    const runs = await untracedRuns(catalog.db);
    for (const run of runs) {
      if (this.#stopping.signal.aborted) return;
      await traceRun(data, run).catch((error: unknown) =>
        // It is tried again at the next start.
        log.error({ err: error, ...run }, 'a run of an earlier release could not be traced'),
      );
    }
    if (runs.length > 0) log.info({ runs: runs.length }, 'traced the runs of an earlier release');
  }
}
