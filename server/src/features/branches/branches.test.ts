import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { findBranch } from '../../catalog/branches.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { identifyReturnedFile, readReturnedTables } from '../../workbook/files/returned-file.js';
import { type ExportInput, exportWorkbook } from '../outputs/export-tables.js';
import { createTable } from '../tables/create-table.js';
import { deleteTable } from '../tables/delete-table.js';
import { setFormula } from '../tables/set-formula.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { closeBranch, listBranches } from './branches.js';

const anyVersion = { expectedVersion: null };

describeEachDatabase('branches', (database) => {
  let host: InProcessService;
  let workbookId: string;
  let tableId: string;
  beforeAll(async () => {
    host = await InProcessService.start(await database.fresh(), { SVC_AUTO_PIN_DAYS: '0' });
  });
  afterAll(() => host.dispose());

  beforeEach(async () => {
    const { service, caller } = host;
    workbookId = (await createWorkbook(service, caller, { title: 'pay' }, {})).id;
    const columns = ['name', 'pay'].map((name) => ({ name, type: name === 'pay' ? 'BIGINT' : 'VARCHAR' }));
    ({ id: tableId } = await createTable(service, caller, workbookId, { name: 'people', columns }, {}));
    await upsertRows(service, caller, place(), { rows: [{ name: 'Ann', pay: 3 }], ...anyVersion }, {});
    await setFormula(service, caller, place(), { column: 'double', formula: '=[pay]*2', ...anyVersion }, {});
  });

  const place = () => ({ workbookId, table: 'people' });

  async function exported(more: Partial<ExportInput> = {}, caller = host.caller) {
    const {
      bytes,
      branchId = '',
      filename,
    } = await exportWorkbook(host.service, caller, {
      workbookId,
      format: 'xlsx',
      formulaMode: 'values',
      includeRowIds: true,
      csvBom: false,
      csvGuardFormulas: true,
      recordBranch: true,
      ...more,
    });
    return { branchId, filename, content: await buffer(bytes) };
  }

  async function received(content: Buffer, filename: string) {
    const { data } = host.service;
    return await receiveFile(data, [content] as unknown as AsyncIterable<Uint8Array>, filename);
  }

  const events = async () =>
    (
      await host.service.catalog.db
        .selectFrom('outbox')
        .select('data')
        .where('workbook_id', '=', workbookId)
        .where('kind', '=', 'version.branched')
        .execute()
    ).map(({ data }) => JSON.parse(data) as unknown);

  test('a branch keeps the version and the columns of its file, and the event tells of it', async () => {
    const { branchId, filename } = await exported();
    await upsertRows(host.service, host.caller, place(), { rows: [{ name: 'Bob' }], ...anyVersion }, {});
    const branch = await findBranch(host.service.catalog.db, workbookId, branchId);
    expect(branch?.bases.get(tableId)).toEqual({
      tableId,
      opId: branch?.op_id,
      version: 3,
      exportedVersion: 3,
      rowCount: 1,
      blobHash: null,
      columns: [
        { id: 'c1', name: 'name', type: 'VARCHAR' },
        { id: 'c2', name: 'pay', type: 'BIGINT' },
        { id: 'c3', name: 'double', type: expect.any(String), formula: true },
      ],
    });
    const tables = [{ name: 'people', artifact_id: tableId, edit_version: 3 }];
    expect(await events()).toEqual([{ branch_id: branchId, filename, tables }]);
  });

  test.each(['xlsx', 'csv'] as const)('a returned %s file is identified and read', async (format) => {
    const { branchId, filename, content } = await exported({ format });
    const { service } = host;
    const file = await received(content, filename);
    const identity = {
      branchId: format === 'xlsx' ? branchId : null,
      format: format === 'xlsx' ? 'workbook' : 'csv',
    };
    expect(await identifyReturnedFile(service.data, workbookId, file)).toEqual(identity);
    const branch = await findBranch(service.catalog.db, workbookId, branchId);
    const { columns = [] } = branch?.bases.get(tableId) ?? {};
    const wanted = [{ tableId, name: 'people', columns }];
    expect(await readReturnedTables(service.data, workbookId, file, wanted, 'refuse')).toMatchObject({
      ...identity,
      absent: [],
      tables: [
        { rows: 1, columns: [{ id: 'c1' }, { id: 'c2' }], rowIdLetter: 'D', missing: [], warnings: [] },
      ],
    });
  });

  test('columns that the caller may not see leave no values, and are not among those of the base', async () => {
    const { db } = host.service.catalog;
    const reader = await host.member(workbookId, 'editor');
    await db.insertInto('column_tags').values({ table_id: tableId, column_id: 'c2', tag: 'pay' }).execute();
    const rule = { workbook_id: workbookId, tag: 'pay', role: 'editor', effect: 'mask' as const };
    await db.insertInto('policies').values(rule).execute();
    const { branchId } = await exported({}, reader);
    const { columns = [] } = (await findBranch(db, workbookId, branchId))?.bases.get(tableId) ?? {};
    expect(columns.map(({ id, masked }) => [id, masked])).toEqual([
      ['c1', undefined],
      ['c2', true],
      ['c3', true],
    ]);
  });

  test('a deleted table is kept while a branch is open, and goes when it is closed', async () => {
    const { service, caller } = host;
    const { branchId } = await exported();
    await deleteTable(service, caller, place(), { cascade: false, ...anyVersion }, {});
    const kept = async () =>
      (await service.catalog.db.selectFrom('all_tables').select('id').where('id', '=', tableId).execute())
        .length;
    expect(await kept()).toBe(1);
    const page = { status: 'open' as const, limit: 10 };
    expect((await listBranches(service, caller, workbookId, page)).items).toEqual([]);
    const closed = await closeBranch(service, caller, { workbookId, branchId }, {}, {});
    expect([closed.opId, closed.tables, await kept()]).toEqual([expect.any(Number), [], 0]);
  });
});
