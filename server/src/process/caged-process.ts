import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fromWire, type Reply } from './messages.js';
import type { Calls } from './serve.js';

export interface CageOptions {
  /** The module that the child runs, below dist/; it calls `serve`. */
  entry: string;
  args?: string[];
  /** Ceiling of the child's address space: a memory bomb ends in an error inside it, not in the host's memory. */
  addressSpaceMb: number;
  /** Ceiling of its JavaScript heap. */
  heapMb?: number;
  /** Told once, when the process is gone for whatever reason. */
  onExit?: () => void;
}

export interface RequestOptions {
  /** After this long the request is cancelled; a child that does not yield in `graceMs` more is killed. */
  deadlineMs?: number;
  graceMs?: number;
  /** Called with what the child reports while it works. */
  onProgress?: ((progress: number) => void) | undefined;
}

/** What a call takes. */
export type Payload<Of extends Calls, Name extends keyof Of> = Parameters<Of[Name]>[0];

/** What a call answers. */
export type Result<Of extends Calls, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** The child ended before it answered. `culprit` marks the request that overran its deadline. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
  constructor(
    readonly culprit: boolean,
    /** What it said before it ended itself. */
    readonly lastWords?: string,
  ) {
    super(
      culprit
        ? 'the process was killed: this request ran past its deadline'
        : 'the process ended before it answered',
    );
  }
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onProgress: RequestOptions['onProgress'];
  timers: NodeJS.Timeout[];
}

/**
 * A child process for work that may crash, hang or eat memory: hostile files and untrusted SQL.
 * It inherits no environment, so it holds no secret. `Served` is what its module serves.
 */
export class CagedProcess<Served extends Calls> {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #onExit: (() => void) | undefined;
  /** When the process is really gone: it may still write for a moment after it was killed. */
  readonly ended: Promise<void>;
  #nextId = 1;
  #alive = true;

  constructor(options: CageOptions) {
    const heap = options.heapMb ? [`--max-old-space-size=${options.heapMb}`] : [];
    const command = [process.execPath, ...heap, compiled(options.entry), ...(options.args ?? [])];
    this.#child = spawn(
      '/bin/sh',
      [
        '-c',
        'ulimit -v "$1" 2>/dev/null; shift; exec "$@"',
        'sh',
        String(options.addressSpaceMb * 1024),
        ...command,
      ],
      {
        // Long queries each hold a libuv thread; the default of four would starve the short ones. Without a limit
        // each thread claims an arena of 64 MB of the address space.
        env: { UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '4', TZ: 'UTC', NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      },
    );
    this.#onExit = options.onExit;
    this.ended = new Promise((resolve) => {
      for (const event of ['error', 'exit']) this.#child.once(event, () => resolve());
    });
    this.#child.on('message', (reply: Reply) => this.#settle(reply));
    for (const event of ['error', 'disconnect', 'exit']) this.#child.on(event, () => this.#end());
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get busy(): boolean {
    return this.#pending.size > 0;
  }

  async request<Name extends keyof Served & string>(
    method: Name,
    payload: Payload<Served, Name>,
    options: RequestOptions = {},
  ): Promise<Result<Served, Name>> {
    if (!this.#alive) throw new ProcessDied(false);
    const id = this.#nextId++;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress: options.onProgress, timers: [] });
    });
    if (this.#pending.size === 1) this.#child.channel?.ref();
    // Messages sent before the child listens are queued by the channel, so order is kept without waiting here.
    this.#child.send({ id, method, payload }, (error) => error && this.kill());
    if (options.deadlineMs !== undefined) this.#enforce(id, options.deadlineMs, options.graceMs ?? 2000);
    return (await answer) as Result<Served, Name>;
  }

  /** From here on it counts as gone: a request that reached it while it dies would die too. */
  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end();
  }

  #end(): void {
    if (!this.#alive) return;
    this.#alive = false;
    for (const id of [...this.#pending.keys()]) this.#fail(id, new ProcessDied(false));
    this.#onExit?.();
  }

  #enforce(id: number, deadlineMs: number, graceMs: number): void {
    const cancel = setTimeout(() => this.#child.send({ cancel: id }, () => {}), deadlineMs);
    const kill = setTimeout(() => {
      this.#fail(id, new ProcessDied(true));
      this.kill();
    }, deadlineMs + graceMs);
    this.#pending.get(id)?.timers.push(cancel, kill);
  }

  #settle(reply: Reply): void {
    if ('progress' in reply) {
      this.#pending.get(reply.id)?.onProgress?.(reply.progress);
      return;
    }
    const pending = this.#take(reply.id);
    if (!pending) return;
    if ('problem' in reply) pending.reject(fromWire(reply.problem));
    else if ('failure' in reply) {
      pending.reject(reply.last ? new ProcessDied(false, reply.failure) : new Error(reply.failure));
      if (reply.last) this.kill();
    } else pending.resolve(reply.result);
  }

  #fail(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    for (const timer of pending.timers) clearTimeout(timer);
    if (this.#pending.size === 0) this.#child.channel?.unref();
    return pending;
  }
}

/** Children run compiled code, wherever this module is: in dist/, in the bundle there, or in src/ under a test runner. */
function compiled(entry: string): string {
  return fileURLToPath(
    import.meta.url.replace(/^(.*)\/server\/(?:src|dist)\/.*$/, `$1/server/dist/${entry}`),
  );
}
