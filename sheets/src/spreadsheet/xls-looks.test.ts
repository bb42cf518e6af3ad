import { expect, test } from 'vitest';
import { CellKind } from '../grid/grid.js';
import { readXls } from './read-sheetjs.js';

function record(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** Numbers of two bytes each. */
const words = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value & 255, (value >> 8) & 255])));

const begin = (kind: number) => record(0x809, words(0x600, kind, 0, 0, 0, 0, 0, 0));
const end = record(0x0a, Buffer.alloc(0));
const font = (flags: number, weight: number) =>
  record(0x31, Buffer.concat([words(200, flags, 0x7fff, weight, 0), Buffer.from([0, 0, 0, 0, 1, 0, 65])]));
/** Alignment, indent, the lines left, right, above and below, and the colour of a solid fill. */
const format = (fontIndex: number, align: number, indent: number, lines: number, color = 0) =>
  record(
    0xe0,
    Buffer.concat([
      words(fontIndex, 0, 0),
      Buffer.from([align, 0, indent, 0]),
      words(lines, 0, 0, color ? 1 << 10 : 0, color),
    ]),
  );
const number = (row: number, column: number, formatIndex: number, value: number) => {
  const content = Buffer.concat([words(row, column, formatIndex), Buffer.alloc(8)]);
  content.writeDoubleLE(value, 6);
  return record(0x203, content);
};

function read(formats: Buffer[], cells: Buffer[]) {
  const name = Buffer.concat([words(0), Buffer.from([6, 0]), Buffer.from('Sheet1')]);
  const fonts = [font(0, 400), font(2, 700)];
  const before = [begin(5), ...fonts, ...formats];
  const at = Buffer.concat(before).length + 4 + 4 + name.length + end.length;
  const sheet = record(0x85, Buffer.concat([words(at & 0xffff, at >> 16), name]));
  return readXls(Buffer.concat([...before, sheet, end, begin(0x10), ...cells, end])).sheets[0];
}

test('cells of xls files have their fonts, fills, borders and alignment, blank ones too', () => {
  const plain = format(0, 0x20, 0, 0);
  const heading = format(1, 0x22, 2, 0x2100, 10);
  const line = format(0, 0x20, 0, 0x1000);
  const blanks = record(0xbe, words(1, 0, 2, 2, 1));
  const widths = record(0x7d, words(0, 1, 640, 0, 0, 0));
  const sheet = read(
    [plain, heading, line],
    [widths, number(0, 0, 1, 7), number(0, 1, 0, 8), blanks, number(2, 0, 0, 9), number(2, 1, 0, 9)],
  );
  const style = (row: number, column: number) => {
    const held = sheet?.columns[column];
    return sheet?.styles[held?.styles?.[row - held.firstRow] ?? 0];
  };
  expect(style(0, 0)).toMatchObject({
    bold: true,
    italic: true,
    align: 'center',
    indent: 2,
    fill: 'FF0000',
    borders: { left: null, right: null, top: 'thin', bottom: 'medium' },
  });
  expect(style(0, 1)).toMatchObject({ bold: false, fill: null, align: null });
  expect([style(1, 0)?.borders.bottom, sheet?.columns[0]?.kinds[1]]).toEqual(['thin', CellKind.empty]);
  expect([sheet?.columnWidths.get(0), sheet?.columnWidths.get(1)]).toEqual([2.5, 2.5]);
});
