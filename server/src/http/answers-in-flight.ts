import { problem } from '../core/problems.js';

export interface AnswerLimits {
  /** What the answers that are being sent may take together. */
  mostBytes: number;
  /** What those to one account may take. */
  mostBytesOfOne: number;
  /** How long a request waits for others to be read. */
  patienceMs: number;
}

const MB = 1024 * 1024;
const PATIENCE_MS = 10_000;

/** One account may leave a quarter of them unread: then there is room for others. */
export function answerLimits({ maxAnswersMb }: { maxAnswersMb: number }): AnswerLimits {
  const mostBytes = maxAnswersMb * MB;
  return { mostBytes, mostBytesOfOne: mostBytes / 4, patienceMs: PATIENCE_MS };
}

interface Waiting {
  account: string;
  enter: () => void;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Pages of rows that clients have not read yet. Their files and buffers stay until they are read, so a request
 * that would make another one waits while there are too many: of its own account, or of all together.
 */
export class AnswersInFlight {
  readonly #limits: AnswerLimits;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  /** Resolves when there is room for another answer; refuses the request when none comes free in time. */
  async room(account: string): Promise<void> {
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
      }, this.#limits.patienceMs);
      this.#waiting.add(waiting);
    });
  }

  /** Counts an answer until the returned function is called. */
  hold(account: string, bytes: number): () => void {
    this.#count(account, bytes);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#count(account, -bytes);
      for (const waiting of this.#waiting) if (this.#hasRoom(waiting.account)) waiting.enter();
    };
  }

  #count(account: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#held.get(account) ?? 0) + bytes;
    if (held > 0) this.#held.set(account, held);
    else this.#held.delete(account);
  }

  #hasRoom(account: string): boolean {
    const { mostBytes, mostBytesOfOne } = this.#limits;
    return this.#total < mostBytes && (this.#held.get(account) ?? 0) < mostBytesOfOne;
  }
}

function tooManyUnread() {
  return problem('busy', 'Too many answers are waiting to be read.', {
    fix: 'Read the answers to your earlier requests to their end, then try again.',
    members: { retry_after: RETRY_AFTER_SECONDS },
  });
}
