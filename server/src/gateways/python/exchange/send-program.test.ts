import { expect, test } from 'vitest';
import type { PythonCell } from '../python-table.js';
import { programFrames } from './send-program.js';

function sent(values: PythonCell[][]): unknown[] {
  const columns = values.map((_, index) => ({ name: `c${index}` }));
  const frames = [...programFrames({ code: 'output = t', inputs: { t: { columns, values } } })];
  return frames.map((frame) => JSON.parse(Buffer.from(frame).subarray(4).toString()) as unknown);
}

test('the program and the shapes of its inputs come first, then the columns', () => {
  expect(
    sent([
      [1, 2],
      ['x', null],
    ]),
  ).toEqual([
    { code: 'output = t', inputs: [{ name: 't', columns: [{ name: 'c0' }, { name: 'c1' }], rows: 2 }] },
    [1, 2],
    ['x', null],
  ]);
});

test.each<[string, PythonCell[]]>([
  ['many cells', Array.from({ length: 20_000 }, (_, index) => index)],
  ['long cells', Array.from({ length: 20 }, () => 'x'.repeat(100_000))],
])('a column of %s goes in several frames', (_, column) => {
  const [, ...chunks] = sent([column]);
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.flat()).toEqual(column);
});
