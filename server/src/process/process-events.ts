/** What the operator of the service should know about its child processes. */

export const processKinds = ['engine', 'file-worker', 'python'] as const;
export type ProcessKind = (typeof processKinds)[number];

/** Why a process ended that the service had not let go. */
export const endReasons = [
  /** The service killed it, because a call ran past its deadline. */
  'deadline',
  /** It reached the ceiling of its own memory. */
  'memory',
  /** Something else killed it: the kernel does, when the machine runs out of memory. */
  'killed',
  /** It was asked to stop by a signal, as service managers send to every process of a service that stops. */
  'stopped',
  /** It met an error that it cannot recover from, and asked to be replaced. */
  'gave-up',
  'crashed',
] as const;
export type EndReason = (typeof endReasons)[number];

/** A call that had no answer when its process ended. */
export interface OpenCall {
  call: string;
  workbookId?: string | undefined;
}

export interface ProcessEnd {
  kind: ProcessKind;
  reason: EndReason;
  /** The one that caused the end first, where that is known. */
  openCalls: OpenCall[];
  pid: number | undefined;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  livedMs: number;
  /** The end of what it wrote to its standard error; empty for a process that runs code of users. */
  stderr: string;
}

export interface ProcessEvents {
  ended(end: ProcessEnd): void;
  /** A call is made once more, in another process, because its first one died or had no memory left. */
  retried(kind: ProcessKind, call: { workbookId: string }): void;
}

/** Why a process ended that nobody here has ended. */
export function reasonOfEnd(signal: NodeJS.Signals | null, stderr: string): EndReason {
  if (/out of memory|javascript oom|bad_alloc|cannot allocate memory/i.test(stderr)) return 'memory';
  if (signal === 'SIGKILL') return 'killed';
  if (signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP') return 'stopped';
  return 'crashed';
}
