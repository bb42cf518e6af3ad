import { expect, test, vi } from 'vitest';
import { BLOCK_ROWS, RowBlocks } from './row-blocks.js';
import type { GridRow, RowSource } from './types.js';

interface Asked {
  from: number;
  signal: AbortSignal;
  answer: (rows: GridRow[]) => void;
}

/** A source of 10,000 rows that answers when the test says so. */
function slowSource(key: string) {
  const asked: Asked[] = [];
  const source: RowSource = {
    key,
    rowCount: 10_000,
    read: (from, _to, signal) => new Promise((answer) => asked.push({ from, signal, answer })),
  };
  return { source, asked };
}

const blockOf = (text: string): GridRow[] => [{ id: '1', cells: [text] }];
const firstCell = (blocks: RowBlocks, row = 0) => blocks.row(row)?.cells[0];

test('only what is in view is read, and no longer what has left the view', () => {
  const { source, asked } = slowSource('a');
  const blocks = new RowBlocks(source, vi.fn(), vi.fn());
  blocks.show({ first: 0, end: 30 });
  blocks.show({ first: 10, end: 40 });
  blocks.show({ first: 5000, end: 5030 });
  expect(asked.map(({ from, signal }) => [from, signal.aborted])).toEqual([
    [0, true],
    [5000 - (5000 % BLOCK_ROWS), false],
  ]);
});

test('rows that may have changed are shown until they were read again', async () => {
  const before = slowSource('a');
  const onChange = vi.fn();
  const blocks = new RowBlocks(before.source, onChange, vi.fn());
  blocks.show({ first: 0, end: 30 });
  before.asked[0]?.answer(blockOf('old'));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  const after = slowSource('a');
  expect(blocks.update(after.source)).toBe(false);
  blocks.show({ first: 0, end: 30 });
  expect(firstCell(blocks)).toBe('old');
  after.asked[0]?.answer(blockOf('new'));
  await vi.waitFor(() => expect(firstCell(blocks)).toBe('new'));
});

test('other rows do not inherit what was read before', () => {
  const { source } = slowSource('a');
  const blocks = new RowBlocks(source, vi.fn(), vi.fn());
  expect(blocks.update(slowSource('b').source)).toBe(true);
  expect(blocks.row(0)).toBeUndefined();
});
