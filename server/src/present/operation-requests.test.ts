import { expect, test } from 'vitest';
import { newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import { up } from '../catalog/migrations/0023-operations.js';
import { openCatalog } from '../catalog/open-catalog.js';
import { operationCode } from './operation-requests.js';

const column = `columns/${encodeURIComponent('net %/day')}`;
const run = {
  transform: 'trf_1',
  kind: 'sql',
  code: 'select 1',
  key: null,
  inputs: [{ placeholder: 't', artifact_id: 'art_1', edit_version: 3 }],
};

/** Ops of each kind as stored by releases that recorded requests, in every form that occurred. */
const stored: [kind: string, request: unknown][] = [
  ['table.create', { method: 'POST', path: 'tables', body: { name: 't', columns: [{ name: 'a' }] } }],
  ['table.rename', { method: 'PATCH', path: '', body: { name: 'u', expected_version: 2 } }],
  ['table.delete', { method: 'DELETE', path: '', query: { expected_version: null, cascade: true } }],
  ['table.archive', { method: 'POST', path: 'archive' }],
  ['table.unarchive', { method: 'POST', path: 'unarchive' }],
  ['table.describe', { method: 'PUT', path: 'description', body: { description: null } }],
  [
    'rows.upsert',
    { method: 'POST', path: 'rows/upsert', body: { rows: [{ a: 1 }], expected_version: 1, match_on: ['a'] } },
  ],
  [
    'rows.upsert',
    { method: 'POST', path: 'rows/upsert', body: { rows: [{ a: 1 }], expected_version: null } },
  ],
  ['rows.upsert', { method: 'POST', path: 'conflicts/cfl_1/resolve', body: { action: 'revert' } }],
  ['rows.delete', { method: 'POST', path: 'rows/delete', body: { row_ids: [1, 2], expected_version: 4 } }],
  ['rows.undo', { method: 'POST', path: 'ops/12/undo', body: {} }],
  [
    'overrides.drop',
    {
      method: 'POST',
      path: 'overrides/drop',
      body: { cells: [{ row_id: 1, column: 'a' }], expected_version: 4 },
    },
  ],
  ['overrides.drop', { method: 'POST', path: 'overrides/drop', body: { all: true, expected_version: null } }],
  ['overrides.drop', { method: 'POST', path: 'conflicts/cfl_2/resolve', body: { action: 'drop_override' } }],
  [
    'column.add',
    {
      method: 'POST',
      path: 'columns',
      body: { column: 'b', type: 'BIGINT', default: 7, expected_version: 5 },
    },
  ],
  ['column.drop', { method: 'DELETE', path: column, query: { expected_version: 5 } }],
  ['column.rename', { method: 'PATCH', path: column, body: { new_name: 'c', expected_version: 5 } }],
  [
    'column.retype',
    { method: 'PATCH', path: column, body: { type: 'DATE', lossy: false, expected_version: null } },
  ],
  ['column.describe', { method: 'PUT', path: `${column}/description`, body: { description: 'net' } }],
  [
    'formula.set',
    { method: 'PUT', path: 'formulas', body: { column: 'sum', formula: '=[a]+1', expected_version: 6 } },
  ],
  [
    'annotations.set',
    {
      method: 'POST',
      path: 'annotations',
      body: { annotations: [{ row_id: 1, column: null, style: { bold: true }, note: 'n' }] },
    },
  ],
  [
    'annotations.delete',
    { method: 'POST', path: 'annotations/delete', body: { targets: [{ row_id: null, column: 'a' }] } },
  ],
  ['column.tag', { method: 'POST', path: `${column}/tags`, body: { tag: 'pay' } }],
  ['column.untag', { method: 'DELETE', path: `${column}/tags/a%2Fb` }],
  [
    'policy.set',
    { method: 'PUT', path: 'policies/a%2Fb', body: { role: 'viewer', effect: 'mask', influence: null } },
  ],
  ['policy.remove', { method: 'DELETE', path: 'policies/pay', query: { role: 'viewer' } }],
  ['policy.remove', { method: 'DELETE', path: 'policies/pay', query: {} }],
  ['source.delete', { method: 'DELETE', path: 'sources/a%20b.csv', query: { cascade: false } }],
  ['transform.delete', { method: 'DELETE', path: 'transforms/trf_1', query: { cascade: true } }],
  ['workbook.update', { title: 'Sales' }],
  ['source.ingest', { file: 'abc', filename: 'a.csv', mode: 'auto', structuring: 'skip' }],
  ['source.revise', { source: 'src_1', file: 'abc', filename: 'a.csv' }],
  ['source.structure', { source: 'src_1' }],
  ['source.analyze', { source: 'src_1' }],
  ['source.correct_spec', { source: 'src_1', sheets: [] }],
  ['source.materialize', { source: 'src_1', regions: null, spec_version: 2 }],
  ['transform.create', run],
  ['transform.run', run],
  [
    'transform.update',
    { transform: 'trf_1', kind: 'sql', code: 'select 1', key: null, args: { t: 'art_1' } },
  ],
  ['of.another.release', { whatever: true }],
];

describeEachDatabase('an op from before operations were recorded', (database) => {
  test('shows the same code once it is stored as an operation and its input', async () => {
    const catalog = await openCatalog(await database.fresh());
    const { db } = catalog;
    const { workbookId } = await newWorkbook(catalog);
    await db.schema.alterTable('ops').dropColumn('operation').execute();
    await db.schema.alterTable('ops').renameColumn('input', 'request').execute();
    const old = stored.map(([kind, request], i) => ({
      workbook_id: workbookId,
      op_id: i + 1,
      kind,
      table_id: null,
      user_id: 'usr_1',
      credential_id: null,
      actor: null,
      request: JSON.stringify(request),
      created_at: '',
      undone_by: null,
    }));
    await db
      .insertInto('ops')
      .values(old as never)
      .execute();
    await up(db as never);
    const ops = await db.selectFrom('ops').selectAll().orderBy('op_id').execute();
    const codes = ops.map(({ kind, operation, input }) => [
      kind,
      JSON.parse(JSON.stringify(operationCode(operation, JSON.parse(input)))),
    ]);
    expect(codes).toEqual(stored);
    expect(ops.filter(({ input }) => /"(method|path)":/.test(input))).toEqual([]);
    await catalog.close();
  });
});
