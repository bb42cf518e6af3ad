// A sheet as a person sees it: every cell with its merge, look and formula.
//   node bench/structure/expected/show.mjs <file> [sheet name or number] [--rows 1-40] [--plain]
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { columnLetters } from '#sheets/core/column-letters.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { SheetCells } from '#structure/sheet-cells.js';

const LONGEST_TEXT = 60;

/** Lines of text: one for each row that has a cell, with blank rows as gaps. */
export function sheetText(sheet, { first = 1, last = sheet.rowCount, plain = false } = {}) {
  const cells = new SheetCells(sheet);
  const lines = [];
  for (let row = first - 1; row < Math.min(last, sheet.rowCount); row++) {
    const shown = sheet.columns.flatMap((_, column) =>
      cells.isBlank(row, column) ? [] : [cellText(cells, row, column, plain)],
    );
    const hidden = sheet.hiddenRows.has(row) ? ' (hidden)' : '';
    lines.push(`${String(row + 1).padStart(4)}${hidden} ${shown.join(' | ')}`);
  }
  return lines.join('\n');
}

function cellText(cells, row, column, plain) {
  const text = cells.text(row, column).replaceAll('\n', '⏎');
  const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return `${columnLetters(column)} ${cut}${plain ? '' : lookOf(cells.sheet, row, column)}`;
}

/** `{}` with the merged range, bold, fill, indent, borders, number format and formula, as far as there are any. */
function lookOf(sheet, row, column) {
  const held = sheet.columns[column];
  const style = sheet.styles[held?.styles?.[row - held.firstRow] ?? 0];
  const merge = sheet.merges.find(({ top, left }) => top === row && left === column);
  const formula = held?.formulas.get(row);
  const { borders, numberFormat } = style;
  const looks = [
    merge && `${columnLetters(merge.left)}${merge.top + 1}:${columnLetters(merge.right)}${merge.bottom + 1}`,
    style.bold && 'b',
    style.fill && `#${style.fill}`,
    style.indent > 0 && `>${style.indent}`,
    style.align === 'center' && 'c',
    [borders.top && '↑', borders.right && '→', borders.bottom && '↓', borders.left && '←']
      .filter(Boolean)
      .join(''),
    numberFormat !== 'General' && numberFormat,
    formula && `=${formula.slice(0, 40)}`,
  ].filter(Boolean);
  return looks.length > 0 ? ` {${looks.join(' ')}}` : '';
}

async function main(path, args) {
  const { sheets } = await readWorkbook(path, basename(path));
  const rows = args.includes('--rows') ? args.splice(args.indexOf('--rows'), 2)[1] : '';
  const [first, last] = rows.split('-').map(Number);
  const [wanted] = args.filter((arg) => !arg.startsWith('--'));
  sheets.forEach((sheet, at) => {
    if (wanted && wanted !== sheet.name && wanted !== String(at + 1)) return;
    const { columns, rowCount, visibility } = sheet;
    console.log(`\n${at + 1}. ${sheet.name}: ${rowCount} rows, ${columns.length} columns, ${visibility}`);
    const range = last ? { first, last } : {};
    console.log(sheetText(sheet, { ...range, plain: args.includes('--plain') }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv[2], process.argv.slice(3));
}
