import { expect, it } from 'vitest';
import { RangeIndex } from './range-index.js';

const range = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });

it('finds every range around a cell, once', () => {
  const index = new RangeIndex();
  index.add(range(0, 0, 9, 3), 1);
  index.add(range(5, 2), 2);
  index.add(range(0, 2, 1_048_575, 2), 3);
  index.add(range(5, 0, 5, 16_383), 4);
  index.add(range(6, 2, 9, 2), 5);
  index.add(range(0, 3, 9, 16_383), 6);
  const taken = (row: number, column: number) => {
    const ids: number[] = [];
    index.take(row, column, (id) => ids.push(id));
    return ids.sort();
  };
  expect(taken(5, 2)).toEqual([1, 2, 3, 4]);
  expect(taken(5, 2)).toEqual([]);
  expect(taken(9, 2)).toEqual([5]);
  expect(taken(10, 16_383)).toEqual([]);
  expect(taken(9, 16_383)).toEqual([6]);
});

it('agrees with a search through all ranges', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647;
    return seed % below;
  };
  const ranges = Array.from({ length: 300 }, () => {
    const [top, left] = [random(40), random(40)];
    return range(top, left, top + random(8), left + random(8));
  });
  const index = new RangeIndex();
  for (const [id, one] of ranges.entries()) index.add(one, id);
  const left = new Set(ranges.keys());
  for (let i = 0; i < 200; i++) {
    const [row, column] = [random(50), random(50)];
    const found = new Set<number>();
    index.take(row, column, (id) => left.has(id) && found.add(id));
    const wanted = [...left].filter((id) => {
      const one = ranges[id] as (typeof ranges)[0];
      return row >= one.top && row <= one.bottom && column >= one.left && column <= one.right;
    });
    expect([...found].sort()).toEqual(wanted.sort());
    for (const id of wanted) left.delete(id);
  }
});
