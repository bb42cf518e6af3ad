import { expect, test } from 'vitest';
import { downstreamOf, pathBetween, upstreamOf } from './table-graph.js';

/** raw feeds a and b, both feed c, c feeds d; e stands apart. */
const dependencies = ['raw>a', 'raw>b', 'a>c', 'b>c', 'c>d', 'x>e'].map((arrow) => {
  const [from = '', to = ''] = arrow.split('>');
  return { from, to };
});

test.each([
  ['raw', ['a', 'b', 'c', 'd']],
  ['b', ['c', 'd']],
  ['d', []],
])('downstream of %s is %j', (table, reached) => {
  expect([...downstreamOf([table], dependencies)].sort()).toEqual(reached);
});

test.each([
  ['d', ['a', 'b', 'c', 'raw']],
  ['a', ['raw']],
  ['raw', []],
])('upstream of %s is %j', (table, reached) => {
  expect([...upstreamOf([table], dependencies)].sort()).toEqual(reached);
});

test('the path between two tables follows the data', () => {
  expect(pathBetween('raw', 'd', dependencies)).toEqual(['raw', 'a', 'c', 'd']);
  expect(pathBetween('b', 'b', dependencies)).toEqual(['b']);
  expect(pathBetween('d', 'raw', dependencies)).toBeUndefined();
  expect(pathBetween('raw', 'e', dependencies)).toBeUndefined();
});
