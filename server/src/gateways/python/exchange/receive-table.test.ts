import { expect, test } from 'vitest';
import { receiveTable } from './receive-table.js';

const limits = { maxRows: 3, maxBytes: 200 };

function receive(...messages: unknown[]) {
  const payloads = messages.map((message) =>
    Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
  );
  const frames = (async function* () {
    yield* payloads;
  })() as AsyncGenerator<Uint8Array, undefined>;
  return receiveTable(frames, limits);
}

const shape = (rows: number) => ({ rows, columns: [{ name: 'a', type: 'BIGINT' }] });

test('a column may come in several frames', async () => {
  expect(await receive(shape(3), [1, 2], [null])).toEqual({
    columns: [{ name: 'a', type: 'BIGINT' }],
    values: [[1, 2, null]],
  });
});

test('an error may come in place of any frame', async () => {
  const error = { failure: 'output', message: 'Row 3 is wrong.', line: null, lines: [] };
  await expect(receive(shape(3), [1, 2], { error })).rejects.toMatchObject({
    failure: 'output',
    message: 'Row 3 is wrong.',
  });
});

test.each([
  ['too many rows', [shape(4)], 'The output has 4 rows; at most 3 are allowed.'],
  [
    'too many bytes',
    [shape(1), ['x'.repeat(200)]],
    'The output is larger than the 200 bytes that are allowed.',
  ],
])('%s', async (_, messages, message) => {
  await expect(receive(...messages)).rejects.toMatchObject({ failure: 'output', message });
});

test.each([
  ['nothing', []],
  ['no JSON', ['{']],
  ['no shape', [[1]]],
  ['a wrong number of rows', [shape(-1)]],
  ['a type that no column has', [{ rows: 0, columns: [{ name: 'a', type: 'BLOB' }] }]],
  ['two columns of one name', [{ rows: 0, columns: [1, 2].map(() => ({ name: 'a', type: null })) }]],
  ['an empty chunk', [shape(1), []]],
  ['more cells than rows', [shape(1), [1, 2]]],
  ['a cell that is none', [shape(1), [{}]]],
  ['fewer cells than rows', [shape(2), [1]]],
  ['an error that is none', [{ error: {} }]],
])('an answer forged with %s is refused', async (_, messages) => {
  await expect(receive(...messages)).rejects.toMatchObject({ name: 'ProgramError', failure: 'ended' });
});
