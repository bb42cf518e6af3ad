import type { ReadReply } from '../../engine/protocol.js';
import type { PageBody } from './take-page.js';

export type ReadResult = Omit<ReadReply, 'page'> & { page: PageBody };

/** A result that is all on its page. */
type WholeResult = ReadResult & { page: string };

/** Everything that decides a result: the statement with its parameters, its tables at their versions, as the caller sees them. */
type ResultKey = readonly unknown[];

const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_CHARACTERS_OF_A_RESULT = 64 * 1024;

/**
 * The small results of statements that ran last. A statement that gives the same rows each time, over versions of tables
 * that never change, need not run again for the same caller, or for another who may see the same columns.
 */
export class RecentResults {
  /** Least recently used first. */
  readonly #results = new Map<string, WholeResult>();
  #characters = 0;

  async get(key: ResultKey, run: () => Promise<ReadResult>): Promise<ReadResult> {
    const text = JSON.stringify(key);
    const known = this.#results.get(text);
    if (known) {
      this.#results.delete(text);
      this.#results.set(text, known);
      return known;
    }
    const result = await run();
    if (isSmall(result)) this.#keep(text, result);
    return result;
  }

  #keep(key: string, result: WholeResult): void {
    // Two may have run at the same time.
    if (this.#results.has(key)) return;
    this.#results.set(key, result);
    this.#characters += key.length + result.page.length;
    for (const [oldest, { page }] of this.#results) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#results.delete(oldest);
      this.#characters -= oldest.length + page.length;
    }
  }
}

/** The file of a larger one belongs to the answer that it was made for. */
function isSmall(result: ReadResult): result is WholeResult {
  const { file, page } = result;
  return !file && typeof page === 'string' && page.length <= MAX_CHARACTERS_OF_A_RESULT;
}
