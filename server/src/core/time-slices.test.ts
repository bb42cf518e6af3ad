import { expect, test } from 'vitest';
import { mapInSlices } from './time-slices.js';

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('others run between the slices of long work, whose results keep their order', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const results = await mapInSlices([1, 2, 3, 4, 5, 6], (item) => {
    spin(15);
    return item * 10;
  });
  clearInterval(timer);
  expect(results).toEqual([10, 20, 30, 40, 50, 60]);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('short work does not yield', async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  expect(await mapInSlices([1, 2], String)).toEqual(['1', '2']);
  expect(turned).toBe(false);
});
