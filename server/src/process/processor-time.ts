import { readFile } from 'node:fs/promises';

/** The unit of /proc, the same on every Linux. */
const TICKS_A_SECOND = 100;

/** The processor time that a process has used so far, in milliseconds; undefined where the system does not tell. */
export async function processorTimeOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  // The name of the command may have spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return Number.isNaN(ticks) ? undefined : (ticks * 1000) / TICKS_A_SECOND;
}
