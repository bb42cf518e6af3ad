import { describe, expect, test } from 'vitest';
import type { TableRecord } from '../../catalog/tables.js';
import type { TableRole } from '../../core/parse-spec.js';
import type { LandedSheet, LandedTable, StructuredTable } from '../../workbook/files/land-file.js';
import { matchTables } from './match-tables.js';
import type { SourceTable } from './source-tables.js';

const standing = (name: string, sheet: string, role: TableRole | null = null): SourceTable => ({
  record: { id: name, name, name_key: name } as TableRecord,
  sheet,
  role,
});

const structured = (name: string, role: TableRole) => ({ name, role }) as StructuredTable;

const sheet = (name: string, tables: StructuredTable[] = []): LandedSheet => ({
  name,
  raw: {} as LandedTable,
  tables,
  structure: null,
});

function match(tables: SourceTable[], sheets: LandedSheet[]) {
  const { again, added, gone } = matchTables(tables, sheets);
  return {
    again: again.map(
      ({ table, sheet: on, content }) => `${table.record.name} = ${'name' in content ? content.name : on}`,
    ),
    added: added.map(({ name, raw, tables: made }) => [name, raw !== null, made.map((table) => table.name)]),
    gone: gone.map(({ record }) => record.name),
  };
}

describe('the tables of a source in a new file', () => {
  test('are those of the sheets with the same names', () => {
    expect(match([standing('a', 'A'), standing('b', 'B')], [sheet('B'), sheet('C')])).toEqual({
      again: ['b = B'],
      added: [['C', true, []]],
      gone: ['a'],
    });
  });

  test('are known by being the only one, whatever the sheet is called', () => {
    expect(match([standing('sales', 'sales')], [sheet('sales-june')])).toMatchObject({
      again: ['sales = sales-june'],
      gone: [],
    });
    expect(match([standing('sales', 'sales')], [sheet('x'), sheet('y')])).toMatchObject({ gone: ['sales'] });
  });

  test('are told apart by role and name, then by role and order', () => {
    const tables = [
      standing('s_raw', 'S'),
      standing('costs', 'S', 'table'),
      standing('renamed', 'S', 'table'),
      standing('notes', 'S', 'notes'),
    ];
    const incoming = [
      structured('income', 'table'),
      structured('costs', 'table'),
      structured('staff', 'table'),
    ];
    expect(match(tables, [sheet('S', incoming)])).toEqual({
      again: ['s_raw = S', 'costs = costs', 'renamed = income'],
      added: [['S', false, ['staff']]],
      gone: ['notes'],
    });
  });

  test('of a sheet that landed as it is stay that', () => {
    expect(match([standing('s', 'S')], [sheet('S', [structured('t', 'table')])])).toEqual({
      again: ['s = S'],
      added: [],
      gone: [],
    });
  });
});
