import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRef } from '../../blobs/blob-store.js';
import { parseJson } from '../../core/parse-json.js';
import { literal } from '../../core/sql-text.js';
import type { Engine, Relation } from '../../engine/engine.js';
import type { Page } from '../../engine/protocol.js';
import { SEGMENT_DEADLINE_MS } from '../store-segment.js';
import type { Stores } from '../stores.js';

const SLICE_ROWS = 5000;
const SLICE_BYTES = 8 * 1024 * 1024;

/** Runs statements of the service itself over tables at fixed versions and over files. */
export class InternalStatements {
  readonly #stores: Stores;
  readonly #workbookId: string;
  readonly #relations: Relation[];
  readonly #temporary: string[] = [];

  constructor(stores: Stores, workbookId: string, relations: Relation[]) {
    this.#stores = stores;
    this.#workbookId = workbookId;
    this.#relations = relations;
  }

  /** The first rows of a statement. */
  async rows<Row>(sql: string, limit: number): Promise<Row[]> {
    const { page } = await this.#read(sql, { kind: 'page', format: 'json', limit, keys: 0 });
    return parseJson(page as string) as Row[];
  }

  /** All rows of a statement, in a file that `close` removes. */
  async file(sql: string): Promise<string> {
    const path = join(this.#stores.engine.outDir, `${randomUUID()}.parquet`);
    this.#temporary.push(path);
    await this.#read(sql, { kind: 'file', format: 'parquet', path });
    return path;
  }

  /** All rows of a statement that numbers them by `nth` from 1, in slices of bounded size. */
  async *slices<Row>(sql: string): AsyncGenerator<Row[]> {
    const path = await this.file(`${sql} order by nth`);
    for (let read = 0; ; ) {
      const overflowPath = join(this.#stores.engine.outDir, `${randomUUID()}.page`);
      const { page, pageRows } = await this.#read(
        `select * from read_parquet(${literal(path)}) where nth > ${read} order by nth`,
        {
          kind: 'page',
          format: 'json',
          limit: SLICE_ROWS,
          keys: 0,
          bounds: { maxBytes: SLICE_BYTES, overflowPath },
        },
      );
      if (pageRows === 0) return;
      yield parseJson(await textOf(page)) as Row[];
      read += pageRows;
    }
  }

  /** All rows of a statement, in a blob. */
  async blob(sql: string): Promise<BlobRef> {
    return await this.#stores.blobs.adopt(await this.file(sql));
  }

  async close(): Promise<void> {
    await Promise.all(this.#temporary.map((path) => rm(path, { force: true })));
  }

  #read(sql: string, output: Parameters<Engine['read']>[0]['output']) {
    return this.#stores.engine.read({
      workbookId: this.#workbookId,
      relations: this.#relations,
      sql,
      output,
      deadlineMs: SEGMENT_DEADLINE_MS,
    });
  }
}

/** A large page is in a file. */
async function textOf(page: Page): Promise<string> {
  if (typeof page === 'string') return page;
  if (!('path' in page)) throw new Error('a page of JSON is text');
  const text = await readFile(page.path, 'utf8');
  await rm(page.path, { force: true });
  return text;
}
