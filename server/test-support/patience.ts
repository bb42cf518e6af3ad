import { availableParallelism, loadavg } from 'node:os';

/** How many processes wanted each core during the last minute. */
const processesPerCore = (): number => (loadavg()[0] ?? 0) / availableParallelism();

/**
 * How long to wait for what must happen in the end, where a limit only guards against a hang: as given on a quiet machine,
 * and longer in proportion to what else the machine does.
 */
export const patience = (ms: number, busy = processesPerCore()): number => ms * Math.max(1, busy);
