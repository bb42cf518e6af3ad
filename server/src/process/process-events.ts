/** Events of child processes that the operator of the service should know about. */

export const processKinds = ['engine', 'file-worker', 'chart-worker', 'python'] as const;
export type ProcessKind = (typeof processKinds)[number];

/** Why a process ended, other than because it was no longer needed. */
export const endReasons = [
  /** The service killed it because a call exceeded its deadline. */
  'deadline',
  /** It reached its memory limit. */
  'memory',
  /** Something else killed it, such as the kernel when the machine runs out of memory. */
  'killed',
  /** A signal asked it to stop, as service managers send to all processes of a service. */
  'stopped',
  /** It met an unrecoverable error and asked to be replaced. */
  'gave-up',
  'crashed',
] as const;
export type EndReason = (typeof endReasons)[number];

/** A call without a reply when its process ended. */
export interface OpenCall {
  call: string;
  workbookId?: string | undefined;
}

export interface ProcessEnd {
  kind: ProcessKind;
  reason: EndReason;
  /** The call that caused the end comes first, if known. */
  openCalls: OpenCall[];
  pid: number | undefined;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  livedMs: number;
  /** The end of its standard error; empty for a process that runs users' code. */
  stderr: string;
}

export interface ProcessEvents {
  ended(end: ProcessEnd): void;
  /** A call is repeated in another process, because its first one died or ran out of memory. */
  retried(kind: ProcessKind, call: { workbookId: string }): void;
}

/** Why a process ended that the service did not end itself. */
export function reasonOfEnd(signal: NodeJS.Signals | null, stderr: string): EndReason {
  if (/out of memory|javascript oom|bad_alloc|cannot allocate memory/i.test(stderr)) return 'memory';
  if (signal === 'SIGKILL') return 'killed';
  if (signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP') return 'stopped';
  return 'crashed';
}
