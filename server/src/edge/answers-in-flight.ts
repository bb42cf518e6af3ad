import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';

interface AnswerLimits {
  /** Limit for all answers being sent. */
  maxBytes: number;
  /** Limit for the answers to one account. */
  maxBytesPerAccount: number;
  /** How long a request waits until clients have read enough of the other answers. */
  maxWaitMs: number;
}

const MB = 1024 * 1024;
const MAX_WAIT_MS = 10_000;

/** One account may leave a quarter of the total unread, so that others still have room. */
export function answerLimits({ maxAnswersMb }: { maxAnswersMb: number }): AnswerLimits {
  const maxBytes = maxAnswersMb * MB;
  return { maxBytes, maxBytesPerAccount: maxBytes / 4, maxWaitMs: MAX_WAIT_MS };
}

interface Waiting {
  account: string;
  enter: () => void;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Pages of rows that clients have not finished reading. Their files and buffers are kept until then, so a
 * request for another page waits while the limit of its account or of all accounts is reached.
 */
export class AnswersInFlight {
  readonly #limits: AnswerLimits;
  readonly #unread = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  /** Resolves when there is room for another answer; throws if none becomes free in time. */
  async waitForRoom(account: string): Promise<void> {
    if (this.#hasRoom(account)) return;
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        account,
        enter: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(tooManyUnread());
      }, this.#limits.maxWaitMs);
      this.#waiting.add(waiting);
    });
  }

  /** Counts an answer until the returned function is called. */
  count(account: string, bytes: number): () => void {
    this.#add(account, bytes);
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      this.#add(account, -bytes);
      for (const waiting of this.#waiting) if (this.#hasRoom(waiting.account)) waiting.enter();
    };
  }

  #add(account: string, bytes: number): void {
    this.#total += bytes;
    const unread = (this.#unread.get(account) ?? 0) + bytes;
    if (unread > 0) this.#unread.set(account, unread);
    else this.#unread.delete(account);
  }

  #hasRoom(account: string): boolean {
    const { maxBytes, maxBytesPerAccount } = this.#limits;
    return this.#total < maxBytes && (this.#unread.get(account) ?? 0) < maxBytesPerAccount;
  }
}

function tooManyUnread() {
  return problem('busy', say('answers-waiting'), {
    fix: say('fix-answers-waiting'),
    members: { retry_after: RETRY_AFTER_SECONDS },
  });
}
