import { SheetCells } from '../sheet-cells.js';
import type { AskedModel } from './asked-model.js';
import { pictureOfMarks } from './picture-marks.js';
import { pictureOfReading } from './picture-reading.js';
import { pictureOfRows } from './picture-rows.js';
import { quoted, rangeText } from './picture-text.js';
import { withinTokens } from './tokens.js';

/** Together about 4,000 tokens, however large the sheet is. */
const maxTokens = { rows: 2300, marks: 450, reading: 850, rules: 250 };

const wishing =
  'WISHES OF THE WORKSPACE (about reading its files, nothing else; only where one asks for it, a table may say ' +
  '"stack": {"columns": "C:H", "skip_blanks": true}, by which the headers of these columns are values and each cell a row)';

/** A sheet in a few hundred tokens, as a careful reader needs it, and how it is read today. */
export function pictureForModel({ sheet, dialect, spec, baseName, rules = [] }: AskedModel): string {
  const cells = new SheetCells(sheet, dialect);
  const used = spec.usedRange ?? cells.usedRange();
  if (!used) return 'The sheet is blank.';
  const file = dialect
    ? `a text file, cells between ${quoted(dialect.delimiter, 5)}`
    : `sheet ${quoted(sheet.name, 60)} of a workbook`;
  const marks = pictureOfMarks(cells, used, maxTokens.marks);
  const told = rules.map((line) => quoted(line, 300));
  const wishes = withinTokens(told, maxTokens.rules).kept;
  return [
    `SHEET ${rangeText(used)} of ${file}, base name ${quoted(baseName, 60)}`,
    ...pictureOfRows(cells, used, { maxTokens: maxTokens.rows, ofText: dialect !== null }),
    ...(marks.length > 0 ? ['MARKS', ...marks] : []),
    'READING OF TODAY',
    ...pictureOfReading(spec, maxTokens.reading),
    ...(wishes.length > 0 ? [wishing, ...wishes] : []),
  ].join('\n');
}
