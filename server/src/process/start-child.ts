import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

interface ChildOptions extends Omit<SpawnOptions, 'stdio'> {
  /** The limits that the shell sets before it becomes the command, as options of `ulimit`. */
  limits: { option: string; value: number }[];
  stdio: ('pipe' | 'ignore' | 'ipc')[];
}

/**
 * Starts a command that ends with this process, however this one ends. Nothing closes the pipes of a killed process
 * but the kernel, and a child that computes does not look at them. So a shell beside it waits at a pipe of its own:
 * if that closes without a word, this process is gone, and the shell kills the child.
 */
export function startChild(command: string[], { limits, stdio, ...options }: ChildOptions): ChildProcess {
  const lifeline = stdio.length;
  const closed = Array.from({ length: lifeline - 2 }, (_, i) => `${i + 3}<&-`).join(' ');
  const script = [
    ...limits.map(({ option, value }) => `ulimit ${option} ${value} 2>/dev/null`),
    `{ read -r _ || kill -KILL $$; } <&${lifeline} ${closed} >/dev/null 2>&1 &`,
    `exec "$@" ${lifeline}<&-`,
  ].join('\n');
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], { ...options, stdio: [...stdio, 'pipe'] });
  const pipe = child.stdio[lifeline] as Socket | undefined;
  pipe?.on('error', () => {});
  pipe?.unref();
  // The id of a process that has ended may be another's by the time the shell would kill it.
  child.once('exit', () => {
    pipe?.write('\n');
    pipe?.destroySoon();
  });
  return child;
}
