import type { ColumnType } from '@workbook-data-service/sheets/values';
import { describe, expect, test } from 'vitest';
import type { ColumnRecord } from '../../../catalog/tables.js';
import { pairColumns } from './pair-columns.js';
import { type ColumnFindings, planColumns, widerType } from './plan-columns.js';

const column = (id: string, name: string, type: ColumnType = 'VARCHAR', more = {}): ColumnRecord => ({
  id,
  name,
  originalName: name,
  type,
  description: null,
  ...more,
});

const base = [column('c1', 'id'), column('c2', 'qty', 'BIGINT'), column('c3', 'note')];
const nothing: ColumnFindings = { fitting: new Set(), edited: new Set() };

function plan(
  current: ColumnRecord[],
  incoming: ColumnRecord[],
  findings: Partial<ColumnFindings> = {},
  everUsed = ['c1', 'c2', 'c3', 'c4'],
) {
  const pairs = pairColumns({ base, current, everUsed }, incoming);
  return planColumns({ base, current }, pairs, { ...nothing, ...findings });
}

const shape = ({ columns }: { columns: ColumnRecord[] }) =>
  columns.map(({ id, name, type }) => `${id} ${name} ${type}`);

describe('the columns of a revised table', () => {
  test('are found by their names in the file, in any order and even if people renamed them', () => {
    const renamed = base.map((one) => (one.id === 'c3' ? { ...one, name: 'remark' } : one));
    const incoming = [column('c1', 'Note'), column('c2', 'qty', 'BIGINT'), column('c3', 'id')];
    const made = plan(renamed, incoming);
    expect(shape(made)).toEqual(['c1 id VARCHAR', 'c2 qty BIGINT', 'c3 remark VARCHAR']);
    expect(made.merged.map(({ id, incoming: from }) => [id, from?.id])).toEqual([
      ['c1', 'c3'],
      ['c2', 'c2'],
      ['c3', 'c1'],
    ]);
  });

  test('that are new come last, with ids that were never used, even next to a column of the same name', () => {
    const renamed = base.map((one) => (one.id === 'c3' ? { ...one, name: 'price' } : one));
    const made = plan(renamed, [...base, column('c4', 'price', 'DOUBLE')]);
    expect(shape(made).at(-1)).toBe('c5 price_2 DOUBLE');
  });

  test('have the number formats of the new file', () => {
    const current = base.map((one) => ({ ...one, numberFormat: '0.00' }));
    const incoming = [
      column('c1', 'id'),
      column('c2', 'qty', 'BIGINT', { numberFormat: '#,##0' }),
      column('c3', 'note'),
    ];
    expect(plan(current, incoming).columns.map(({ numberFormat }) => numberFormat)).toEqual([
      undefined,
      '#,##0',
      undefined,
    ]);
  });

  test('that are missing in the file are dropped, unless someone edited them or computes from them', () => {
    const incoming = [column('c1', 'id'), column('c2', 'qty', 'BIGINT')];
    expect(plan(base, incoming)).toMatchObject({ dropped: ['c3'] });
    expect(plan(base, incoming, { edited: new Set(['c3']) })).toMatchObject({ dropped: [] });
    const formula = column('c4', 'length', 'BIGINT', { formula: '=LEN([c3])' });
    expect(plan([...base, formula], incoming)).toMatchObject({ dropped: [] });
  });

  test('that people added or compute are kept', () => {
    const formula = column('c4', 'double', 'BIGINT', { formula: '=[c2]*2' });
    const made = plan([...base, column('c5', 'mine'), formula], [...base, column('c4', 'double', 'BIGINT')]);
    expect(shape(made).slice(3)).toEqual(['c5 mine VARCHAR', 'c4 double BIGINT']);
    expect(made.merged.map(({ id, incoming }) => [id, incoming?.id])).toEqual([
      ['c1', 'c1'],
      ['c2', 'c2'],
      ['c3', 'c3'],
      ['c5', undefined],
    ]);
  });

  test('that people dropped stay dropped, and are recognized in later files', () => {
    const made = plan(base.slice(0, 2), base);
    expect(shape(made)).toEqual(['c1 id VARCHAR', 'c2 qty BIGINT']);
    expect(made.landed.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
  });

  test('keep their type if it fits the file, and widen otherwise', () => {
    const incoming = [column('c1', 'id', 'BIGINT'), column('c2', 'qty', 'DOUBLE'), column('c3', 'note')];
    expect(shape(plan(base, incoming, { fitting: new Set(['c1', 'c3']) }))).toEqual([
      'c1 id VARCHAR',
      'c2 qty DOUBLE',
      'c3 note VARCHAR',
    ]);
  });
});

test.each<[ColumnType, ColumnType, ColumnType]>([
  ['BIGINT', 'BIGINT', 'BIGINT'],
  ['INTEGER', 'BIGINT', 'BIGINT'],
  ['BIGINT', 'DOUBLE', 'DOUBLE'],
  ['DECIMAL(10,2)', 'BIGINT', 'DOUBLE'],
  ['DATE', 'TIMESTAMP', 'TIMESTAMP'],
  ['DATE', 'BIGINT', 'VARCHAR'],
  ['BOOLEAN', 'VARCHAR', 'VARCHAR'],
])('%s and %s widen to %s', (one, other, wider) => {
  expect(widerType(one, other)).toBe(wider);
  expect(widerType(other, one)).toBe(wider);
});
