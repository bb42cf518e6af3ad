import type { ReadReply } from '../../engine/protocol.js';
import type { PageBody } from './take-page.js';

export type ReadPage = Omit<ReadReply, 'page'> & { page: PageBody };

/** Everything that decides what is on a page: the table at its version, as the reader may see it, and what is asked of it. */
type PageKey = readonly unknown[];

const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_CHARACTERS_OF_A_PAGE = 64 * 1024;

/**
 * The pages of rows that were read last. A version of a table never changes, so a page that is asked for again, by the
 * same reader or by another who may see the same columns, is at hand without the engine.
 */
export class RecentPages {
  /** Least recently used first. */
  readonly #pages = new Map<string, ReadPage & { page: string }>();
  #characters = 0;

  async get(key: PageKey, read: () => Promise<ReadPage>): Promise<ReadPage> {
    const text = JSON.stringify(key);
    const known = this.#pages.get(text);
    if (known) {
      this.#pages.delete(text);
      this.#pages.set(text, known);
      return known;
    }
    const reply = await read();
    if (isSmall(reply)) this.#keep(text, reply);
    return reply;
  }

  #keep(key: string, reply: ReadPage & { page: string }): void {
    // Two readers may have asked at the same time.
    if (this.#pages.has(key)) return;
    this.#pages.set(key, reply);
    this.#characters += key.length + reply.page.length;
    for (const [oldest, { page }] of this.#pages) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#pages.delete(oldest);
      this.#characters -= oldest.length + page.length;
    }
  }
}

function isSmall(reply: ReadPage): reply is ReadPage & { page: string } {
  return typeof reply.page === 'string' && reply.page.length <= MAX_CHARACTERS_OF_A_PAGE;
}
