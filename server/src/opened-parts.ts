import type { Log } from './log.js';

/** The parts of a service that are open. They are closed in reverse order, whether it stops or could not start. */
export class OpenedParts {
  readonly #closings: (() => unknown)[] = [];

  constructor(private readonly log: Log) {}

  add<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#closings.push(() => close(part));
    return part;
  }

  /** A part that cannot write any more, as on a full disk or while the database is away, does not keep the rest open. */
  async close(): Promise<void> {
    for (let close = this.#closings.pop(); close; close = this.#closings.pop()) {
      try {
        await close();
      } catch (error) {
        this.log.warn({ err: error }, 'closing without what could not be written');
      }
    }
  }
}
