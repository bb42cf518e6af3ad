import type { Catalog } from '../../catalog/catalog.js';
import { utcDay } from '../../core/utc-day.js';
import type { Caller } from '../caller.js';
import { DayCounts } from './day-counts.js';
import { LastUses, useStatements } from './last-uses.js';
import { addCounts } from './usage-records.js';

const FLUSH_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Requests and ops of each UTC day, and the last use of sessions, tokens and keys. They are kept in memory and written
 * together once a second, so that a read needs no write; a crash loses at most a second of them.
 */
export class UsageCounter {
  readonly #catalog: Catalog;
  /** Counted and not written yet, today last; more than one day only around midnight or while the database is away. */
  #pending: DayCounts[] = [];
  #endOfToday = 0;
  readonly #lastUses = new LastUses();
  #writing: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(catalog: Catalog, onError: (error: unknown) => void) {
    this.#catalog = catalog;
    catalog.onOp((workbookId) => this.#counts().countOp(workbookId));
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

  /** Counts a request for its token or key, and for the account that it acted on, and notes from where it came. */
  countRequest(caller: Caller, address: string): void {
    this.#counts().countRequest(caller);
    const { id, kind } = caller.credential;
    this.#lastUses.note({ id, kind, address, at: Date.now() });
  }

  countOpening(accountId: string): void {
    this.#counts().countOpening(accountId);
  }

  #counts(): DayCounts {
    const now = Date.now();
    const latest = this.#pending.at(-1);
    if (latest && now < this.#endOfToday) return latest;
    const today = new DayCounts(utcDay(now));
    this.#endOfToday = now - (now % DAY_MS) + DAY_MS;
    this.#pending.push(today);
    return today;
  }

  /** Writes what was counted before the call. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const counted = this.#pending;
    if (counted.length === 0) return;
    this.#pending = [];
    const uses = this.#lastUses.take(Date.now());
    try {
      await this.#catalog.transaction(
        async (tx, last) => {
          await addCounts(tx, last, counted);
          last.push(...useStatements(tx, uses));
        },
        { isAnnounced: false },
      );
    } catch (error) {
      this.#restore(counted);
      this.#lastUses.restore(uses);
      throw error;
    }
  }

  /** Counts of one day stay together, so that a long outage takes no more memory than there are credentials. */
  #restore(counted: readonly DayCounts[]): void {
    const byDay = new Map(counted.map((counts) => [counts.day, counts]));
    for (const counts of this.#pending) {
      const earlier = byDay.get(counts.day);
      if (earlier) earlier.add(counts);
      else byDay.set(counts.day, counts);
    }
    this.#pending = [...byDay.values()];
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
