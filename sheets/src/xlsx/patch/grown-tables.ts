import { formatRange } from '../../core/a1.js';
import type { CellRange, SheetTable } from '../../grid/grid.js';
import { parseRange } from '../read/a1-references.js';
import { nameOf } from '../xml/names.js';
import { withAttribute } from './tag-attributes.js';
import { spliceBytes } from './xml-splicer.js';

/** An Excel table, as it is in the file, that takes further rows at the end of its data. */
export interface GrownTable {
  table: SheetTable;
  rows: number;
}

const TABLE = nameOf('table');
const AUTO_FILTER = nameOf('autoFilter');
const SORT_STATE = nameOf('sortState');
const REFERENCE = nameOf('ref');

/** The part of a table that covers its new rows; a filter does not cover the totals. */
export async function grownTablePart(name: string, bytes: Buffer, { rows }: GrownTable): Promise<Buffer> {
  return await spliceBytes(name, bytes, (splicer) => ({
    open(element, tag) {
      if (element !== TABLE && element !== AUTO_FILTER && element !== SORT_STATE) return;
      const range = parseRange(tag.text(REFERENCE) ?? '');
      if (range) splicer.replaceTag(withAttribute(splicer.tag, 'ref', addressOf(lengthened(range, rows))));
    },
    close() {},
  }));
}

/** A list such as `C2:C9 E2:E9` in which ranges that end with the data of a table end with its new rows. */
export function grownRanges(list: string, grown: readonly GrownTable[]): string {
  return list.replaceAll(/\S+/g, (piece) => {
    const range = parseRange(piece);
    const around = range && grown.find((one) => endsWith(range, one));
    return around ? addressOf(lengthened(range, around.rows)) : piece;
  });
}

/** A range of the last row alone belongs to that row, unless there is no other. */
function endsWith(range: CellRange, { table }: GrownTable): boolean {
  const { range: whole, headerRows, totalsRows } = table;
  const [firstData, lastData] = [whole.top + headerRows, whole.bottom - totalsRows];
  if (range.left < whole.left || range.right > whole.right || range.top < whole.top) return false;
  if (range.bottom !== lastData && range.bottom !== whole.bottom) return false;
  return range.top < lastData || (range.top === lastData && firstData === lastData);
}

function lengthened(range: CellRange, rows: number): CellRange {
  return { ...range, bottom: range.bottom + rows };
}

function addressOf({ top, bottom, left, right }: CellRange): string {
  return formatRange({ top: top + 1, bottom: bottom + 1, left, right });
}
