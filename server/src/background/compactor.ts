import type { Catalog } from '../catalog/catalog.js';
import type { Log } from '../log.js';
import type { WorkbookData } from '../workbook/workbook-data.js';

const EVERY_MS = 30_000;
/** Where replaying the tail begins to cost more than it saves. */
const LONG_TAIL = 20_000;

/** Turns long tails of edits into segments, without changing what any version holds. */
export class Compactor {
  readonly #options: { catalog: Catalog; data: WorkbookData; log: Log };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: { catalog: Catalog; data: WorkbookData; log: Log }) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.compact(LONG_TAIL)
        .catch((error) => this.#options.log.error({ err: error }, 'compaction failed'))
        .finally(() => {
          this.#running = undefined;
        });
    }, EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async compact(longest: number): Promise<void> {
    const { catalog, data } = this.#options;
    const tables = await catalog.db
      .selectFrom('tables')
      .selectAll()
      .where('tail_edits', '>=', longest)
      .execute();
    for (const table of tables) await data.compact(table);
  }
}
