import type { Catalog } from '../catalog/catalog.js';
import type { Log } from '../log.js';
import { compactTable } from '../workbook/upkeep/compact-table.js';
import type { WorkbookData } from '../workbook/workbook-data.js';

const EVERY_MS = 30_000;
/** Beyond this, replaying the tail costs more than compacting it: in edits, and in the bytes of their JSON. */
const LONG_TAIL = { edits: 20_000, bytes: 8 * 1024 * 1024 };

/** Turns long tails of edits into segments, without changing the content of any version. */
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

  /** Compacts the tables whose tail is at least this long, by either measure. */
  async compact(longest: { edits: number; bytes: number }): Promise<void> {
    const { catalog, data, log } = this.#options;
    const tables = await catalog.db
      .selectFrom('tables')
      .selectAll()
      .where((eb) => eb.or([eb('tail_edits', '>=', longest.edits), eb('tail_bytes', '>=', longest.bytes)]))
      .execute();
    for (const table of tables) {
      const line = { table_id: table.id, workbook_id: table.workbook_id };
      const startedAt = performance.now();
      await compactTable(data, table).then(
        () => log.info({ ...line, ms: Math.round(performance.now() - startedAt) }, 'compacted a table'),
        (error) => log.error({ ...line, err: error }, 'compaction of a table failed'),
      );
    }
  }
}
