import { expect, test } from 'vitest';
import { periodOfName } from './period-of-name.js';

test.each([
  ['sales-2026-03', '2026-03'],
  ['sales_202603', '2026-03'],
  ['Sales March 2026', '2026-03'],
  ['売上2026年3月', '2026-03'],
  ['Budget FY2026', '2026'],
  ['report Q3 2025', '2025-Q3'],
  ['customers', undefined],
  ['version 3', undefined],
])('%s is of %s', (name, period) => {
  expect(periodOfName(name)).toBe(period);
});
