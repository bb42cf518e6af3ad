import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { cellAddress, formatRange, placeOf } from '@workbook-data-service/sheets/addresses';
import type { StatedTotal } from '@workbook-data-service/structure/parse-spec';
import type { SourceRecord } from '../../../catalog/source-records.js';
import type { FileFault } from '../../../workbook/reading/source-files.js';
import { fileFinding } from '../file-finding.js';
import type { ReviewContext } from '../review-context.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import { reviewedSources } from '../source-reader.js';

const MAX_PARTS = 4;
const MAX_OF_SHEET = 20;

export const statedTotals: WorkbookRule = {
  id: 'stated-totals',
  group: 'totals',
  severity: 'error',
  of: 'workbook',
  title: 'A total of the file differs from its parts',
  looksAt:
    'Sums, differences, averages and ratios that the sheets state, as reconciled when they were structured, and typed ' +
    'numbers in rows called totals, however far off; differences that rounding explains are none.',
  async find(context) {
    const findings: Finding[] = [];
    for (const { source, totals, faults } of await reviewedSources(context)) {
      findings.push(...(await unexplainedTotals(context, source, totals, faults)));
      const differing = totals.filter(({ agrees }) => !agrees);
      const sheets = [...new Set(differing.map(({ sheet }) => sheet))];
      const shown = sheets.flatMap((sheet) => {
        const ofSheet = differing.filter((total) => total.sheet === sheet);
        return firstOf(context, { source, sheet }, ofSheet);
      });
      for (const total of shown) {
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
            fix: say('mend-stated-total'),
          })),
        );
      }
    }
    return findings;
  },
};

/** Totals that no reading took for one, since they are too far from the sum. */
async function unexplainedTotals(
  context: ReviewContext,
  source: SourceRecord,
  totals: readonly (StatedTotal & { sheet: string })[],
  faults: readonly FileFault[],
): Promise<Finding[]> {
  const reconciled = new Set(totals.map(({ sheet, cell }) => `${sheet} ${placeOf(cell.row, cell.column)}`));
  const findings: Finding[] = [];
  for (const { sheet, cells } of faults.filter(({ kind }) => kind === 'total_differs')) {
    const unexplained = cells.filter(({ place }) => !reconciled.has(`${sheet} ${place}`));
    for (const { address, expected = '', ...cell } of firstOf(context, { source, sheet }, unexplained))
      findings.push(
        ...(await fileFinding(
          context,
          { ...statedTotals, severity: 'warning' },
          {
            source,
            sheet,
            subject: address,
            cells: [{ cell: address, expected, ...cell }],
            message: say('found-unlike-total', {
              cell: address,
              sheet,
              stated: Number(cell.value),
              expected,
            }),
            fix: say('mend-stated-total'),
          },
        )),
      );
  }
  return findings;
}

/** The first totals of a sheet; how many others there are is told. */
function firstOf<Total>(
  context: ReviewContext,
  { source, sheet }: { source: SourceRecord; sheet: string },
  totals: readonly Total[],
): readonly Total[] {
  if (totals.length > MAX_OF_SHEET)
    context.skip(
      say('skipped-totals', { count: totals.length - MAX_OF_SHEET, sheet, file: source.name }),
      say('why-first-differing', { shown: MAX_OF_SHEET }),
    );
  return totals.slice(0, MAX_OF_SHEET);
}

function messageOf(
  { stated, computed, difference, operation, parts, sheet }: StatedTotal & { sheet: string },
  cell: string,
): Message {
  const shown = parts
    .slice(0, MAX_PARTS)
    .map(
      ({ sign, ...range }) =>
        `${sign < 0 ? '-' : ''}${formatRange({ ...range, top: range.top + 1, bottom: range.bottom + 1 })}`,
    );
  return say('found-stated-total', {
    cell,
    sheet,
    stated,
    computed,
    difference,
    operation,
    parts: { shown, more: parts.length - shown.length },
  });
}
