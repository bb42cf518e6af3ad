import { describeAnew } from '../../decisions/answer-questions.js';
import { rolesIn } from '../../lines/roles-of-rows.js';
import type { RegionSpec } from '../../parse-spec.js';
import { sayOfReading } from '../../reading-messages.js';
import { blockOf, type Generator, type Proposal, titleOf } from './reading.js';

/** More rows never name columns. */
const maxHeader = 5;

/** How many of a table's first rows are its own header. */
function ownHeader({ range, headerRows }: RegionSpec): number {
  let rows = 0;
  while (headerRows.includes(range.top + rows)) rows++;
  return rows;
}

/** Other numbers of header rows: one less, none, one or two more. */
export const otherHeaders: Generator = (sheet, region) => {
  if (region.layout === 'form' || region.headerRows.some((row) => row < region.range.top)) return [];
  const rows = ownHeader(region);
  const height = region.range.bottom - region.range.top + 1;
  const wanted = [rows - 1, rows + 1, rows + 2, 0].filter(
    (count, at, all) =>
      count >= 0 && count !== rows && count <= maxHeader && count < height && all.indexOf(count) === at,
  );
  return wanted.map((count): Proposal => {
    const roles = rolesIn(region);
    for (let at = 0; at < Math.max(count, rows); at++)
      roles[region.range.top + at] = at < count ? 'header' : 'data';
    const why =
      count === 0
        ? sayOfReading('alternative-no-header')
        : sayOfReading('alternative-header-rows', { rows: count });
    return { id: `header-${count}`, why, regions: [describeAnew(sheet, region, roles)] };
  });
};

/** The first rows of the header say something about the whole table: they are titles. */
export const titlesInHeader: Generator = (sheet, region) => {
  const rows = ownHeader(region);
  if (rows < 2 || region.layout === 'form') return [];
  return Array.from({ length: rows - 1 }, (_, at) => at + 1).map((cut) => {
    const top = region.range.top + cut;
    const title = titleOf(region, blockOf(region.range, { bottom: top - 1 }));
    const below = { ...region, range: blockOf(region.range, { top }) };
    return {
      id: `title-${cut}`,
      why: sayOfReading('alternative-title-rows', { rows: cut }),
      regions: [title, describeAnew(sheet, below, rolesIn(region))],
    };
  });
};
