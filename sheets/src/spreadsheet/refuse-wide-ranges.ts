import { tooComplex } from '../core/file-error.js';
import { limits } from './limits.js';
import type { Parts } from './open-parts.js';
import type { FileFormat } from './spreadsheet-file.js';
import { columnRanges, hyperlinkRanges } from './xlsb-ranges.js';

/**
 * The parser expands ranges cell by cell that a file only names: repeated cells of ods, the cells under a
 * hyperlink, the columns of a width. A few bytes could ask for billions, so they are counted first.
 */
export function refuseWideRanges(format: FileFormat, parts: Parts): void {
  if (format === 'ods') {
    const content = parts.get('content.xml');
    if (content) refuseIfMany(repeatedCells(content.toString('latin1')));
    return;
  }
  for (const [name, content] of parts) {
    if (name.endsWith('.bin')) refuseWideRecords(content);
    else if (content.includes('sheetData')) refuseWideElements(content);
  }
}

function refuseIfMany(cells: number): void {
  if (cells > limits.cells) throw tooComplex('file-wide-range', { cells });
}

const odsTag = /<(\/?)table:(table-row|(?:covered-)?table-cell)\b([^>]*?)(\/?)>/g;

function repeatedCells(xml: string): number {
  let rows = 1;
  let cells = 0;
  for (const [, closing, tag, attributes = '', selfClosing] of xml.matchAll(odsTag)) {
    if (closing) continue;
    if (tag === 'table-row') rows = repeatOf(attributes, 'rows');
    else if (!selfClosing) cells += rows * repeatOf(attributes, 'columns');
  }
  return cells;
}

function repeatOf(attributes: string, what: 'rows' | 'columns'): number {
  const repeated = what === 'rows' ? /number-rows-repeated="(\d+)"/ : /number-columns-repeated="(\d+)"/;
  return Number(repeated.exec(attributes)?.[1] ?? 1);
}

const columnTag = /<(?:\w+:)?col\s[^>]*?\bmax\s*=\s*["'](\d+)/g;
const hyperlinkTag = /<(?:\w+:)?hyperlink\s[^>]*?\bref\s*=\s*["']([^"']+)/g;

function refuseWideElements(part: Buffer): void {
  const head = part.toString('latin1', 0, part.indexOf('sheetData'));
  for (const [, max] of head.matchAll(columnTag)) refuseIfMany(Number(max));
  const tail = part.toString('latin1', part.lastIndexOf('sheetData'));
  refuseIfMany(sum([...tail.matchAll(hyperlinkTag)].map(([, ref = '']) => area(ref))));
}

function refuseWideRecords(part: Buffer): void {
  for (const lastColumn of columnRanges(part)) refuseIfMany(lastColumn);
  refuseIfMany(sum([...hyperlinkRanges(part)]));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function area(ref: string): number {
  const corners = ref.split(':').map((corner) => /^\$?([A-Z]*)\$?(\d*)$/.exec(corner));
  const [first, last = first] = corners;
  if (!first || !last) return 1;
  const rows = Math.abs(Number(last[2] || limits.rows) - Number(first[2] || 1)) + 1;
  const columns = Math.abs(columnNumber(last[1] || 'XFD') - columnNumber(first[1] || 'A')) + 1;
  return rows * columns;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
