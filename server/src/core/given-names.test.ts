import { expect, test } from 'vitest';
import { tableNameFault } from './given-names.js';

test('names that already mean something else are reserved', () => {
  expect(tableNameFault('sales')).toBeNull();
  expect(tableNameFault('pg_tables')?.text).toContain('reserved');
});
