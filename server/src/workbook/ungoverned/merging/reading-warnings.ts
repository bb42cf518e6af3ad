import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { type CellReadings, type ReturnedTable, reasonOf } from '../../files/returned-file.js';

/** In one warning. */
const MAX_NAMED = 3;

/** Says which cells were read in another way than written, and which stay as they were because they could not be. */
export function readingWarnings(
  { sheet, readings }: Pick<ReturnedTable, 'sheet' | 'readings'>,
  skipped: ReturnedTable['skipped'],
): Message[] {
  const cells = skipped.cells.slice(0, MAX_NAMED).map((one) => {
    const { cell, value } = one;
    return { cell, value, ...whyOf(reasonOf(one)) };
  });
  return [
    ...readings.map((one) => readingWarning(sheet, one)),
    ...(skipped.count > 0
      ? [say('warn-skipped-cells', { sheet, cells, more: skipped.count - cells.length })]
      : []),
  ];
}

function readingWarning(sheet: string, { column, type, count, cells }: CellReadings): Message {
  const named = cells.slice(0, MAX_NAMED).map(({ cell, text, value }) => ({ cell, text, value }));
  return say('warn-readings', { sheet, column, type, cells: named, more: count - named.length });
}
