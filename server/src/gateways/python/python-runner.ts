import type { OutputLimits } from './exchange/receive-table.js';
import { PythonProcess } from './python-process.js';
import type { PythonProgram, PythonTable } from './python-table.js';
import { Snapshot } from './snapshot.js';
import { SpareProcesses } from './spare-processes.js';
import { Turns } from './turns.js';

export interface PythonRequest extends PythonProgram {
  /** From the moment a process takes the program; waiting for one does not count. */
  deadlineMs: number;
  /** Another ceiling than the runner's; such a program finds no spare and waits for a process of its own. */
  memoryMb?: number;
}

export interface PythonOptions {
  /** Where the snapshot of a started Python is kept; it may be emptied at any time. */
  directory: string;
  memoryMb?: number;
  limits?: OutputLimits;
  /** Processes kept warm. */
  spares?: number;
  idleMs?: number;
  /** Programs that run at the same time. */
  concurrency?: number;
}

/**
 * Runs untrusted Python, each program in a process of its own that ends with it, so that nothing passes from one to
 * another. Then the process for the next one is warmed.
 */
export class PythonRunner {
  readonly #snapshot: Snapshot;
  readonly #memoryMb: number;
  readonly #limits: OutputLimits;
  readonly #spares: SpareProcesses;
  readonly #turns: Turns;
  readonly #processes = new Set<PythonProcess>();
  readonly #closing = new AbortController();

  constructor(options: PythonOptions) {
    const { directory, memoryMb = 512, spares = 1, idleMs = 300_000, concurrency = 2 } = options;
    this.#snapshot = new Snapshot(directory, this.#closing.signal);
    this.#memoryMb = memoryMb;
    this.#limits = options.limits ?? { maxRows: 1_000_000, maxBytes: 268_435_456 };
    this.#spares = new SpareProcesses(() => this.#start(memoryMb), { count: spares, idleMs });
    this.#turns = new Turns(concurrency);
  }

  /** Resolves to the table in `output`; rejects with a `ProgramError` where the program is at fault. */
  async run({ deadlineMs, memoryMb = this.#memoryMb, ...program }: PythonRequest): Promise<PythonTable> {
    return this.#turns.take(async () => {
      const isUsual = memoryMb === this.#memoryMb;
      const python = await (isUsual ? this.#spares.take() : this.#start(memoryMb));
      try {
        return await python.run(program, deadlineMs, this.#limits);
      } finally {
        this.warm();
      }
    });
  }

  /** Starts the spares ahead of the first program. */
  warm(): void {
    if (!this.#closing.signal.aborted) this.#spares.refill();
  }

  /** Programs that still run fail. */
  close(): void {
    this.#closing.abort();
    this.#spares.letGo();
    for (const python of this.#processes) python.kill();
  }

  async #start(memoryMb: number): Promise<PythonProcess> {
    const snapshot = await this.#snapshot.path();
    this.#closing.signal.throwIfAborted();
    const python = new PythonProcess(snapshot, memoryMb, (ended) => this.#processes.delete(ended));
    this.#processes.add(python);
    await python.started();
    return python;
  }
}
