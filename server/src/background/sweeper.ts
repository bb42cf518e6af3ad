import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Log } from '../log.js';

const EVERY_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes what nothing needs any more: expired results and answers, old jobs, and blobs that nothing refers to. */
export class Sweeper {
  readonly #options: { catalog: Catalog; blobs: BlobStore; log: Log };
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { catalog: Catalog; blobs: BlobStore; log: Log }) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.sweep(new Date()).catch((error) => this.#options.log.error({ err: error }, 'sweeping failed'));
    }, EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async sweep(now: Date): Promise<void> {
    const { db } = this.#options.catalog;
    const current = now.toISOString();
    const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
    await db.deleteFrom('results').where('expires_at', '<=', dayAgo).execute();
    await db.deleteFrom('idempotency_answers').where('expires_at', '<=', current).execute();
    await db.deleteFrom('sessions').where('expires_at', '<=', dayAgo).execute();
    await db.deleteFrom('jobs').where('finished_at', '<=', dayAgo).execute();
    await this.#sweepBlobs(new Date(dayAgo));
  }

  /** A blob is spared while it is young: the transaction that will refer to it may still be under way. */
  async #sweepBlobs(before: Date): Promise<void> {
    const { blobs } = this.#options;
    for await (const { hash, modifiedAt } of blobs.list()) {
      if (modifiedAt >= before || (await this.#isReferred(hash))) continue;
      const again = await blobs.stat(hash);
      if (again && again.modifiedAt < before) await blobs.delete(hash);
    }
  }

  async #isReferred(hash: string): Promise<boolean> {
    const { db } = this.#options.catalog;
    const referrers = await Promise.all([
      db.selectFrom('sources').select('id').where('blob_hash', '=', hash).limit(1).executeTakeFirst(),
      db
        .selectFrom('table_segments')
        .select('table_id')
        .where('blob_hash', '=', hash)
        .limit(1)
        .executeTakeFirst(),
      db.selectFrom('results').select('id').where('blob_hash', '=', hash).limit(1).executeTakeFirst(),
    ]);
    if (referrers.some((referrer) => referrer !== undefined)) return true;
    const waiting = await db
      .selectFrom('jobs')
      .select('id')
      .where('status', 'in', ['pending', 'running'])
      .where('input', 'like', `%${hash}%`)
      .executeTakeFirst();
    return waiting !== undefined;
  }
}
