import { describe, expect, it } from 'vitest';
import { readXlsFormulas } from './xls-formulas.js';

const two = (value: number) => [value & 0xff, (value >> 8) & 0xff];
const four = (value: number) => [...two(value), ...two(value >>> 16)];
const latin = (text: string) => [...Buffer.from(text, 'latin1')];
const short = (text: string) => [text.length, 0, ...latin(text)];
const long = (text: string) => [...two(text.length), 0, ...latin(text)];

function record(type: number, ...content: number[]): Buffer {
  return Buffer.from([...two(type), ...two(content.length), ...content]);
}

const begin = (version = 0x600) => record(0x809, ...two(version), 5, 0, 0, 0, 0, 0);
const end = record(0x0a);
const name = (text: string) => record(0x18, 0, 0, 0, text.length, ...Array(10).fill(0), 0, ...latin(text));
const sheet = (startsAt: number, text: string) => record(0x85, ...four(startsAt), 0, 0, ...short(text));
const formula = (row: number, column: number, ...tokens: number[]) =>
  record(0x06, ...two(row), ...two(column), ...Array(16).fill(0), ...two(tokens.length), ...tokens);
const shared = (row: number, column: number, ...tokens: number[]) =>
  record(0x4bc, ...two(row), ...two(row + 9), column, column, 0, 0, ...two(tokens.length), ...tokens);
const array = (row: number, column: number, ...tokens: number[]) =>
  record(
    0x221,
    ...two(row),
    ...two(row + 1),
    column,
    column,
    ...Array(6).fill(0),
    ...two(tokens.length),
    ...tokens,
  );
const elsewhere = (row: number, column: number) => [0x01, ...two(row), ...two(column)];
const onSheet = (span: number) => [0x3a, ...two(span), 1, 0, ...two(0xc004)];

/** A workbook stream with the records of two sheets, of which the second in the list comes first. */
function workbook(book: Buffer[], first: Buffer[], second: Buffer[] = []): Buffer {
  const listing = (starts: number[]) => [sheet(starts[1] ?? 0, 'Later'), sheet(starts[0] ?? 0, 'Earlier')];
  const globals = (starts: number[]) => Buffer.concat([begin(), ...listing(starts), ...book, end]);
  const start = globals([]).length;
  const earlier = Buffer.concat([begin(), ...first, end]);
  return Buffer.concat([
    globals([start, start + earlier.length]),
    earlier,
    Buffer.concat([begin(), ...second, end]),
  ]);
}

const textsOf = (stream: Buffer) => readXlsFormulas(stream).map((cells) => cells.map(({ text }) => text));

describe('the formulas of an xls file', () => {
  it('are those of its sheets in the order of their streams, with the sheets and names they refer to', () => {
    const otherBook = record(0x1ae, 1, 0, ...long('\u0001\u0001C\u0003dir\u0003Rates.xls'), ...long('Q1'));
    const book = [
      record(0x1ae, 2, 0, 0x01, 0x04),
      otherBook,
      record(0x23, 0, 0, 0, 0, 0, 0, ...short('rate')),
      record(
        0x17,
        4,
        0,
        ...[0, 0, 1].flatMap(two),
        ...[1, 0, 0].flatMap(two),
        ...[0, -1, -1].flatMap(two),
        0,
        0,
        0,
        0,
        9,
        0,
      ),
      name('total'),
    ];
    const first = [
      formula(0, 0, ...onSheet(0)),
      formula(1, 0, ...onSheet(1)),
      formula(2, 0, ...onSheet(2)),
      formula(3, 0, ...onSheet(3)),
      formula(4, 0, 0x23, 1, 0, 0, 0),
      formula(5, 0, 0x39, 1, 0, 1, 0, 0, 0),
    ];
    expect(textsOf(workbook(book, first, [formula(0, 0, 0x1e, 7, 0)]))).toEqual([
      ['Later:Earlier!E2', "'[Rates.xls]Q1'!E2", '#REF!', 'total', "'[Rates.xls]Q1'!rate"],
      ['7'],
    ]);
  });

  it('that cells share are printed for each cell, and those of an array for all of them', () => {
    const below = [0x2c, 1, 0, ...two(0xc000)];
    const stream = workbook(
      [],
      [
        formula(0, 1, ...elsewhere(0, 1)),
        shared(0, 1, ...below),
        formula(1, 1, ...elsewhere(0, 1)),
        formula(0, 2, ...elsewhere(0, 2)),
        array(0, 2, 0x1e, 3, 0),
        formula(1, 2, ...elsewhere(0, 2)),
        formula(2, 2, ...elsewhere(40, 2)),
      ],
    );
    expect(readXlsFormulas(stream)[0]).toEqual([
      { row: 1, column: 1, text: 'B3' },
      { row: 1, column: 2, text: '3' },
      { row: 0, column: 1, text: 'B2' },
      { row: 0, column: 2, text: '3' },
    ]);
  });

  it('of Excel 95 have smaller references and no code page', () => {
    const cells = [
      formula(0, 0, 0x24, ...two(0xc001), 2),
      formula(1, 0, 0x17, 2, ...latin('ok')),
      formula(2, 0, 0x17, 1, 0xe9),
    ];
    expect(textsOf(Buffer.concat([begin(0x500), ...cells, end]))).toEqual([['C2', '"ok"']]);
  });

  it('stay bounded where a million cells share a long one', () => {
    const text = [0x17, 255, 0, ...Array(255).fill(0x61)];
    const long = [...text, ...Array.from({ length: 30 }, () => [...text, 0x08]).flat()];
    const cells = Array.from({ length: 20_000 }, (_, row) => formula(row, 1, ...elsewhere(0, 1)));
    const stream = workbook([], [formula(0, 1, ...elsewhere(0, 1)), shared(0, 1, ...long), ...cells]);
    const printed = readXlsFormulas(stream)[0] ?? [];
    expect(printed.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(2 ** 27);
    expect(printed.length).toBeGreaterThan(0);
  });

  it('are none where a stream is damaged', () => {
    const whole = workbook([name('total')], [formula(0, 0, 0x23, 1, 0, 0, 0)]);
    for (let length = 0; length < whole.length; length++)
      expect(() => readXlsFormulas(whole.subarray(0, length))).not.toThrow();
  });
});
