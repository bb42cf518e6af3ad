import type { ReadReply } from '../../engine/protocol.js';
import type { PageBody } from './take-page.js';

export type RecentReply = Omit<ReadReply, 'page'> & { page: PageBody };

/** One that is all in its page, as a text. */
type WholeReply = RecentReply & { page: string };

/** Everything that decides a reply: what is asked, of which versions of tables, and which of their columns the reader may see. */
type ReplyKey = readonly unknown[];

const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_CHARACTERS_OF_A_REPLY = 64 * 1024;

/**
 * The small replies of the engine that were read last: pages of rows, or results of statements that give the same rows each time.
 * A version of a table never changes, so what is asked for again, by the same reader or by another who may see the same columns,
 * is at hand without the engine.
 */
export class RecentReplies {
  /** Least recently used first. */
  readonly #replies = new Map<string, WholeReply>();
  #characters = 0;

  async get(key: ReplyKey, read: () => Promise<RecentReply>): Promise<RecentReply> {
    const text = JSON.stringify(key);
    const known = this.#replies.get(text);
    if (known) {
      this.#replies.delete(text);
      this.#replies.set(text, known);
      return known;
    }
    const reply = await read();
    if (isSmall(reply)) this.#keep(text, reply);
    return reply;
  }

  #keep(key: string, reply: WholeReply): void {
    // Two readers may have asked at the same time.
    if (this.#replies.has(key)) return;
    this.#replies.set(key, reply);
    this.#characters += key.length + reply.page.length;
    for (const [oldest, { page }] of this.#replies) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#replies.delete(oldest);
      this.#characters -= oldest.length + page.length;
    }
  }
}

/** The file of a larger result belongs to the answer that it was made for. */
function isSmall(reply: RecentReply): reply is WholeReply {
  const { file, page } = reply;
  return !file && typeof page === 'string' && page.length <= MAX_CHARACTERS_OF_A_REPLY;
}
