import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ordinaryBounds, rowsBounds } from '../../edge/body-bounds.js';
import { SLICE_BYTES } from './cut-json.js';
import { parseJsonBody } from './parse-json-body.js';

const parse = (text: string, bounds = rowsBounds) => parseJsonBody(Buffer.from(text), bounds, JSON.parse);
/** Makes a document long enough to be parsed in pieces, without changing its value. */
const padding = ' '.repeat(SLICE_BYTES);
const long = (text: string) => `${padding}${text}`;

test('a document parsed in pieces equals the result of the native parser', async () => {
  const document = fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()));
  await fc.assert(
    fc.asyncProperty(document, fc.boolean(), async (value, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 2 : 0).replaceAll('[', `[${' '.repeat(130)}`);
      expect(await parse(long(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('long lists are cut between elements, wherever strings, escapes and slices end', async () => {
  const rows = Array.from({ length: 9000 }, (_, i) => ({
    a: `"],\\${'\\'.repeat(i % 7)}é🙈`.repeat(5),
    b: [i, { c: null }],
  }));
  const value = { rows, after: [], last: 'x' };
  const text = JSON.stringify(value);
  expect(text.length).toBeGreaterThan(3 * SLICE_BYTES);
  for (let shift = 0; shift < 8; shift++) expect(await parse(' '.repeat(shift) + text)).toEqual(value);
});

test('the last value of a repeated name counts', async () => {
  const list = JSON.stringify(Array.from({ length: 200 }, (_, i) => i));
  expect(await parse(long(`{"a": ${list}, "a": 1}`))).toEqual({ a: 1 });
  expect(await parse(long(`{"a": 1, "a": ${list}}`))).toEqual({ a: JSON.parse(list) });
});

const filler = '1,'.repeat(SLICE_BYTES / 16);
test.each([
  `{"a": [${filler}]}`,
  `{"a": [,${filler}1]}`,
  `{"a": [${filler},1]}`,
  `{"a": [${filler}1}`,
  `{"a": [${filler}1}}`,
  `{"a": [${filler}1]`,
  `{"a": [${filler}1]]`,
  `{"a": [${filler}1] 1}`,
  `{"a" [${filler}1]}`,
  `{"a": [${filler}"1]}`,
  `{"a": [${filler}1], }`,
])('what is not JSON is not taken for it: %#', async (text) => {
  expect(() => JSON.parse(text)).toThrow();
  await expect(parse(long(text))).rejects.toMatchObject({ slug: 'malformed-json' });
});

test.each([
  ['nested lists', '['.repeat(101), 'levels'],
  ['a list in a list', `{"a": [[${'1,'.repeat(20_000)}1]]}`, 'members'],
  ['names', `{${Array.from({ length: 20_001 }, (_, i) => `"${i}":1`).join()}}`, 'members'],
  ['values in one element', `{"a": [[${`[${'1,'.repeat(9999)}1],`.repeat(5)}1]]}`, 'values'],
  ['values around the lists', `{"a": {"b": [${`[${'1,'.repeat(9999)}1],`.repeat(5)}1]}}`, 'values'],
])('too many %s are refused before anything is made of them', async (_, text, unit) => {
  const never = () => {
    throw new Error('parsed');
  };
  await expect(parseJsonBody(Buffer.from(text), ordinaryBounds, never)).rejects.toMatchObject({
    slug: 'invalid-request',
    detail: expect.stringContaining(unit),
  });
});

test('the largest number of rows is parsed a slice at a time, with turns of the event loop in between', async () => {
  const row = `{${Array.from({ length: 200 }, (_, i) => `"c${i}":${i}`).join()}}`;
  const bytes = Buffer.from(`{"rows": [${Array.from({ length: 8000 }, () => row).join()}]}`);
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  let longest = 0;
  const value = await parseJsonBody(bytes, rowsBounds, (text) => {
    longest = Math.max(longest, text.length);
    return JSON.parse(text);
  });
  clearImmediate(next);
  expect((value as { rows: unknown[] }).rows).toHaveLength(8000);
  expect(longest).toBeLessThan(SLICE_BYTES + 2 * row.length);
  // Every slice is scanned in one turn and parsed in another.
  expect(turns).toBeGreaterThan(bytes.length / SLICE_BYTES);
});
