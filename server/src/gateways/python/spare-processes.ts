import type { PythonProcess } from './python-process.js';

interface SpareOptions {
  count: number;
  /** Spare processes that were not needed for this long are ended. */
  idleMs: number;
}

/** Processes started ahead of the programs that will run in them. */
export class SpareProcesses {
  readonly #start: () => Promise<PythonProcess>;
  readonly #options: SpareOptions;
  #spares: Promise<PythonProcess>[] = [];
  #idle: NodeJS.Timeout | undefined;

  constructor(start: () => Promise<PythonProcess>, options: SpareOptions) {
    this.#start = start;
    this.#options = options;
  }

  /**
   * A spare process, awaited if it is still starting; a new one if there is none or it died while waiting.
   */
  async take(): Promise<PythonProcess> {
    const spare = await this.#spares.shift()?.catch(() => undefined);
    return spare?.alive ? spare : this.#start();
  }

  refill(): void {
    while (this.#spares.length < this.#options.count) {
      const spare = this.#start();
      // Reported to the caller that takes it, if any.
      spare.catch(() => {});
      this.#spares.push(spare);
    }
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.letGo(), this.#options.idleMs).unref();
  }

  letGo(): void {
    clearTimeout(this.#idle);
    for (const spare of this.#spares.splice(0)) spare.then((python) => python.kill()).catch(() => {});
  }
}
