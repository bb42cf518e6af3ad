import { say } from '@workbook-data-service/contract/messages';
import type { CellRange } from '@workbook-data-service/sheets/addresses';
import { parseRange, rangeProblem, sizeOf } from '../../core/cell-ranges.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { cellsInRange, type RangeCells } from '../../workbook/reading/cells-in-range.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

export interface RangeView extends RangeCells {
  table: GovernedTable;
  range: CellRange;
}

const MAX_ROWS = 1000;
const MAX_COLUMNS = 1000;

/** Cells by their address, as if the table were a sheet with its headers in row 1. */
export async function readRange(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  text: string,
): Promise<RangeView> {
  const range = parseRange(text);
  const { rows, columns } = sizeOf(range);
  if (rows > MAX_ROWS || columns > MAX_COLUMNS)
    throw rangeProblem(
      say('range-read-at-once', { rows, columns, maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS }),
    );
  const table = await service.data.as(caller).table(workbookId, name);
  return { ...(await cellsInRange(service.data, table, range)), table, range };
}
