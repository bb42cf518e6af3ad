import { addAbortListener } from 'node:events';
import { FairTurns } from '../core/fair-turns.js';
import {
  type Payload,
  ProcessDied,
  type RequestOptions,
  type Result,
  SandboxedProcess,
  type SandboxOptions,
} from './sandboxed-process.js';
import type { Calls } from './serve.js';

interface PoolOptions extends Omit<SandboxOptions, 'onExit'> {
  /** Waiting work on a workbook takes turns by account. */
  accountOf: (workbookId: string) => Promise<string>;
  /** Processes that one account may use at a time; there is one more for the others. */
  processesPerAccount: number;
}

interface WorkOptions {
  /** Counts from the start of the call, including the wait for a process. */
  deadlineMs: number;
  /** The processor time that one attempt may use. */
  processorMs?: number | undefined;
  /** The error for work whose process ran past its deadline, or died twice. */
  onDeath: () => Error;
  onProgress?: ((progress: number) => void) | undefined;
}

const IDLE_MS = 60 * 1000;
/** For a request, a person is waiting; a job tries again. */
const MAX_WAIT_MS = 30 * 1000;

/**
 * Child processes of one kind. Each does one piece of work at a time; an idle one is kept for a while for the
 * next.
 */
export class ProcessPool<Served extends Calls> {
  readonly #options: PoolOptions;
  readonly #turns: FairTurns;
  readonly #idle: { process: SandboxedProcess<Served>; timer: NodeJS.Timeout }[] = [];
  readonly #running = new Set<SandboxedProcess<Served>>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const perAccount = options.processesPerAccount;
    this.#turns = new FairTurns({ parallel: perAccount + 1, perAccount });
  }

  /** An idle process may have died unnoticed, so work whose process dies is tried once more. */
  async run<Name extends keyof Served & string>(
    workbookId: string,
    method: Name,
    payload: Payload<Served, Name>,
    { deadlineMs, processorMs, onDeath, onProgress }: WorkOptions,
  ): Promise<Result<Served, Name>> {
    const { accountOf, kind, events } = this.#options;
    const endsAt = performance.now() + deadlineMs;
    const waitMs = Math.min(deadlineMs / 2, MAX_WAIT_MS);
    return await this.#turns.take(await accountOf(workbookId), waitMs, async (signal) => {
      const attempt = () =>
        this.#runOnce(method, payload, {
          deadlineMs: endsAt - performance.now(),
          processorMs,
          onProgress,
          workbookId,
          signal,
        });
      try {
        return await attempt().catch((error) => {
          if (!(error instanceof ProcessDied) || error.culprit || signal?.aborted || this.#closed)
            throw error;
          events?.retried(kind, { workbookId });
          return attempt();
        });
      } catch (error) {
        throw error instanceof ProcessDied ? onDeath() : error;
      }
    });
  }

  close(): void {
    this.#closed = true;
    for (const { process, timer } of this.#idle) {
      clearTimeout(timer);
      process.kill();
    }
    for (const process of this.#running) process.kill();
  }

  async #runOnce<Name extends keyof Served & string>(
    method: Name,
    payload: Payload<Served, Name>,
    { signal, ...options }: RequestOptions,
  ): Promise<Result<Served, Name>> {
    const process = this.#take();
    // It does nothing else, and would not listen before it is done.
    const listening = signal && addAbortListener(signal, () => process.kill());
    try {
      return await process.request(method, payload, { ...options, graceMs: 0 });
    } finally {
      listening?.[Symbol.dispose]();
      this.#giveBack(process);
    }
  }

  #take(): SandboxedProcess<Served> {
    const waiting = this.#idle.pop();
    if (waiting) clearTimeout(waiting.timer);
    const process = waiting?.process.alive ? waiting.process : new SandboxedProcess<Served>(this.#options);
    this.#running.add(process);
    return process;
  }

  #giveBack(process: SandboxedProcess<Served>): void {
    this.#running.delete(process);
    if (!process.alive) return;
    const timer = setTimeout(() => process.kill(), IDLE_MS);
    timer.unref();
    this.#idle.push({ process, timer });
  }
}
