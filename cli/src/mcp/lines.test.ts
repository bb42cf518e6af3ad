import { expect, test } from 'vitest';
import { linesOf } from './lines.js';

test.each([
  [
    ['{"a":', '1}\n{"b', '":2}\n'],
    ['{"a":1}', '{"b":2}'],
  ],
  [['\n  \na\r\nb'], ['a\r', 'b']],
  [['"x\u2028y"\n'], ['"x\u2028y"']],
  [[''], []],
])('%j are the lines %j', async (pieces, lines) => {
  async function* arriving() {
    yield* pieces;
  }
  const found: string[] = [];
  for await (const line of linesOf(arriving())) found.push(line);
  expect(found).toEqual(lines);
});
