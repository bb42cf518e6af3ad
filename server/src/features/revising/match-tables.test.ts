import type { TableRole } from '@workbook-data-service/structure/parse-spec';
import { describe, expect, test } from 'vitest';
import type { TableRecord } from '../../catalog/tables.js';
import type { LandedSheet, LandedTable, StructuredTable } from '../../workbook/files/land-file.js';
import { matchTables } from './match-tables.js';
import type { SourceTable } from './source-tables.js';

const existing = (name: string, sheet: string, role: TableRole | null = null): SourceTable => ({
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
  const { kept, added, removed } = matchTables(tables, sheets);
  return {
    kept: kept.map(
      ({ table, sheet: on, content }) => `${table.record.name} = ${'name' in content ? content.name : on}`,
    ),
    added: added.map(({ name, raw, tables: made }) => [name, raw !== null, made.map((table) => table.name)]),
    removed: removed.map(({ record }) => record.name),
  };
}

describe('tables of a source in a new file', () => {
  test('are matched by the names of their sheets', () => {
    expect(match([existing('a', 'A'), existing('b', 'B')], [sheet('B'), sheet('C')])).toEqual({
      kept: ['b = B'],
      added: [['C', true, []]],
      removed: ['a'],
    });
  });

  test('are matched if each file has a single sheet, whatever its name', () => {
    expect(match([existing('sales', 'sales')], [sheet('sales-june')])).toMatchObject({
      kept: ['sales = sales-june'],
      removed: [],
    });
    expect(match([existing('sales', 'sales')], [sheet('x'), sheet('y')])).toMatchObject({
      removed: ['sales'],
    });
  });

  test('of one sheet are matched by role and name, then by role and order', () => {
    const tables = [
      existing('s_raw', 'S'),
      existing('costs', 'S', 'table'),
      existing('renamed', 'S', 'table'),
      existing('notes', 'S', 'notes'),
    ];
    const incoming = [
      structured('income', 'table'),
      structured('costs', 'table'),
      structured('staff', 'table'),
    ];
    expect(match(tables, [sheet('S', incoming)])).toEqual({
      kept: ['s_raw = S', 'costs = costs', 'renamed = income'],
      added: [['S', false, ['staff']]],
      removed: ['notes'],
    });
  });

  test('of a sheet that was not structured stay raw', () => {
    expect(match([existing('s', 'S')], [sheet('S', [structured('t', 'table')])])).toEqual({
      kept: ['s = S'],
      added: [],
      removed: [],
    });
  });
});
