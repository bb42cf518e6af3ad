import type { ChildProcess } from 'node:child_process';
import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { traced } from '../core/tracing.js';
import { fromWire, type Reply, type Started } from './messages.js';
import {
  type EndReason,
  type OpenCall,
  type ProcessEvents,
  type ProcessKind,
  reasonOfEnd,
} from './process-events.js';
import { processorTimeOf } from './processor-time.js';
import type { Calls } from './serve.js';
import { startChild } from './start-child.js';

/** Kinds of processes that run our own code; Python has a sandbox instead. */
type SandboxedKind = Exclude<ProcessKind, 'python'>;

export interface SandboxOptions {
  /** Also the name of the bundle that the child runs; its module calls `serve`. */
  kind: SandboxedKind;
  args?: string[];
  /** Limit of the child's address space: a memory bomb ends in an error inside the child, not on the host. */
  addressSpaceMb: number;
  /** Limit of its JavaScript heap. */
  heapMb?: number;
  /** Called once, when the process is gone for any reason. */
  onExit?: () => void;
  events?: ProcessEvents | undefined;
  /** Replaces the system's account of processor time. */
  processorTime?: typeof processorTimeOf;
}

export interface RequestOptions {
  /**
   * After this long the request is cancelled; a child that does not finish within `graceMs` more is killed. The
   * time that a new child takes to start does not count.
   */
  deadlineMs?: number;
  /**
   * The same for the processor time that the child may use meanwhile. On a busy machine a request may wait long without
   * being at fault, so it is given a late deadline and this limit. Without effect where the system does not tell the time.
   */
  processorMs?: number | undefined;
  graceMs?: number;
  /** Cancels the request too, if nobody waits for its result any more. The child then has until its deadline. */
  signal?: AbortSignal | undefined;
  /** Called with what the child reports while it works. */
  onProgress?: ((progress: number) => void) | undefined;
  /** For the log, if the process ends meanwhile. */
  workbookId?: string | undefined;
}

/** The argument of a call. */
export type Payload<Of extends Calls, Name extends keyof Of> = Parameters<Of[Name]>[0];

/** The result of a call. */
export type Result<Of extends Calls, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** The child ended before it replied. `culprit` marks the request that exceeded its deadline. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
  constructor(
    readonly culprit: boolean,
    /** The message of the FatalError with which the child ended itself. */
    readonly fatalMessage?: string,
  ) {
    super(
      culprit
        ? 'the process was killed: this request ran past its deadline'
        : 'the process ended before it answered',
    );
  }
}

interface Pending extends OpenCall {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onProgress: RequestOptions['onProgress'];
  /** Counts its deadline from now on. */
  begin: () => void;
  /** Called when the request is settled. */
  cleanUp: () => void;
}

/** How often the processor time of a child is looked at when it is nearly used up. */
const MIN_WATCH_MS = 100;

/** A child that loads its code for longer than this is stuck; on a busy machine it takes many seconds. */
const START_MS = 60_000;

/**
 * How much of the end of a child's standard error is kept: enough for what V8 writes when its heap is full.
 */
const STDERR_CHARACTERS = 8192;

/**
 * A child process for work that may crash, hang or exhaust memory: hostile files and untrusted SQL. It
 * inherits no environment, so it has no secrets. `Served` is the type of the calls that its module serves.
 */
export class SandboxedProcess<Served extends Calls> {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #kind: SandboxedKind;
  readonly #onExit: (() => void) | undefined;
  readonly #processorTime: typeof processorTimeOf;
  readonly #startedAt = performance.now();
  /** Resolves when the process is really gone: after a kill it may still write for a moment. */
  readonly ended: Promise<void>;
  #nextId = 1;
  #alive = true;
  #started = false;
  #stderr = '';
  /** Why the service itself ended the process, if it did. */
  #killedFor: EndReason | 'idle' | undefined;
  /** The calls without a reply when it ended. */
  #openCalls: OpenCall[] = [];

  constructor(options: SandboxOptions) {
    const heap = options.heapMb ? [`--max-old-space-size=${options.heapMb}`] : [];
    const command = [process.execPath, ...heap, bundleOf(options.kind), ...(options.args ?? [])];
    this.#child = startChild(command, {
      limits: [{ option: '-v', value: options.addressSpaceMb * 1024 }],
      // Each long query occupies a libuv thread; the default of four would starve the short ones. Without a
      // limit each thread reserves a malloc arena of 64 MB of address space.
      // Libraries ask for a home, which a user that only a container knows has not.
      env: {
        UV_THREADPOOL_SIZE: '16',
        MALLOC_ARENA_MAX: '4',
        TZ: 'UTC',
        NODE_ENV: 'production',
        HOME: '/',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.#kind = options.kind;
    this.#processorTime = options.processorTime ?? processorTimeOf;
    this.#onExit = options.onExit;
    this.ended = new Promise((resolve) => {
      for (const event of ['error', 'exit']) this.#child.once(event, () => resolve());
    });
    this.#child.on('message', (message: Reply | Started) => {
      if ('started' in message) this.#start();
      else this.#settle(message);
    });
    for (const event of ['error', 'disconnect', 'exit']) this.#child.on(event, () => this.#end());
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    this.#child.on('close', (exitCode, signal) => this.#report(options, exitCode, signal));
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as Socket | null)?.unref();
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
      const { onProgress, workbookId } = options;
      this.#pending.set(id, {
        call: method,
        workbookId,
        resolve,
        reject,
        onProgress,
        begin: () => {},
        cleanUp: () => {},
      });
    });
    if (this.#pending.size === 1) this.#child.channel?.ref();
    // The channel queues messages sent before the child listens, so the order is kept without waiting here.
    this.#child.send({ id, method, payload }, (error) => error && this.#kill());
    this.#enforce(id, options);
    const span = () => ({
      name: `${this.#kind} ${method}`,
      kind: 'client' as const,
      attributes: { 'workbook.id': options.workbookId },
    });
    return (await traced(span, () => answer)) as Result<Served, Name>;
  }

  /** Ends a process that is no longer needed; this is not reported. */
  kill(): void {
    this.#kill('idle');
  }

  /**
   * From here on the process counts as gone: a request sent while it dies would fail too. Without a reason it
   * has most likely ended by itself.
   */
  #kill(reason?: EndReason | 'idle', culprit?: number): void {
    if (this.#alive) this.#killedFor = reason;
    this.#child.kill('SIGKILL');
    this.#end(culprit);
  }

  #end(culprit?: number): void {
    if (!this.#alive) return;
    this.#alive = false;
    const open = [...this.#pending.entries()].sort(
      ([a], [b]) => Number(b === culprit) - Number(a === culprit),
    );
    this.#openCalls = open.map(([, { call, workbookId }]) => ({ call, workbookId }));
    for (const [id] of open) this.#fail(id, new ProcessDied(id === culprit));
    this.#onExit?.();
  }

  /** Called when all output of the process has been read. */
  #report({ kind, events }: SandboxOptions, exitCode: number | null, signal: NodeJS.Signals | null): void {
    if (this.#killedFor === 'idle') return;
    events?.ended({
      kind,
      reason: this.#killedFor ?? reasonOfEnd(signal, this.#stderr),
      openCalls: this.#openCalls,
      pid: this.pid,
      exitCode,
      signal,
      livedMs: performance.now() - this.#startedAt,
      stderr: this.#stderr.trim(),
    });
  }

  #enforce(id: number, { deadlineMs, processorMs, graceMs = 2000, signal }: RequestOptions): void {
    const pending = this.#pending.get(id);
    if (!pending || (deadlineMs === undefined && processorMs === undefined && !signal)) return;
    const cancel = (): void => void this.#child.send({ cancel: id }, () => {});
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      cancel();
      timer = setTimeout(() => this.#kill('deadline', id), graceMs);
    };
    const endAfter = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    };
    const watch = new AbortController();
    const begin = (): void => {
      if (deadlineMs !== undefined) endAfter(deadlineMs);
      if (processorMs !== undefined) void this.#watchProcessor(processorMs, end, watch.signal);
    };
    if (this.#started) begin();
    else if (deadlineMs !== undefined) endAfter(START_MS + deadlineMs);
    pending.begin = begin;
    const listening = signal && addAbortListener(signal, cancel);
    pending.cleanUp = () => {
      clearTimeout(timer);
      watch.abort();
      listening?.[Symbol.dispose]();
    };
  }

  /** Calls `end` once the child has used so much processor time from now on. */
  async #watchProcessor(maxMs: number, end: () => void, signal: AbortSignal): Promise<void> {
    const { pid } = this;
    const before = pid === undefined ? undefined : await this.#processorTime(pid);
    if (pid === undefined || before === undefined) return;
    let leftMs = maxMs;
    while (!signal.aborted) {
      // It cannot have used up the rest before that much time has passed, unless by several threads.
      await pause(Math.max(leftMs, MIN_WATCH_MS), undefined, { signal, ref: false }).catch(() => {});
      const used = signal.aborted ? undefined : await this.#processorTime(pid);
      if (used === undefined || signal.aborted) return;
      leftMs = maxMs - (used - before);
      if (leftMs <= 0) return end();
    }
  }

  #start(): void {
    this.#started = true;
    for (const { begin } of this.#pending.values()) begin();
  }

  #settle(reply: Reply): void {
    if ('progress' in reply) {
      this.#pending.get(reply.id)?.onProgress?.(reply.progress);
      return;
    }
    const pending = this.#take(reply.id);
    if (!pending) return;
    if ('problem' in reply) pending.reject(fromWire(reply.problem));
    else if (!('failure' in reply)) pending.resolve(reply.result);
    else if (!reply.last) pending.reject(new Error(reply.failure));
    else {
      pending.reject(new ProcessDied(false, reply.failure));
      this.#kill('gave-up');
      this.#openCalls.unshift({ call: pending.call, workbookId: pending.workbookId });
    }
  }

  #fail(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    pending.cleanUp();
    if (this.#pending.size === 0) this.#child.channel?.unref();
    return pending;
  }
}

/** Children run their bundle, even if this module runs from that of the service or, in tests, from src/. */
function bundleOf(kind: SandboxedKind): string {
  return fileURLToPath(
    import.meta.url.replace(/^(.*)\/server\/(?:src|dist)\/.*$/, `$1/server/dist/${kind}.js`),
  );
}
