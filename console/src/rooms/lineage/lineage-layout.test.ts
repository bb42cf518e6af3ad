import type { Lineage } from '@workbook-data-service/client/api';
import { expect, test } from 'vitest';
import { firstView, placeNodes, relativesOf, stalePath } from './lineage-layout.js';

const fresh = { stale: false, stale_since: null };
const stale = { stale: true, stale_since: '2026-01-01T00:00:00Z' };
const nodes: Lineage['nodes'] = [
  { id: 'file', kind: 'source', name: 'sales.csv' },
  { id: 'sales', kind: 'table', name: 'sales', freshness: fresh },
  { id: 'sum', kind: 'transform', name: 'sum' },
  { id: 'by_region', kind: 'table', name: 'by_region', freshness: stale },
  { id: 'other', kind: 'table', name: 'other', freshness: fresh },
];
const edges = [
  { from: 'file', to: 'sales' },
  { from: 'file', to: 'other' },
  { from: 'sales', to: 'sum' },
  { from: 'sum', to: 'by_region' },
];

test('data flows from left to right', () => {
  const x = Object.fromEntries(placeNodes({ nodes, edges }).map(({ node, x }) => [node.id, x]));
  expect(x.file).toBeLessThan(x.sales as number);
  expect(x.sales).toBeLessThan(x.sum as number);
  expect(x.sum).toBeLessThan(x.by_region as number);
});

test('a stale path has the stale tables and what computes them', () => {
  expect([...stalePath({ nodes, edges })].sort()).toEqual(['by_region', 'sum']);
});

test('relatives are everything before and after, not what shares an ancestor', () => {
  expect([...relativesOf(edges, 'sales')].sort()).toEqual(['by_region', 'file', 'sales', 'sum']);
});

test('a graph is in view as a whole, or from where its data comes if it could not be read so', () => {
  const placed = placeNodes({ nodes, edges });
  const roomy = firstView(placed, { width: 2000, height: 900 });
  expect(roomy.zoom).toBe(1);
  expect(roomy.x).toBeGreaterThan(300);
  expect(firstView(placed, { width: 300, height: 900 })).toMatchObject({ x: 24, zoom: 0.65 });
});
