import { expect, test } from 'vitest';
import { Random } from '../../../../test-support/random.js';
import { sortedWindow } from './sorted-rows.js';

test('a window is what sorting all rows would have there', () => {
  const random = new Random(7);
  for (let round = 0; round < 500; round += 1) {
    const count = random.below(60);
    const values = Array.from({ length: count }, () => random.below(1 + random.below(count + 1)));
    const compare = (a: number, b: number) => (values[a] as number) - (values[b] as number) || a - b;
    const rows = random.shuffled([...values.keys()]);
    const [from, length] = [random.below(70), random.below(20)];
    const window = sortedWindow(Int32Array.from(rows), from, from + length, compare);
    expect([...window]).toEqual([...values.keys()].sort(compare).slice(from, from + length));
  }
});

test('rows in order, backwards and alike take no longer than others', () => {
  const count = 50_000;
  for (const value of [(row: number) => row, (row: number) => -row, () => 1, (row: number) => row % 2]) {
    let compared = 0;
    const compare = (a: number, b: number) => {
      compared += 1;
      return value(a) - value(b) || a - b;
    };
    sortedWindow(
      Int32Array.from({ length: count }, (_, i) => i),
      1000,
      1100,
      compare,
    );
    expect(compared).toBeLessThan(count * 12);
  }
});
