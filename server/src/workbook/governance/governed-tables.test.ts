import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMember, author, newWorkbook } from '../../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../../test-support/workbook-data.js';
import { change } from '../../catalog/change.js';
import { newId } from '../../core/ids.js';
import type { PolicyRule } from '../../core/policy.js';
import type { BaseRole } from '../../core/scopes.js';
import type { TableOrigin } from '../../core/table-origin.js';
import { type ReceivedFile, receiveFile } from '../files/received-file.js';
import { describeQuery, executeQuery } from '../reading/execute-query.js';
import { exportPreserved } from '../reading/export-preserved.js';
import { exportTables } from '../reading/export-tables.js';
import { pageOfRows, type RowsRequest } from '../reading/page-of-rows.js';
import { traceRow } from '../reading/provenance/trace-row.js';
import { resultPage } from '../reading/result-page.js';
import { rowAt } from '../reading/row-at.js';
import { compareSourceFiles, filledSourceCells, sourceBytes, sourceCells } from '../reading/source-files.js';
import { appendVersion } from '../writing/write-tables.js';
import type { GovernedTable, Viewer } from './governed-tables.js';

let world: TestData;
let workbookId: string;
let workspaceId: string;
let tableId: string;
/** Sees everything, e-mail addresses as NULL, and e-mail addresses as NULL and no salary. */
let admin: Viewer;
let editor: Viewer;
let viewer: Viewer;

beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'governed-')));
});
afterAll(() => world.close());

beforeEach(async () => {
  ({ workbookId, workspaceId } = await newWorkbook(world.catalog));
  const columns = { name: 'VARCHAR', email: 'VARCHAR', salary: 'DECIMAL(10,2)' } as const;
  const rows = ["'Ann', 'ann@x.org', 300", "'Bob', 'bob@x.org', 100", "'Cid', 'cid@x.org', 200"];
  tableId = (await world.addTable(workbookId, 'people', columns, rows)).id;
  await tag('c2', 'pii');
  await tag('c3', 'pay');
  [admin, editor, viewer] = [await member('admin'), await member('editor'), await member('viewer')];
  await setPolicies([
    { tag: 'pii', role: '*', effect: 'mask' },
    { tag: 'pii', role: 'admin', effect: 'allow' },
    { tag: 'pay', role: 'viewer', effect: 'deny' },
    { tag: 'pay', role: 'auditor', effect: 'mask' },
  ]);
});

async function tag(columnId: string, name: string): Promise<void> {
  const { db } = world.catalog;
  await db.insertInto('column_tags').values({ table_id: tableId, column_id: columnId, tag: name }).execute();
}

async function member(role: BaseRole, customRoles?: string[]): Promise<Viewer> {
  return { userId: await addMember(world.catalog, workspaceId, role, customRoles) };
}

async function setPolicies(rules: PolicyRule[]): Promise<void> {
  const { db } = world.catalog;
  await db.deleteFrom('policies').where('workbook_id', '=', workbookId).execute();
  for (const rule of rules)
    await db
      .insertInto('policies')
      .values({ workbook_id: workbookId, ...rule })
      .execute();
}

const people = (as: Viewer, version?: number) => world.data.as(as).table(workbookId, 'people', version);

/** Each visible column, masked ones in brackets. */
const visible = ({ columns }: GovernedTable) =>
  columns.map(({ name, masked }) => (masked ? `[${name}]` : name)).join(' ');

describe('a table', () => {
  test('shows each caller the columns that the policies leave to their roles', async () => {
    expect(visible(await people(admin))).toBe('name email salary');
    expect(visible(await people(editor))).toBe('name [email] salary');
    expect(visible(await people(viewer))).toBe('name [email]');
    expect((await people(viewer)).denied).toEqual(['salary']);
    expect(visible(await people(await member('editor', ['auditor'])))).toBe('name [email] [salary]');
    expect(visible(await people(await member('viewer', ['auditor', 'admin'])))).toBe('name email');
  });

  test('shows callers without a role what the policies leave to everyone', async () => {
    expect(visible(await people({ userId: 'usr_stranger' }))).toBe('name [email] salary');
  });

  test('shows everything if there are no policies', async () => {
    await setPolicies([]);
    expect(visible(await people(viewer))).toBe('name email salary');
  });

  test('is governed at its earlier versions as at its current one', async () => {
    await change(world.catalog, author, (c) =>
      appendVersion(c, {
        workbookId,
        tableId,
        expectedVersion: 1,
        opKind: 'rows.delete',
        operation: { operation: 'updateWorkbook', input: {} },
        rows: [{ kind: 'delete', rowId: 1 }],
      }),
    );
    const [earlier, current] = [await people(viewer, 1), await people(viewer)];
    expect([earlier.version, earlier.rowCount]).toEqual([1, 3]);
    expect([current.version, current.rowCount]).toEqual([2, 2]);
    expect(visible(earlier)).toBe(visible(current));
    await expect(people(viewer, 3)).rejects.toMatchObject({ slug: 'not-found' });
  });

  test('of another workbook is not found', async () => {
    const other = await newWorkbook(world.catalog);
    await expect(world.data.as(admin).table(other.workbookId, tableId)).rejects.toMatchObject({
      slug: 'not-found',
    });
  });
});

describe('rows', () => {
  const rows = async (as: Viewer, request: Partial<RowsRequest> = {}) => {
    const page = await pageOfRows(world.data, await people(as), { limit: 10, format: 'json', ...request });
    return { ...page, rows: JSON.parse(page.page as string) as Record<string, unknown>[] };
  };
  const names = async (as: Viewer, request: Partial<RowsRequest>) =>
    (await rows(as, request)).rows.map(({ name }) => name);

  test('have NULL in masked columns and no denied ones', async () => {
    expect((await rows(viewer, { limit: 1 })).rows).toEqual([{ name: 'Ann', email: null, __svc_row_id: 1 }]);
    expect((await rows(admin, { limit: 1 })).rows[0]).toMatchObject({ email: 'ann@x.org', salary: 300 });
  });

  test('are neither filtered nor ordered by masked values', async () => {
    const filter = JSON.stringify({ column: 'email', op: 'starts_with', value: 'bob' });
    expect(await rows(viewer, { filter })).toMatchObject({ rows: [], total: 0 });
    expect(await rows(admin, { filter })).toMatchObject({ total: 1 });
    expect(await names(viewer, { orderBy: '-email' })).toEqual(['Ann', 'Bob', 'Cid']);
    expect(await names(admin, { orderBy: '-email' })).toEqual(['Cid', 'Bob', 'Ann']);
  });

  test.each<[string, Partial<RowsRequest>]>([
    ['filtered', { filter: '{"column":"salary","op":"gt","value":1}' }],
    ['ordered', { orderBy: 'salary' }],
    ['chosen', { columns: 'name,salary' }],
  ])('cannot be %s by a denied column', async (_, request) => {
    await expect(rows(viewer, request)).rejects.toMatchObject({ slug: 'invalid-request' });
    await expect(rows(admin, request)).resolves.toBeDefined();
  });

  test('read by id at a version show no more', async () => {
    expect(await rowAt(world.data, await people(viewer), 2)).toEqual({ c1: 'Bob', c2: null });
    expect(await rowAt(world.data, await people(admin), 2)).toMatchObject({ c2: 'bob@x.org' });
    expect(await rowAt(world.data, await people(admin), 4)).toBeUndefined();
  });

  test('page on through a masked order', async () => {
    const first = await rows(viewer, { orderBy: 'email', limit: 2 });
    const cursor = first.nextCursor ?? '';
    expect(await names(viewer, { orderBy: 'email', limit: 2, cursor })).toEqual(['Cid']);
  });

  test('with an invalid cursor are refused, whatever the filter matches', async () => {
    const filter = '{"column":"salary","op":"gt","value":"not a number"}';
    const refused = rows(admin, { filter, cursor: 'nonsense' });
    await expect(refused).rejects.toMatchObject({ status: 422 });
    await rows(admin);
  });
});

describe('a query', () => {
  const query = (as: Viewer, sql: string, limit = 100) =>
    executeQuery(world.data.as(as), {
      workbookId,
      sql,
      parameters: [],
      limit,
      format: 'json',
      deadlineMs: 20_000,
    });
  const answer = async (as: Viewer, sql: string) =>
    JSON.parse((await query(as, sql)).page as string) as unknown;

  test('sees what the rows show', async () => {
    expect(await answer(viewer, 'select * from people limit 1')).toEqual([
      { name: 'Ann', email: null, __svc_row_id: 1 },
    ]);
    expect(await answer(viewer, "select count(*) as n from people where email like '%@%'")).toEqual([
      { n: 0 },
    ]);
    expect(await answer(editor, 'select max(email) as e, sum(salary) as s from people')).toEqual([
      { e: null, s: 600 },
    ]);
  });

  test.each([
    'select salary from people',
    'select name from people order by salary',
    'select c3 from people',
  ])('cannot name a denied column: %s', async (sql) => {
    await expect(query(viewer, sql)).rejects.toMatchObject({ slug: 'sql-invalid' });
    const planned = describeQuery(world.data.as(viewer), { workbookId, sql, deadlineMs: 20_000 });
    await expect(planned).rejects.toMatchObject({ slug: 'sql-invalid' });
  });

  const pageOf = async (as: Viewer, outcome: Awaited<ReturnType<typeof query>>) =>
    resultPage(
      world.data.as(as),
      workbookId,
      {
        blobHash: outcome.blob?.hash ?? null,
        rows: outcome.blob ? null : (outcome.page as string),
        tables: outcome.tables.map(({ record, version }) => ({ id: record.id, version })),
        policyFingerprint: outcome.policyFingerprint,
      },
      { columns: outcome.columns, limit: 1, offset: 2, format: 'json' },
    );

  test.each([
    ['a file', 1],
    ['its answer', 100],
  ])('keeps in %s a result that is paged while the caller sees the same columns', async (_, limit) => {
    const outcome = await query(admin, 'select name, email, salary from people order by name', limit);
    expect(outcome.blob === null).toBe(limit === 100);
    expect(JSON.parse((await pageOf(admin, outcome)).page as string)).toEqual([
      { name: 'Cid', email: 'cid@x.org', salary: 200 },
    ]);
    await setPolicies([{ tag: 'other', role: '*', effect: 'deny' }]);
    await expect(pageOf(admin, outcome)).resolves.toBeDefined();
    await setPolicies([{ tag: 'pii', role: 'admin', effect: 'mask' }]);
    await expect(pageOf(admin, outcome)).rejects.toMatchObject({ slug: 'expired' });
  });
});

describe('an export', () => {
  const exported = async (as: Viewer, format: 'csv' | 'xlsx') =>
    (await exportTables(world.data, { workbookId, tables: [await people(as)], format, includeRowIds: true }))
      .bytes;

  test('as csv has what the rows show', async () => {
    expect(await text(await exported(viewer, 'csv'))).toBe(
      'name,email,__svc_row_id\r\nAnn,,1\r\nBob,,2\r\nCid,,3\r\n',
    );
    expect(await text(await exported(admin, 'csv'))).toContain('Ann,ann@x.org,300.00,1');
  });

  test('as xlsx has what the rows show', async () => {
    const cells = async (as: Viewer): Promise<unknown[]> => {
      const { Sheets } = read(await buffer(await exported(as, 'xlsx')));
      return utils.sheet_to_json(Sheets.people ?? {}, { header: 1, defval: null });
    };
    expect((await cells(viewer)).slice(0, 2)).toEqual([
      ['name', 'email', '__svc_row_id'],
      ['Ann', null, 1],
    ]);
    expect((await cells(admin)).slice(0, 2)).toEqual([
      ['name', 'email', 'salary', '__svc_row_id'],
      ['Ann', 'ann@x.org', 300, 1],
    ]);
  });
});

test('an export of a governed workbook does not contain the sheets of an original file', async () => {
  const exported = async (as: Viewer) =>
    exportPreserved(world.data.as(as), { workbookId, tables: [await people(as)] });
  await expect(exported(admin)).rejects.toMatchObject({ slug: 'governed-workbook', status: 403 });
  await setPolicies([]);
  const { bytes, ...rest } = await exported(admin);
  expect(rest).toMatchObject({ extension: 'xlsx', formulas: 0 });
  expect(read(await buffer(bytes)).SheetNames).toEqual(['people']);
});

test('original files of a governed workbook cannot be downloaded', async () => {
  const file = await receiveFile(world.data, Readable.from([Buffer.from('raw')]), 'raw.csv');
  await expect(sourceBytes(world.data.as(admin), workbookId, file)).rejects.toMatchObject({
    slug: 'governed-workbook',
  });
  await setPolicies([]);
  expect(await text(await sourceBytes(world.data.as(viewer), workbookId, file))).toBe('raw');
});

test('the raw cells of original files of a governed workbook cannot be read', async () => {
  const file = await receiveFile(world.data, Readable.from([Buffer.from('a,b\n1,2\n')]), 'raw.csv');
  const reader = world.data.as(admin);
  for (const read of [
    () => sourceCells(reader, workbookId, file, {}),
    () => filledSourceCells(reader, workbookId, file, undefined),
    () => compareSourceFiles(reader, workbookId, { before: null, after: file }),
  ])
    await expect(read()).rejects.toMatchObject({ slug: 'governed-workbook' });
  await setPolicies([]);
  const { cells } = await sourceCells(world.data.as(viewer), workbookId, file, {});
  expect(cells.map(({ cell }) => cell)).toEqual(['A1', 'B1', 'A2', 'B2']);
});

test('the provenance of a row covers only visible columns', async () => {
  const lines = 'name,email,salary\nAnn,ann@x.org,300\nBob,bob@x.org,100\nCid,cid@x.org,200\n';
  await comesFrom(await receiveFile(world.data, Readable.from([Buffer.from(lines)]), 'people.csv'));
  const shown = async (as: Viewer) =>
    (await traceRow(world.data.as(as), await people(as), 2)).cells.map(({ column, from }) => [
      column,
      from?.address,
      from?.rawValue,
    ]);
  expect(await shown(admin)).toEqual([
    ['name', 'A3', 'Bob'],
    ['email', 'B3', 'bob@x.org'],
    ['salary', 'C3', '100'],
  ]);
  expect(await shown(viewer)).toEqual([
    ['name', 'A3', 'Bob'],
    ['email', undefined, undefined],
  ]);
});

/** Makes the table look landed from the file, with its headings in the first row. */
async function comesFrom({ filename, blob }: ReceivedFile): Promise<void> {
  const { db } = world.catalog;
  const source = {
    id: newId('src'),
    workbook_id: workbookId,
    name: filename,
    filename,
    blob_hash: blob.hash,
    size: blob.size,
    format: 'csv',
    reader: null,
    mode: 'auto' as const,
    status: 'materialized' as const,
    created_at: '',
    created_by: admin.userId,
    failure: null,
  };
  await db.insertInto('sources').values(source).execute();
  const from = { source_id: source.id, source_sheet: 'people' };
  await db.updateTable('all_tables').set(from).where('id', '=', tableId).execute();
  const origin: TableOrigin = {
    sheet: 'people',
    headerRow: 1,
    columns: { c1: 0, c2: 1, c3: 2 },
    rowRuns: [[1, 2, 3]],
  };
  await db
    .insertInto('table_origins')
    .values({ table_id: tableId, origin: JSON.stringify(origin) })
    .execute();
}
