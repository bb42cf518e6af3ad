import { ExactNumber } from '@workbook-data-service/sheets/exact-numbers';
import { describe, expect, test } from 'vitest';
import { parseJson } from './parse-json.js';

describe('numbers are exactly what was written', () => {
  test.each([
    '9007199254740993',
    '-12345678901234567890',
    '0.12345678901234567891',
    '1e400',
    '1e-400',
    '100000000000000000000000000000000000001',
  ])('%s is kept as it is', (numeral) => {
    expect(parseJson(`{"a": [${numeral}]}`)).toEqual({ a: [new ExactNumber(numeral)] });
  });

  test.each(['9007199254740992', '0.30000000000000004', '1e21', '1.50000000000000000000', '-0', '5e-324'])(
    '%s is a double',
    (numeral) => {
      expect(parseJson(` [${numeral}] `)).toEqual([Number(numeral)]);
    },
  );
});

test('digits in texts and names are not numbers', () => {
  const text = '{"9007199254740993": "9007199254740993", "a\\\\\\"9007199254740993": "\\\\", "b": 1}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each([
  '',
  '{',
  '"open',
  '[01234567890123456789]',
  '[12345678901234567890 x]',
  '{"__proto__": 12345678901234567890}',
])('%s is refused, and the error quotes nothing but the text', (text) => {
  let error: unknown;
  try {
    parseJson(text);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(SyntaxError);
  expect(String(error)).not.toMatch(/[0-9a-f]{4}-[0-9a-f]{4}/);
});

test('a deeply nested text is read without running out of stack', () => {
  const depth = 100_000;
  const text = `${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`;
  let value = parseJson(text);
  while (Array.isArray(value)) value = value[0];
  expect(value).toEqual(new ExactNumber('9007199254740993'));
});
