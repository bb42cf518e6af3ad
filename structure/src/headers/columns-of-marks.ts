import { splitUnit } from '../values/header-units.js';
import type { HeaderReach } from './header-reach.js';
import type { HeaderLabel } from './read-header.js';

/**
 * Gives columns of footnote marks the names of the figures that they are about: `1990 mark` beside `1990`. Where the name stands over
 * the marks and not over the figures beside them, it is that of both.
 */
export function nameColumnsOfMarks(
  headers: readonly HeaderLabel[][],
  columns: readonly number[],
  reach: Pick<HeaderReach, 'isOverMarks' | 'isOverNumbers'>,
): HeaderLabel[][] {
  const named = [...headers];
  const marks = columns.flatMap((column, at) => (at > 0 && reach.isOverMarks(column) ? [at] : []));
  const isNumbers = (at: number, beside: number) =>
    beside > 0 &&
    columns[beside] === (columns[at] as number) + beside - at &&
    reach.isOverNumbers(columns[beside] as number);
  const hasOwnName = (at: number) => headers[at]?.some(({ column }) => column === columns[at]) ?? false;
  const sharesName = (at: number) => hasOwnName(at) && isNumbers(at, at + 1) && !hasOwnName(at + 1);
  // Marks are always on the same side of their figures.
  const areBefore = marks.some((at) => sharesName(at) || (isNumbers(at, at + 1) && !isNumbers(at, at - 1)));
  for (const at of marks) {
    if (hasOwnName(at) && !sharesName(at)) continue;
    if (sharesName(at)) named[at + 1] = [...(headers[at] ?? [])];
    const figures = (areBefore ? [at + 1, at - 1] : [at - 1, at + 1]).find((beside) => isNumbers(at, beside));
    const labels = named[figures ?? -1];
    const last = labels?.at(-1);
    if (labels && last)
      named[at] = [
        ...labels.map((label) => ({ ...label, text: splitUnit(label.text).name })),
        { text: 'mark', row: last.row, column: columns[at] as number },
      ];
  }
  return named;
}
