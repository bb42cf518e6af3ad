import { expect, test } from 'vitest';
import { SEGMENT_SIZES } from '../segment-files.js';
import { type EditedRange, rangesToRewrite } from './ranges-to-rewrite.js';

const MB = 1024 * 1024;
const ROWS = 10_000_000;

/** Full files with so many edited rows each, and so many above them. */
function rewritten(edits: number[], above = 0): number[] {
  const ranges = edits.map((count, i): EditedRange => {
    const [first, last] = [i * ROWS + 1, (i + 1) * ROWS];
    const file = { hash: '', size: 128 * MB, rowCount: ROWS, firstRowId: first, lastRowId: last };
    return { file, rows: { after: first - 1, upTo: last }, edits: count };
  });
  const rest = { after: edits.length * ROWS, upTo: Number.MAX_SAFE_INTEGER };
  const all: EditedRange[] = [...ranges, { file: undefined, rows: rest, edits: above }];
  const chosen = rangesToRewrite(all, SEGMENT_SIZES);
  return all.flatMap((range, i) => (chosen.has(range) ? [i] : []));
}

test.each([
  { edits: [5, 20_000], above: 20_000, expected: [], what: 'few edits stay beside the files' },
  { edits: [1_100_000, 5], above: 0, expected: [0], what: 'a tenth of the rows' },
  { edits: [5, 5], above: 3_000_000, expected: [2], what: 'a quarter of a file of new rows' },
  { edits: [400_000, 300_000], above: 400_000, expected: [0], what: 'more than a million in all' },
  { edits: Array(12).fill(1_500_000), expected: [0, 1, 2, 3, 4, 5, 6, 7], what: 'eight at a time' },
])('$what', ({ edits, above, expected }) => {
  expect(rewritten(edits, above)).toEqual(expected);
});
