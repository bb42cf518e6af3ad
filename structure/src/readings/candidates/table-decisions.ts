import { describeAnew } from '../../decisions/answer-questions.js';
import { rolesIn } from '../../lines/roles-of-rows.js';
import { sayOfReading } from '../../reading-messages.js';
import { isTableLike } from './header-like.js';
import { blockOf, type Generator } from './reading.js';

const maxSplits = 3;

/** Another table begins at a row that looks like a header, or behind a blank row. */
export const tablesBelow: Generator = (sheet, region) => {
  if (region.layout === 'form') return [];
  const { range, headerRows } = region;
  const rows = sheet.cells.filledRows(range);
  const firstBody = rows.find((row) => !headerRows.includes(row)) ?? range.top;
  const starts = rows.filter(
    (row, at) =>
      row > firstBody + 1 && row < range.bottom && isTableLike(sheet.cells, range, row, rows[at - 1] ?? row),
  );
  return starts.slice(0, maxSplits).map((row) => {
    const roles = rolesIn(region);
    const lower = rolesIn(region);
    lower[row] = 'header';
    return {
      id: `table-at-${row + 1}`,
      why: sayOfReading('alternative-table', { row: row + 1 }),
      regions: [
        describeAnew(sheet, { ...region, range: blockOf(range, { bottom: row - 1 }) }, roles),
        describeAnew(
          sheet,
          {
            ...region,
            id: `${region.id}_${row + 1}`,
            name: `${region.name}_${row + 1}`,
            range: blockOf(range, { top: row }),
          },
          lower,
        ),
      ],
    };
  });
};
