import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { inSlices } from '../../core/time-slices.js';
import { type EndReason, type ProcessEvents, reasonOfEnd } from '../../process/process-events.js';
import { type DenoProcess, startDeno } from './deno-process.js';
import { MAX_FRAME_BYTES, readFrames } from './exchange/frames.js';
import { endedEarly, type OutputLimits, receiveTable } from './exchange/receive-table.js';
import { programFrames } from './exchange/send-program.js';
import { ProgramError } from './program-error.js';
import type { PythonProgram, PythonTable } from './python-table.js';

const START_TIMEOUT_MS = 60_000;

/** A process for one program: everything the program leaves behind dies with it. */
export class PythonProcess {
  readonly #deno: DenoProcess;
  readonly #frames: AsyncGenerator<Uint8Array, undefined>;
  readonly #startedAt = performance.now();
  /** Why the service itself ended the process. */
  #killedFor: EndReason | 'done' | undefined;
  #running = false;

  constructor(
    snapshot: string,
    memoryMb: number,
    { onExit, events }: { onExit: (self: PythonProcess) => void; events?: ProcessEvents | undefined },
  ) {
    this.#deno = startDeno({
      script: 'serve-program',
      args: [snapshot],
      readable: [snapshot],
      memoryMb,
      stderr: 'ignore',
    });
    this.#frames = readFrames(this.#deno.stdout, MAX_FRAME_BYTES);
    this.#deno.on('exit', (exitCode, signal) => {
      onExit(this);
      this.#report(events, exitCode, signal);
    });
  }

  get alive(): boolean {
    return this.#deno.exitCode === null && this.#deno.signalCode === null;
  }

  /** Resolves when its first frame arrives. */
  async started(): Promise<void> {
    const timer = setTimeout(() => this.#kill('deadline'), START_TIMEOUT_MS);
    const { done } = await this.#frames.next().finally(() => clearTimeout(timer));
    if (done) throw new Error('Python ended before it was ready');
    this.#markSpare(true);
  }

  async run(
    program: PythonProgram,
    { deadlineMs, waitedMs }: { deadlineMs: number; waitedMs: number },
    limits: OutputLimits,
  ): Promise<PythonTable> {
    this.#markSpare(false);
    this.#running = true;
    let overdue = false;
    let endedItself = false;
    const timer = setTimeout(() => {
      overdue = true;
      this.#kill('deadline');
    }, deadlineMs - waitedMs);
    try {
      await pipeline(inSlices(programFrames(program)), this.#deno.stdin);
      return await receiveTable(this.#frames, limits);
    } catch (error) {
      if (overdue) throw new ProgramError('time', `The program ran past its ${deadlineMs} ms.`);
      const failure = error instanceof ProgramError ? error : endedEarly();
      endedItself = failure.failure === 'ended';
      throw failure;
    } finally {
      clearTimeout(timer);
      this.#kill(endedItself ? undefined : 'done');
    }
  }

  /** Lets the process go: it is not needed any more. */
  kill(): void {
    this.#kill('done');
  }

  #kill(reason: EndReason | 'done' | undefined): void {
    this.#killedFor ??= reason;
    this.#deno.kill('SIGKILL');
  }

  /** A process that has answered ends by itself. */
  #report(events: ProcessEvents | undefined, exitCode: number | null, signal: NodeJS.Signals | null): void {
    if (this.#killedFor === 'done' || exitCode === 0) return;
    events?.ended({
      kind: 'python',
      reason: this.#killedFor ?? reasonOfEnd(signal, ''),
      openCalls: this.#running ? [{ call: 'run' }] : [],
      pid: this.#deno.pid,
      exitCode,
      signal,
      livedMs: performance.now() - this.#startedAt,
      stderr: '',
    });
  }

  /** A spare process must not keep the service from exiting, but a running program must. */
  #markSpare(isSpare: boolean): void {
    for (const handle of [this.#deno, this.#deno.stdin as Socket, this.#deno.stdout as Socket])
      if (isSpare) handle.unref();
      else handle.ref();
  }
}
