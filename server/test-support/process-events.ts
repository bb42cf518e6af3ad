import type { ProcessEnd, ProcessEvents } from '../src/process/process-events.js';

/** Keeps what is reported of child processes. */
export class RecordedProcesses implements ProcessEvents {
  readonly ends: ProcessEnd[] = [];
  readonly retries: string[] = [];

  ended(end: ProcessEnd): void {
    this.ends.push(end);
  }

  retried(kind: string): void {
    this.retries.push(kind);
  }
}
