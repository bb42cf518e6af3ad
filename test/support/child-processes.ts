import { readdirSync, readFileSync } from 'node:fs';

/** The child processes of the given one, with the module each runs and its memory. Linux only. */
export function childProcesses(parent: number): { pid: number; runs: string; residentMb: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The command's name is in parentheses and may contain anything, so the fields count from after it.
        const [, parentPid] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
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

export const isEngine = ({ runs }: { runs: string }): boolean => runs.includes('/engine/child/main.js');
