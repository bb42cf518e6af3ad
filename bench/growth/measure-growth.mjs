// Measures the same work at several sizes, in processor time of the services and their children, and how fast it grows.
import { printTable } from '../support/measure.mjs';
import { familyOf } from '../support/service.mjs';

/** Sizes above it are left out, as are more than ten million rows unless it is set. */
const MAX = Number(process.env.GROWTH_MAX ?? 10_000_000);
/** Exponents that are to be met: by work that grows with the size, and by work that should not. */
const GOAL = { linear: 1.1, constant: 0.1 };
/** The clock of processes counts hundredths of a second: less than one of them is taken as one. */
const CLOCK_MS = 10;

/**
 * Calls `measure(size, cost)` for each size and prints a row for each `cost(name, work, options)`: what it took, and the exponent
 * of its growth over the last two decades of sizes, 1 being linear and 0 constant. Work is done `times` over, to be told from the
 * clock; `grows: 'constant'` says that it should take as long whatever the size. The smallest size is measured twice, since the
 * first time also loads code.
 */
export async function printGrowth({ title, unit, sizes, pid, measure }) {
  const measured = sizes.filter((size) => size <= MAX);
  if (measured.length === 0) return;
  await measure(measured[0], async (_, work, { times = 1 } = {}) => {
    for (let i = 0; i < times; i++) await work(i);
  });
  const rows = new Map();
  for (const size of measured) {
    const cost = async (name, work, { times = 1, grows = 'linear' } = {}) => {
      const before = await cpuMs(pid);
      for (let i = 0; i < times; i++) await work(i);
      const ms = ((await cpuMs(pid)) - before) / times;
      const row = rows.get(name) ?? { grows, floorMs: CLOCK_MS / times, bySize: new Map() };
      row.bySize.set(size, ms);
      rows.set(name, row);
    };
    await measure(size, cost);
    console.error(`${title}: ${size.toLocaleString('en')} ${unit} measured`);
  }
  printTable(
    title,
    ['', ...measured.map((size) => `${size.toLocaleString('en')} ${unit}`), 'exponent', 'goal'],
    [...rows].map(([name, row]) => [
      name,
      ...measured.map((size) => shown(row.bySize.get(size))),
      exponentOf(row)?.toFixed(2) ?? '',
      `${GOAL[row.grows]}${isMet(row) ? '' : ', missed'}`,
    ]),
  );
}

/** User and system time of processes and all that they started, also of those that have ended. */
export async function cpuMs(...pids) {
  const families = await Promise.all(pids.map(familyOf));
  return families.flat().reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) * 1000;
}

function shown(ms) {
  if (ms === undefined) return '';
  return ms < 20 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString('en')} ms`;
}

function isMet(row) {
  return (exponentOf(row) ?? 0) <= GOAL[row.grows];
}

function exponentOf({ bySize, floorMs }) {
  const points = [...bySize].sort(([one], [other]) => one - other);
  const last = points.at(-1);
  const first = points.find(([size]) => size >= last[0] / 100);
  if (first[0] === last[0]) return undefined;
  const growth = Math.log(Math.max(last[1], floorMs) / Math.max(first[1], floorMs));
  return growth / Math.log(last[0] / first[0]);
}
