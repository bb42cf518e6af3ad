import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DenoProcess, startDeno } from './deno-process.js';
import { MAX_FRAME_BYTES, readFrames } from './exchange/frames.js';
import { endedEarly, type OutputLimits, receiveTable } from './exchange/receive-table.js';
import { programFrames } from './exchange/send-program.js';
import { ProgramError } from './program-error.js';
import type { PythonProgram, PythonTable } from './python-table.js';

const START_TIMEOUT_MS = 60_000;

/** A process for one program: whatever that leaves behind dies with it. */
export class PythonProcess {
  readonly #deno: DenoProcess;
  readonly #frames: AsyncGenerator<Uint8Array, undefined>;

  constructor(snapshot: string, memoryMb: number, onExit: (self: PythonProcess) => void) {
    this.#deno = startDeno({
      script: 'serve-program',
      args: [snapshot],
      readable: [snapshot],
      memoryMb,
      stderr: 'ignore',
    });
    this.#frames = readFrames(this.#deno.stdout, MAX_FRAME_BYTES);
    this.#deno.on('exit', () => onExit(this));
  }

  get alive(): boolean {
    return this.#deno.exitCode === null && this.#deno.signalCode === null;
  }

  /** It says so with its first frame. */
  async started(): Promise<void> {
    const timer = setTimeout(() => this.kill(), START_TIMEOUT_MS);
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
    let overdue = false;
    const timer = setTimeout(() => {
      overdue = true;
      this.kill();
    }, deadlineMs - waitedMs);
    try {
      const frames = Readable.from(programFrames(program), { highWaterMark: 1 });
      await pipeline(frames, this.#deno.stdin);
      return await receiveTable(this.#frames, limits);
    } catch (error) {
      if (overdue) throw new ProgramError('time', `The program ran past its ${deadlineMs} ms.`);
      throw error instanceof ProgramError ? error : endedEarly();
    } finally {
      clearTimeout(timer);
      this.kill();
    }
  }

  kill(): void {
    this.#deno.kill('SIGKILL');
  }

  /** A spare must not keep the service from ending, but a program that runs must. */
  #markSpare(isSpare: boolean): void {
    for (const handle of [this.#deno, this.#deno.stdin as Socket, this.#deno.stdout as Socket])
      if (isSpare) handle.unref();
      else handle.ref();
  }
}
