import { sql } from 'kysely';
import type { Catalog } from '../catalog/catalog.js';
import type { Db } from '../catalog/db.js';
import type { TableRecord } from '../catalog/tables.js';
import { takeUpkeepTurn } from '../catalog/upkeep-turns.js';
import type { Log } from '../log.js';
import { compactTable } from '../workbook/upkeep/compact-table.js';
import type { WorkbookData } from '../workbook/workbook-data.js';

const EVERY_MS = 30_000;
/** Beyond this, replaying the tail costs more than compacting it: in edits, and in the bytes of their JSON. */
const LONG_TAIL = { edits: 20_000, bytes: 8 * 1024 * 1024 };
/** Much longer than the largest table takes. */
const TURN_MS = 30 * 60_000;

interface TailLength {
  edits: number;
  bytes: number;
}

/** Turns long tails of edits into segments, without changing the content of any version. One node does a table. */
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
  async compact(longest: TailLength): Promise<void> {
    const { catalog } = this.#options;
    for (const { id } of await tablesWithTails(catalog.db, longest)) {
      const giveBack = await takeUpkeepTurn(catalog, `compact ${id}`, TURN_MS);
      if (!giveBack) continue;
      try {
        // Another node may have done it between the two statements.
        const [table] = await tablesWithTails(catalog.db, longest, id);
        if (table) await this.#compactOne(table);
      } finally {
        await giveBack();
      }
    }
  }

  async #compactOne(table: TableRecord): Promise<void> {
    const { data, log } = this.#options;
    const line = { table_id: table.id, workbook_id: table.workbook_id };
    const startedAt = performance.now();
    await compactTable(data, table).then(
      () => log.info({ ...line, ms: Math.round(performance.now() - startedAt) }, 'compacted a table'),
      (error) => log.error({ ...line, err: error }, 'compaction of a table failed'),
    );
  }
}

/** With the lengths as they are in the condition of an index, so that no other table is scanned. */
async function tablesWithTails(db: Db, { edits, bytes }: TailLength, id?: string): Promise<TableRecord[]> {
  const isLong = sql<boolean>`tail_edits >= ${sql.lit(edits)} or tail_bytes >= ${sql.lit(bytes)}`;
  return await db
    .selectFrom('tables')
    .selectAll()
    .where(sql<boolean>`(${isLong})`)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .execute();
}
