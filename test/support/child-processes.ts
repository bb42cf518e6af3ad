import { readdirSync, readFileSync } from 'node:fs';

/** The child processes of the given one, with the module each runs and its memory. Linux only. */
export function childProcesses(parent: number): { pid: number; runs: string; residentMb: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parentPid] = fieldsOf(Number(name)) ?? [];
        if (Number(parentPid) !== parent) return [];
        const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? '0';
        const runs = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), runs, residentMb: Number(resident) / 1024 }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

/** The fields of a process after its name, which may contain anything; undefined if there is none. Linux only. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** Whether a process runs; one that has ended keeps an entry until its parent has looked. */
export function isRunning(pid: number): boolean {
  const [state = 'X'] = fieldsOf(pid) ?? [];
  return state !== 'Z' && state !== 'X';
}

/** The processor time that a process has used, in hundredths of a second. */
export function processorTime(pid: number): number {
  const fields = fieldsOf(pid) ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

export const isEngine = ({ runs }: { runs: string }): boolean => runs.includes('/dist/engine.js');
