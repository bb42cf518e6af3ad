import type { CellReadings, ReturnedTable } from '../../files/returned-file.js';

/** In one warning. */
const MAX_NAMED = 3;

/** Says which cells were read in another way than written, and which stay as they were because they could not be. */
export function readingWarnings(
  { sheet, readings }: Pick<ReturnedTable, 'sheet' | 'readings'>,
  skipped: ReturnedTable['skipped'],
): string[] {
  const left = skipped.cells
    .slice(0, MAX_NAMED)
    .map(({ cell, value, reason }) => `${cell} ("${value}" ${reason})`);
  return [
    ...readings.map((one) => `Sheet "${sheet}": ${told(one)}.`),
    ...(skipped.count > 0
      ? [`Sheet "${sheet}": ${listed(left, skipped.count)} could not be read and stay as they were.`]
      : []),
  ];
}

function told({ column, type, count, cells }: CellReadings): string {
  const named = cells
    .slice(0, MAX_NAMED)
    .map(({ cell, text, value }) => `${cell} "${text}" as ${value === null ? 'empty' : value}`);
  return `column "${column}" (${type}): read ${listed(named, count)}`;
}

function listed(named: readonly string[], count: number): string {
  const more = count - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more cells` : ''}`;
}
