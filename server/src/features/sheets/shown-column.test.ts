import { expect, test } from 'vitest';
import type { GovernedColumn } from '../../workbook/governance/governed-tables.js';
import { CellAnnotations } from './cell-annotations.js';
import { ShownColumn } from './shown-column.js';

const price = { id: 'col_1', name: 'price', type: 'DOUBLE', masked: false } as GovernedColumn;

test('an average has as many digits behind the point as the cells above it, and one at least', () => {
  const shown = new ShownColumn(price, new CellAnnotations([]));
  expect(shown.total('avg', 239.443167, 2)).toBe('239.44');
  expect(shown.total('avg', 239.443167, 0)).toBe('239.4');
});
