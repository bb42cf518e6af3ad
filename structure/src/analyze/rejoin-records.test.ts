import { expect, test } from 'vitest';
import { bold, type DrawnCell, structure } from '../../test-support/structured-sheet.js';

const header = ['Contract', 'Party', 'Events', 'Rate', 'Remark'].map(bold);
const blank: DrawnCell[] = [];

test('records below blank rows stay with their table, though the first of them could name columns', () => {
  const { spec, tables } = structure([
    header,
    ['11a', 'Northern Gas', 'late payment', 'fixed', 'signed'],
    ['11b', 'Eastern Oil', 'default', 'floating', 'open'],
    ['11c', 'Lake Power', 'default', 'fixed', 'signed'],
    blank,
    ['12a', 'Hill Water', 'breach', 'indexed', 'draft'],
    ['12b', 'Northern Gas', 'late payment', 'fixed', 'signed'],
    ['12c', 'Lake Power', 'late payment', 'fixed', 'open'],
  ]);
  expect(spec.regions).toHaveLength(1);
  expect(tables.base).toHaveLength(7);
});

test('another table with a header that stands out stays apart', () => {
  const { spec } = structure([
    header,
    ['11a', 'Northern Gas', 'late payment', 'fixed', 'signed'],
    ['11b', 'Eastern Oil', 'default', 'floating', 'open'],
    ['11c', 'Lake Power', 'default', 'fixed', 'signed'],
    blank,
    ['Plant', 'Owner', 'Fuel', 'State', 'Note'].map(bold),
    ['San Juan', 'Hill Water', 'coal', 'NM', 'draft'],
    ['Kewaunee', 'Lake Power', 'nuclear', 'WI', 'open'],
  ]);
  expect(spec.regions.filter(({ kind }) => kind === 'data')).toHaveLength(2);
});
