import { expect, it } from 'vitest';
import { readXlsbFormulas } from './xlsb-formulas.js';

const two = (value: number) => [value & 0xff, (value >> 8) & 0xff];
const four = (value: number) => [...two(value), ...two(value >>> 16)];
const text = (value: string) => [...four(value.length), ...Buffer.from(value, 'utf16le')];

function record(type: number, ...content: number[]): Buffer {
  const typeBytes = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7];
  return Buffer.from([...typeBytes, content.length, ...content]);
}

const tokensOf = (tokens: number[], extras: number[] = []) => [
  ...four(tokens.length),
  ...tokens,
  ...four(extras.length),
  ...extras,
];
const row = (number: number) => record(0x00, ...four(number), 0, 0);
const number = (column: number, ...formula: number[]) =>
  record(0x09, ...four(column), ...Array(4 + 8 + 2).fill(0), ...formula);
const onSheet = (span: number) => tokensOf([0x3a, ...two(span), ...four(1), ...two(0xc004)]);
const elsewhere = (atRow: number, column: number) => tokensOf([0x01, ...four(atRow)], four(column));

const links = (...targets: [id: string, target: string, mode?: string][]) =>
  Buffer.from(
    `<Relationships>${targets.map(([id, target, mode]) => `<Relationship Id="${id}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`,
  );

it('the formulas of an xlsb file have the sheets, names and workbooks that they refer to', () => {
  const book = [
    record(0x9c, ...four(0), ...four(1), ...text('rId1'), ...text('My sheet')),
    record(0x27, ...four(0), 0, ...four(-1), ...text('total'), ...tokensOf([])),
    record(0x165),
    record(0x163, ...text('rId2')),
    record(0x16a, ...four(3), ...[0, 0, 0, 1, 0, 0, 0, -1, -1].flatMap(four)),
  ];
  const sheet = [
    row(4),
    number(0, ...onSheet(0)),
    number(1, ...onSheet(1)),
    number(2, ...onSheet(2)),
    number(3, ...tokensOf([0x23, ...four(1)])),
    number(4, ...onSheet(9)),
    record(0x08, ...four(5), ...four(0), ...text('result'), 0, 0, ...tokensOf([0x1d, 1])),
    number(6, ...elsewhere(4, 6)),
    record(
      0x1ab,
      ...four(4),
      ...four(5),
      ...four(6),
      ...four(6),
      ...tokensOf([0x2c, ...four(1), ...two(0xc000)]),
    ),
    row(5),
    number(6, ...elsewhere(4, 6)),
  ];
  const parts = new Map([
    ['xl/workbook.bin', Buffer.concat(book)],
    [
      'xl/_rels/workbook.bin.rels',
      links(['rId1', '/xl/worksheets/Sheet1.bin'], ['rId2', 'externalLinks/link.bin']),
    ],
    ['xl/worksheets/sheet1.bin', Buffer.concat(sheet)],
    ['xl/externalLinks/link.bin', record(0x167, ...four(1), ...text('Q1'))],
    ['xl/externalLinks/_rels/link.bin.rels', links(['rId1', 'file:///C:/My%20rates.xlsx', 'External'])],
  ]);
  expect(readXlsbFormulas(parts)).toEqual([
    [
      { row: 4, column: 0, text: "'My sheet'!E2" },
      { row: 4, column: 1, text: "'[My rates.xlsx]Q1'!E2" },
      { row: 4, column: 2, text: '#REF!' },
      { row: 4, column: 3, text: 'total' },
      { row: 4, column: 5, text: 'TRUE' },
      { row: 5, column: 6, text: 'G7' },
      { row: 4, column: 6, text: 'G6' },
    ],
  ]);
});
