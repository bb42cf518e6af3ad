import { addAbortListener } from 'node:events';
import { FairTurns } from '../../core/fair-turns.js';
import { traced } from '../../core/tracing.js';
import type { ProcessEvents } from '../../process/process-events.js';
import type { OutputLimits } from './exchange/receive-table.js';
import { PythonProcess } from './python-process.js';
import type { PythonProgram, PythonTable } from './python-table.js';
import { Snapshot } from './snapshot.js';
import { SpareProcesses } from './spare-processes.js';

export interface PythonRequest extends PythonProgram {
  /** Whose turn it is when programs wait. */
  account: string;
  /** From the time of the call. At most half of it is spent waiting for a turn. */
  deadlineMs: number;
  /** A memory limit other than the runner's; such a program cannot use a spare process. */
  memoryMb?: number;
}

interface PythonOptions {
  /** The directory of the snapshot of a started Python; it may be emptied at any time. */
  directory: string;
  memoryMb?: number;
  limits?: OutputLimits;
  /** Processes kept warm. */
  spares?: number;
  idleMs?: number;
  /** Programs of one account at the same time; one more can run for another account. */
  perAccount?: number;
  events?: ProcessEvents;
}

const WARM_AFTER_MS = 1000;

/**
 * Runs untrusted Python, each program in a process of its own that ends with it, so that nothing passes from
 * one to another. The process for the next one is started when a program ends or takes long.
 */
export class PythonRunner {
  readonly #snapshot: Snapshot;
  readonly #events: ProcessEvents | undefined;
  readonly #memoryMb: number;
  readonly #limits: OutputLimits;
  readonly #spares: SpareProcesses;
  readonly #turns: FairTurns;
  readonly #processes = new Set<PythonProcess>();
  readonly #closing = new AbortController();

  constructor(options: PythonOptions) {
    const { directory, memoryMb = 512, spares = 1, idleMs = 300_000, perAccount = 2 } = options;
    this.#snapshot = new Snapshot(directory, this.#closing.signal);
    this.#events = options.events;
    this.#memoryMb = memoryMb;
    this.#limits = options.limits ?? { maxRows: 1_000_000, maxBytes: 268_435_456 };
    this.#spares = new SpareProcesses(() => this.#start(memoryMb), { count: spares, idleMs });
    this.#turns = new FairTurns({ parallel: perAccount + 1, perAccount });
  }

  /** Resolves to the table in `output`; rejects with a `ProgramError` if the program is at fault. */
  async run({
    account,
    deadlineMs,
    memoryMb = this.#memoryMb,
    ...program
  }: PythonRequest): Promise<PythonTable> {
    const askedAt = performance.now();
    return await this.#turns.take(account, deadlineMs / 2, async (cancelled) => {
      const waitedMs = performance.now() - askedAt;
      const isUsual = memoryMb === this.#memoryMb;
      const python = await (isUsual ? this.#spares.take() : this.#start(memoryMb));
      // A program that has run this long may run for long, and the next one must not wait for it.
      const warming = setTimeout(() => this.warm(), WARM_AFTER_MS);
      const listening = cancelled && addAbortListener(cancelled, () => python.kill());
      try {
        return await traced(
          () => ({ name: 'python run', kind: 'client' }),
          () => python.run(program, { deadlineMs, waitedMs }, this.#limits),
        );
      } finally {
        listening?.[Symbol.dispose]();
        clearTimeout(warming);
        this.warm();
      }
    });
  }

  /** Creates the snapshot ahead of the first program, which then waits for no more than its own process. */
  prepare(): void {
    // A failure is reported to the first program, which tries again.
    this.#snapshot.path().catch(() => {});
  }

  /** Starts the spare processes ahead of the first program. */
  warm(): void {
    if (!this.#closing.signal.aborted) this.#spares.refill();
  }

  /** Running programs fail. */
  close(): void {
    this.#closing.abort();
    this.#spares.letGo();
    for (const python of this.#processes) python.kill();
  }

  async #start(memoryMb: number): Promise<PythonProcess> {
    const snapshot = await this.#snapshot.path();
    this.#closing.signal.throwIfAborted();
    const python = new PythonProcess(snapshot, memoryMb, {
      onExit: (ended) => this.#processes.delete(ended),
      events: this.#events,
    });
    this.#processes.add(python);
    await python.started();
    return python;
  }
}
