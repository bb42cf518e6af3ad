import type { CellRange, SheetTable } from '../../grid/grid.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { unescapeCellText } from '../xml/decode-text.js';
import { ElementText } from '../xml/element-text.js';
import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { parseRange } from './a1-references.js';
import { addBounded } from './bounded-list.js';

const TABLE = nameOf('table');
const TABLE_COLUMN = nameOf('tableColumn');
const COLUMN_FORMULA = nameOf('calculatedColumnFormula');
const IS_ARRAY = nameOf('array');
const NAME = nameOf('name');
const DISPLAY_NAME = nameOf('displayName');
const REFERENCE = nameOf('ref');
const HEADER_ROW_COUNT = nameOf('headerRowCount');
const TOTALS_ROW_COUNT = nameOf('totalsRowCount');

/** Null where the part names no cells. */
export function parseTable(name: string, bytes: Buffer): SheetTable | null {
  let table: SheetTable | null = null;
  const columns: string[] = [];
  const columnFormulas: (string | null)[] = [];
  scanBytes(name, bytes, (scanner) => {
    const text = new ElementText(scanner);
    return {
      open(element, tag) {
        if (element === TABLE) table ??= readTable(tag, columns, columnFormulas);
        else if (element === TABLE_COLUMN) {
          addBounded(
            columns,
            unescapeCellText(tag.text(NAME) ?? ''),
            'columns in a table',
            gridLimits.columns,
          );
          columnFormulas.push(null);
        } else if (element === COLUMN_FORMULA && !tag.flag(IS_ARRAY)) text.start();
      },
      close(element) {
        if (element !== COLUMN_FORMULA) return;
        columnFormulas[columnFormulas.length - 1] = text.finish() || null;
      },
      text: text.add,
    };
  });
  return table;
}

function readTable(
  tag: XmlTag,
  columns: readonly string[],
  columnFormulas: readonly (string | null)[],
): SheetTable | null {
  const range = parseRange(tag.text(REFERENCE) ?? '');
  return (
    range && {
      name: tag.text(DISPLAY_NAME) || tag.text(NAME) || '',
      range,
      headerRows: Math.min(tag.integer(HEADER_ROW_COUNT) ?? 1, rowsIn(range)),
      totalsRows: Math.min(tag.integer(TOTALS_ROW_COUNT) ?? 0, rowsIn(range)),
      columns,
      columnFormulas,
    }
  );
}

function rowsIn({ top, bottom }: CellRange): number {
  return bottom - top + 1;
}
