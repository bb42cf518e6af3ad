import { describe, expect, it } from 'vitest';
import { checkXlsRecords } from './xls-check-records.js';

function record(type: number, content: Buffer | number[] = []): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(type);
  header.writeUInt16LE(content.length, 2);
  return Buffer.concat([header, Buffer.from(content)]);
}

const begin = record(0x809, [0, 6, 5, 0, 0, 0, 0, 0]);
const end = record(0x0a);

/** A cell with its value, then the length of the tokens, the tokens and what follows them. */
function formula(tokens: number[], extras: number[] = []): Buffer {
  return record(0x06, [...Array(20).fill(0), tokens.length, 0, ...tokens, ...extras]);
}

const stream = (...records: Buffer[]) => Buffer.concat([begin, ...records, end]);

describe('the records of a workbook stream', () => {
  it.each([
    ['a formula without a length', record(0x06, Array(20).fill(0))],
    ['a shared formula without a length', record(0x4bc, Array(8).fill(0))],
    ['a text without a length', record(0x07)],
    ['a user name without a length', record(0x5c)],
    ['references to sheets without a number', record(0x17, [1])],
  ])('are refused for %s', (_, cutShort) => {
    expect(() => checkXlsRecords(stream(cutShort))).toThrow(/cut short/);
  });

  it('are not examined after the end', () => {
    const padded = Buffer.concat([stream(), record(0x07), record(0x2f)]);
    expect(() => checkXlsRecords(padded)).not.toThrow();
  });

  it('lose their formulas, which are read elsewhere', () => {
    const whole = formula([0x1e, 0x26, 0]);
    const cutOff = formula([0x26, 0, 0, 0, 0, 0, 0], [1]);
    const checked = stream(whole, cutOff);
    checkXlsRecords(checked);
    const at = begin.length + 4 + 20;
    expect([checked.readUInt16LE(at), checked.readUInt16LE(at + whole.length)]).toEqual([0, 0]);
  });
});
