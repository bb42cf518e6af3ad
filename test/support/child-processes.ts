import { readdirSync, readFileSync } from 'node:fs';

/** The processes whose parent is the given one, with the module each runs and the memory it holds. Linux only. */
export function childProcesses(parent: number): { pid: number; runs: string; residentMb: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The command's own name stands in parentheses and may hold anything, so the fields count from behind it.
        const [, parentPid] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        if (Number(parentPid) !== parent) return [];
        const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? '0';
        const runs = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), runs, residentMb: Number(resident) / 1024 }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

export const isEngine = ({ runs }: { runs: string }): boolean => runs.includes('/engine/child/main.js');
