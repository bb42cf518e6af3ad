import { addAbortListener } from 'node:events';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { cancelSignal, refuseCancelled } from './cancellation.js';
import { type Problem, problem } from './problems.js';
import { traced } from './tracing.js';

export interface TurnBounds {
  /** Pieces of work that run at the same time, for all accounts. */
  parallel: number;
  /** The most of these for one account. Less than `parallel`, so that one account never takes everything. */
  perAccount: number;
  /** Calls that may wait, in total and for one account. */
  waiting?: number;
  waitingPerAccount?: number;
}

const MAX_WAITING = 1024;
const MAX_WAITING_PER_ACCOUNT = 256;
const RETRY_AFTER_S = 5;

const turn = () => ({ name: 'wait for a turn' });

/** In all lines of this process. */
let waitingNow = 0;

export function callsWaiting(): number {
  return waitingNow;
}

interface Line {
  running: number;
  /** The number of its latest turn; 0 before the first. */
  lastTurn: number;
  waiting: (() => void)[];
}

/**
 * Fair turns by account in front of a bounded resource, such as the processes that run Python. The account
 * with the fewest turns goes first, then the one served least recently, so that no account waits for the
 * whole queue of another.
 */
export class FairTurns {
  readonly #bounds: Required<TurnBounds>;
  readonly #lines = new Map<string, Line>();
  #turns = 0;
  #running = 0;
  #waiting = 0;

  constructor({ waiting = MAX_WAITING, waitingPerAccount = MAX_WAITING_PER_ACCOUNT, ...bounds }: TurnBounds) {
    this.#bounds = { ...bounds, waiting, waitingPerAccount };
  }

  /**
   * Does the work when it is the account's turn. Fails with `busy` after waiting for `waitMs`, and with `cancelled`, in
   * the line or at work, if the signal that the work gets is aborted.
   */
  async take<Result>(
    account: string,
    waitMs: number,
    work: (cancelled: AbortSignal | undefined) => Promise<Result>,
  ): Promise<Result> {
    const cancelled = cancelSignal();
    refuseCancelled(cancelled);
    const line = this.#lines.get(account) ?? { running: 0, lastTurn: 0, waiting: [] };
    this.#lines.set(account, line);
    if (this.#mayRun(line)) this.#begin(line);
    else await traced(turn, () => this.#wait(account, line, waitMs, cancelled));
    try {
      return await work(cancelled);
    } catch (error) {
      refuseCancelled(cancelled);
      throw error;
    } finally {
      line.running -= 1;
      this.#running -= 1;
      this.#forgetIdle(account, line);
      this.#serveNext();
    }
  }

  /** Resolves once the turn has started. */
  async #wait(
    account: string,
    line: Line,
    waitMs: number,
    cancelled: AbortSignal | undefined,
  ): Promise<void> {
    const { waiting, waitingPerAccount } = this.#bounds;
    if (line.waiting.length >= waitingPerAccount) throw busy(say('account-calls-waiting'));
    if (this.#waiting >= waiting) throw busy(say('calls-waiting'));
    waitingNow += 1;
    const begun = new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        stopWaiting();
        resolve();
      };
      const leave = (reason: Problem): void => {
        stopWaiting();
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        this.#waiting -= 1;
        this.#forgetIdle(account, line);
        reject(reason);
      };
      const timer = setTimeout(() => leave(busy(say('turn-too-late'))), waitMs);
      const listening = cancelled && addAbortListener(cancelled, () => leave(problem('cancelled')));
      const stopWaiting = (): void => {
        clearTimeout(timer);
        listening?.[Symbol.dispose]();
      };
      line.waiting.push(begin);
      this.#waiting += 1;
    });
    await begun.finally(() => {
      waitingNow -= 1;
    });
  }

  #serveNext(): void {
    let next: Line | undefined;
    for (const line of this.#lines.values()) {
      if (line.waiting.length > 0 && this.#mayRun(line) && (!next || goesBefore(line, next))) next = line;
    }
    const begin = next?.waiting.shift();
    if (!next || !begin) return;
    this.#waiting -= 1;
    this.#begin(next);
    begin();
  }

  #mayRun({ running }: Line): boolean {
    return this.#running < this.#bounds.parallel && running < this.#bounds.perAccount;
  }

  #begin(line: Line): void {
    line.running += 1;
    line.lastTurn = ++this.#turns;
    this.#running += 1;
  }

  #forgetIdle(account: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(account);
  }
}

function goesBefore(one: Line, other: Line): boolean {
  return one.running === other.running ? one.lastTurn < other.lastTurn : one.running < other.running;
}

/** The problem for work that may succeed in a moment. */
export function busy(detail: Message): Problem {
  return problem('busy', detail, { members: { retry_after: RETRY_AFTER_S } });
}
