import type { ProcessEnd, ProcessEvents } from '../src/process/process-events.js';

/** Records what is reported about child processes. */
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
