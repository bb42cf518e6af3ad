import { cellAddress, formatRange, placeOf } from '@workbook-data-service/sheets/addresses';
import type { StatedTotal, TotalOperation } from '@workbook-data-service/structure/parse-spec';
import { fileFinding } from '../file-finding.js';
import { grouped } from '../message-words.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import { reviewedSources } from '../source-reader.js';

const MOST_PARTS = 4;
const MOST_OF_SHEET = 20;

const verbs: Record<TotalOperation, string> = {
  sum: 'add up to',
  difference: 'leave',
  average: 'average',
  ratio: 'divide to',
  running_balance: 'carry to',
};

export const statedTotals: WorkbookRule = {
  id: 'stated-totals',
  group: 'totals',
  severity: 'error',
  of: 'workbook',
  title: 'A total of the file differs from its parts',
  looksAt:
    'Sums, differences, averages and ratios that the sheets state, as reconciled when they were structured; ' +
    'differences that rounding explains are none.',
  async find(context) {
    const findings: Finding[] = [];
    for (const { source, totals } of await reviewedSources(context)) {
      const bySheet = new Map<string, number>();
      for (const total of totals.filter(({ agrees }) => !agrees)) {
        const before = bySheet.get(total.sheet) ?? 0;
        bySheet.set(total.sheet, before + 1);
        if (before >= MOST_OF_SHEET) continue;
        const address = cellAddress(total.cell.row + 1, total.cell.column);
        findings.push(
          ...(await fileFinding(context, statedTotals, {
            source,
            sheet: total.sheet,
            subject: address,
            cells: [
              {
                place: placeOf(total.cell.row, total.cell.column),
                cell: address,
                value: total.stated,
                expected: String(total.computed),
              },
            ],
            message: messageOf(total, address),
            fix: 'Correct the total or the part that is wrong in the file, and upload it as a new revision.',
          })),
        );
      }
      for (const [sheet, count] of bySheet)
        if (count > MOST_OF_SHEET)
          context.skip(
            `${count - MOST_OF_SHEET} further totals of sheet "${sheet}" of "${source.name}"`,
            `The first ${MOST_OF_SHEET} that differ are listed.`,
          );
    }
    return findings;
  },
};

function messageOf(
  { stated, computed, difference, operation, parts, sheet }: StatedTotal & { sheet: string },
  address: string,
) {
  const named = parts
    .slice(0, MOST_PARTS)
    .map(
      ({ sign, ...range }) =>
        `${sign < 0 ? '-' : ''}${formatRange({ ...range, top: range.top + 1, bottom: range.bottom + 1 })}`,
    );
  const more = parts.length > MOST_PARTS ? ` and ${parts.length - MOST_PARTS} more` : '';
  return (
    `${address} of sheet "${sheet}" says ${grouped(stated)}, but ${named.join(', ')}${more} ${verbs[operation]} ` +
    `${grouped(computed)}: a difference of ${grouped(difference)}.`
  );
}
