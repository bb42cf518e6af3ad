import type { Log } from './log.js';

/** The open parts of a service. They are closed in reverse order, when it stops or fails to start. */
export class OpenedParts {
  readonly #closings: (() => unknown)[] = [];

  constructor(private readonly log: Log) {}

  add<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#closings.push(() => close(part));
    return part;
  }

  /** A part that fails to close, as on a full disk or during a database outage, does not keep the rest open. */
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
