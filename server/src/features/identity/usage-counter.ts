import { sql } from 'kysely';
import type { Catalog } from '../../catalog/catalog.js';
import type { Credential } from '../caller.js';

const FLUSH_MS = 1000;

interface Usage {
  credentialId: string;
  day: string;
  requests: number;
}

/**
 * The token audit log: requests per credential and UTC day. Counts are collected in memory and written
 * together, so that a read needs no write; a crash loses at most a second of them.
 */
export class UsageCounter {
  readonly #catalog: Catalog;
  #pending = new Map<string, Usage>();
  readonly #timer: NodeJS.Timeout;

  constructor(catalog: Catalog, onError: (error: unknown) => void) {
    this.#catalog = catalog;
    // An outage is reported once, however long it lasts.
    let failing = false;
    const flush = async (): Promise<void> => {
      try {
        await this.flush();
        failing = false;
      } catch (error) {
        if (!failing) onError(error);
        failing = true;
      }
    };
    this.#timer = setInterval(() => void flush(), FLUSH_MS);
    this.#timer.unref();
  }

  count(credential: Credential): void {
    if (credential.kind === 'session') return;
    const day = new Date().toISOString().slice(0, 10);
    this.#add({ credentialId: credential.id, day, requests: 1 });
  }

  #add({ credentialId, day, requests }: Usage): void {
    const slot = `${credentialId} ${day}`;
    const entry = this.#pending.get(slot);
    if (entry) entry.requests += requests;
    else this.#pending.set(slot, { credentialId, day, requests });
  }

  async flush(): Promise<void> {
    const entries = [...this.#pending.values()];
    if (entries.length === 0) return;
    this.#pending = new Map();
    try {
      await this.#write(entries);
    } catch (error) {
      for (const entry of entries) this.#add(entry);
      throw error;
    }
  }

  async #write(entries: Usage[]): Promise<void> {
    await this.#catalog.db
      .insertInto('credential_usage')
      .values(
        entries.map((entry) => ({
          credential_id: entry.credentialId,
          day: entry.day,
          requests: entry.requests,
        })),
      )
      .onConflict((oc) =>
        oc
          .columns(['credential_id', 'day'])
          .doUpdateSet({ requests: sql`credential_usage.requests + excluded.requests` }),
      )
      .execute();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
