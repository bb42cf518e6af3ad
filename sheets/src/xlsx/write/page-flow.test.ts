import { expect, test } from 'vitest';
import { PageFlow } from './page-flow.js';

const upright = { width: 500, landscape: false };
const rows = (flow: PageFlow, count: number) => {
  for (let i = 0; i < count; i++) flow.addRow(15);
};

test('a page ends in front of what it would cut, and of nothing else', () => {
  const flow = new PageFlow(upright);
  rows(flow, 10);
  flow.keepTogether(300, 10);
  rows(flow, 20);
  flow.keepTogether(300, 30);
  expect(flow.breaks).toEqual([30]);
  rows(flow, 20);
  flow.keepTogether(300, 50);
  expect(flow.breaks).toEqual([30]);
});

test('a page of a wide sheet, which is printed smaller, holds more', () => {
  const flow = new PageFlow({ ...upright, width: 1000 });
  rows(flow, 70);
  flow.keepTogether(300, 70);
  expect(flow.breaks).toEqual([]);
});

test('what no page holds begins where it is', () => {
  const flow = new PageFlow(upright);
  rows(flow, 10);
  flow.keepTogether(2000, 10);
  expect(flow.breaks).toEqual([]);
});
