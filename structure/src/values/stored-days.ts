import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import { millisOfDays, unixDays } from '@workbook-data-service/sheets/dates';
import { CellKind } from '@workbook-data-service/sheets/grid';
import { type CellReader, dayCells, isMissing, timestampCells } from './read-cells.js';

/** Days as workbooks count them, from 1927 to 2119: others are rather numbers. */
const [earliest, latest] = [10_000, 80_000];
const wholeNumber = /^(\d{5})(?:\.0)?$/;

/**
 * How to read dates of which some lost their format on the way into a text file: `1975-08-01`, then `27638`. Undefined
 * unless the numbers, read as days, keep all of them in order.
 */
export function storedDays(cells: ColumnCells, rows: Uint32Array): CellReader | undefined {
  return [dayCells(), timestampCells].map(withNumbers).find((reader) => areInOrder(cells, rows, reader));
}

function withNumbers({ type, read }: CellReader): CellReader {
  return {
    type,
    read: (cells, row) => {
      const day = numberOfDay(cells, row);
      if (day === undefined) return read(cells, row);
      return type === 'DATE' ? day : millisOfDays(day) * 1000;
    },
  };
}

function numberOfDay(cells: ColumnCells, row: number): number | undefined {
  if (cells.kind(row) !== CellKind.text) return undefined;
  const serial = Number(wholeNumber.exec(cells.text(row).trim())?.[1]);
  return serial >= earliest && serial <= latest ? unixDays(serial, '1900') : undefined;
}

/** Whether dates and numbers are both there, and each is later than the one above, or each earlier. */
function areInOrder(cells: ColumnCells, rows: Uint32Array, reader: CellReader): boolean {
  const counts = { dates: 0, numbers: 0 };
  let above: number | undefined;
  let direction = 0;
  for (const row of rows) {
    if (isMissing(cells, row)) continue;
    const read = reader.read(cells, row);
    if (read === undefined) return false;
    const value = Number(read);
    if (numberOfDay(cells, row) === undefined) counts.dates++;
    else counts.numbers++;
    const step = Math.sign(value - (above ?? value));
    if (above !== undefined && (step === 0 || (direction !== 0 && step !== direction))) return false;
    direction = step || direction;
    above = value;
  }
  return counts.dates > 1 && counts.numbers > 1;
}
