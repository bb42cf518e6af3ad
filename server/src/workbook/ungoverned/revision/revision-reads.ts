import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRef } from '../../../blobs/blob-store.js';
import type { ColumnRecord, TableRecord } from '../../../catalog/tables.js';
import type { Engine, Relation } from '../../../engine/engine.js';
import type { Stores } from '../../stores.js';
import { physicalRelation } from '../physical-relation.js';
import { SEGMENT_DEADLINE_MS, writeSegment } from '../write-segment.js';

/** Runs statements over one version of a table and over files. */
export class RevisionReads {
  readonly #stores: Stores;
  readonly #table: TableRecord;
  readonly #columns: readonly ColumnRecord[];
  readonly #temporary: string[] = [];

  constructor(stores: Stores, table: TableRecord, columns: readonly ColumnRecord[]) {
    this.#stores = stores;
    this.#table = table;
    this.#columns = columns;
  }

  /** The first rows of a statement, in which the table is called `name`. */
  async rows<Row>(name: string, sql: string, limit: number): Promise<Row[]> {
    const { page } = await this.#read(name, sql, { kind: 'page', format: 'json', limit, keys: 0 });
    return JSON.parse(page as string) as Row[];
  }

  /** All rows of a statement, in a file that `close` removes. */
  async file(name: string, sql: string): Promise<string> {
    const path = join(this.#stores.engine.outDir, `${randomUUID()}.parquet`);
    this.#temporary.push(path);
    await this.#read(name, sql, { kind: 'file', format: 'parquet', path });
    return path;
  }

  async segment(name: string, sql: string): Promise<BlobRef> {
    return await writeSegment(this.#stores, this.#table.workbook_id, [this.#relation(name)], sql);
  }

  async close(): Promise<void> {
    await Promise.all(this.#temporary.map((path) => rm(path, { force: true })));
  }

  #read(name: string, sql: string, output: Parameters<Engine['read']>[0]['output']) {
    return this.#stores.engine.read({
      workbookId: this.#table.workbook_id,
      relations: [this.#relation(name)],
      sql,
      output,
      deadlineMs: SEGMENT_DEADLINE_MS,
    });
  }

  #relation(name: string): Relation {
    return { ...physicalRelation(this.#table, this.#table.edit_version, this.#columns), name };
  }
}
