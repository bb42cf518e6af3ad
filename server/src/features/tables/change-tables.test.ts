import { buffer } from 'node:stream/consumers';
import { type CellObject, read } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { newId } from '../../core/ids.js';
import type { RunningService } from '../../open-service.js';
import { exportTables } from '../../workbook/reading/export-tables.js';
import { pageOfRows } from '../../workbook/reading/page-of-rows.js';
import { listAnnotations } from '../annotations/list-annotations.js';
import { setAnnotations } from '../annotations/set-annotations.js';
import type { Caller } from '../caller.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { addColumn } from './add-column.js';
import { alterColumn } from './alter-column.js';
import { createTable } from './create-table.js';
import { deleteTable } from './delete-table.js';
import { describeColumn } from './describe-column.js';
import { dropColumn } from './drop-column.js';
import { renameTable } from './rename-table.js';
import { upsertRows } from './upsert-rows.js';

describeEachDatabase('changing tables', (database) => {
  let host: InProcessService;
  let service: RunningService;
  let owner: Caller;
  let workbookId: string;
  let tableId: string;
  beforeAll(async () => {
    host = await InProcessService.start(await database.fresh());
    ({ service, caller: owner } = host);
  });
  afterAll(() => host.dispose());

  beforeEach(async () => {
    workbookId = (await createWorkbook(service, owner, { title: 'Test' }, {})).id;
    tableId = (
      await createTable(
        service,
        owner,
        workbookId,
        {
          name: 'people',
          columns: [
            { name: 'name', type: 'VARCHAR' },
            { name: 'email', type: 'VARCHAR' },
            { name: 'salary', type: 'BIGINT' },
          ],
        },
        {},
      )
    ).id;
    const rows = [{ name: 'ann', email: 'a@x', salary: 5 }];
    await upsertRows(service, owner, { workbookId, table: 'people' }, { rows, expectedVersion: 1 }, {});
  });

  const place = (column: string) => ({ workbookId, table: 'people', column });

  async function derive(name: string, input: string): Promise<string> {
    const { id } = await createTable(
      service,
      owner,
      workbookId,
      {
        name,
        columns: [{ name: 'n', type: 'VARCHAR' }],
      },
      {},
    );
    await service.catalog.db.insertInto('table_inputs').values({ table_id: id, input_id: input }).execute();
    return id;
  }

  /** Masks the e-mail address and denies the salary to everyone but admins. */
  async function govern(): Promise<Caller> {
    const { db } = service.catalog;
    for (const [column_id, tag] of [
      ['c2', 'pii'],
      ['c3', 'pay'],
    ] as const)
      await db.insertInto('column_tags').values({ table_id: tableId, column_id, tag }).execute();
    const rules = [
      { tag: 'pii', role: '*', effect: 'mask' },
      { tag: 'pay', role: '*', effect: 'deny' },
      { tag: 'pii', role: 'admin', effect: 'allow' },
      { tag: 'pay', role: 'admin', effect: 'allow' },
    ] as const;
    await db
      .insertInto('policies')
      .values(rules.map((rule) => ({ workbook_id: workbookId, ...rule })))
      .execute();
    return { ...owner, userId: newId('usr') };
  }

  const kindsOf = async () =>
    (
      await service.catalog.db
        .selectFrom('outbox')
        .select(['kind', 'data'])
        .where('workbook_id', '=', workbookId)
        .orderBy('id')
        .execute()
    ).map(({ kind, data }) => `${kind} ${(JSON.parse(data) as { name: string }).name}`);

  test('a table that others are computed from can be deleted only together with them', async () => {
    const middle = await derive('middle', tableId);
    await derive('last', middle);
    const remove = (cascade: boolean, dryRun = false) =>
      deleteTable(
        service,
        owner,
        { workbookId, table: 'people' },
        { expectedVersion: 2, cascade, dryRun },
        {},
      );
    await expect(remove(false)).rejects.toMatchObject({
      slug: 'has-dependents',
      status: 409,
      members: { dependents: ['middle', 'last'] },
    });
    expect((await remove(true, true)).deleted).toEqual(['middle', 'last', 'people']);
    expect(await service.data.as(owner).tables(workbookId)).toHaveLength(3);
    expect((await remove(true)).deleted).toEqual(['middle', 'last', 'people']);
    expect(await service.data.as(owner).tables(workbookId)).toHaveLength(0);
    expect((await kindsOf()).slice(-3)).toEqual([
      'artifact.deleted middle',
      'artifact.deleted last',
      'artifact.deleted people',
    ]);
  });

  test('a change of columns makes derived tables stale; a rename or a description does not', async () => {
    const derived = await derive('derived', tableId);
    const staleSince = async () =>
      (await service.data.as(owner).table(workbookId, derived)).record.stale_since;
    const input = { expectedVersion: null };
    await renameTable(service, owner, { workbookId, table: 'people' }, { ...input, name: 'PEOPLE' }, {});
    await describeColumn(service, owner, place('name'), { description: 'who' }, {});
    expect(await staleSince()).toBeNull();
    const dry = { ...input, column: 'x', type: 'DATE', dryRun: true };
    expect((await addColumn(service, owner, { workbookId, table: 'people' }, dry, {})).stale).toEqual([
      'derived',
    ]);
    expect(await staleSince()).toBeNull();
    const { stale } = await dropColumn(service, owner, place('name'), input, {});
    expect([stale, await staleSince()]).toEqual([['derived'], expect.any(String)]);
  });

  test('neither a masked nor a denied column can be changed', async () => {
    const guest = await govern();
    const rename = { expectedVersion: null, newName: 'x', type: null };
    const retype = { expectedVersion: null, newName: null, type: 'VARCHAR' };
    for (const change of [rename, retype]) {
      await expect(alterColumn(service, guest, place('email'), change, {})).rejects.toMatchObject({
        status: 403,
      });
      await expect(alterColumn(service, guest, place('salary'), change, {})).rejects.toMatchObject({
        status: 403,
      });
    }
    await expect(dropColumn(service, guest, place('email'), rename, {})).rejects.toMatchObject({
      status: 403,
    });
    await expect(dropColumn(service, guest, place('salary'), rename, {})).rejects.toMatchObject({
      status: 403,
    });
  });

  test('a retype by a caller who may not see every column keeps the values of the others', async () => {
    const guest = await govern();
    const input = { expectedVersion: 2, newName: null, type: 'JSON' };
    await expect(alterColumn(service, guest, place('name'), input, {})).rejects.toMatchObject({
      slug: 'uncastable',
      members: { offenders: [{ row_id: 1, value: 'ann' }] },
    });
    const edit = { rows: [{ __svc_row_id: 1, name: '7' }], expectedVersion: 2 };
    await upsertRows(service, guest, { workbookId, table: 'people' }, edit, {});
    const typed = { expectedVersion: 3, newName: null, type: 'BIGINT' };
    const { table } = await alterColumn(service, guest, place('name'), typed, {});
    expect(table.columns.map(({ name, masked }) => [name, masked])).toEqual([
      ['name', false],
      ['email', true],
    ]);
    await service.catalog.db.deleteFrom('policies').where('workbook_id', '=', workbookId).execute();
    const whole = await service.data.as(owner).table(workbookId, 'people');
    const { page } = await pageOfRows(service.data, whole, { limit: 10, format: 'json' });
    expect(JSON.parse(page as string)).toEqual([{ name: 7, email: 'a@x', salary: 5, __svc_row_id: 1 }]);
  });

  test('a new column with the name of a dropped one has neither its tags nor its id', async () => {
    const guest = await govern();
    await dropColumn(service, owner, place('salary'), { expectedVersion: null }, {});
    const input = { column: 'salary', type: 'BIGINT', expectedVersion: null };
    await addColumn(service, guest, { workbookId, table: 'people' }, input, {});
    const seen = async (version?: number) =>
      (await service.data.as(guest).table(workbookId, 'people', version)).columns.map(({ id }) => id);
    expect(await seen()).toEqual(['c1', 'c2', 'c4']);
    expect(await seen(2)).toEqual(['c1', 'c2']);
  });

  test('annotations are visible to callers who see the annotated column', async () => {
    const at = { workbookId, table: 'people' };
    const note = (column: string | null, rowId: number | null) => ({
      column,
      rowId,
      style: {},
      note: 'secret',
    });
    const annotations = [note('name', 1), note('email', 1), note('salary', null), note(null, 1)];
    await setAnnotations(service, owner, at, { annotations }, {});
    expect((await listAnnotations(service, owner, at, { limit: 10 })).annotations).toHaveLength(4);
    const guest = await govern();
    const seen = await listAnnotations(service, guest, at, { limit: 10 });
    expect(seen.annotations.map(({ column }) => column?.name)).toEqual([undefined, 'name']);
    for (const column of ['email', 'salary'])
      await expect(
        setAnnotations(service, guest, at, { annotations: [note(column, 1)] }, {}),
      ).rejects.toMatchObject({ status: 403 });
    const shown = async (viewer: Caller) => {
      const tables = [await service.data.as(viewer).table(workbookId, 'people')];
      const request = { workbookId, tables, format: 'xlsx' as const, includeRowIds: false };
      const { bytes } = await exportTables(service.data, request);
      const { people = {} } = read(await buffer(bytes)).Sheets;
      return Object.entries(people).flatMap(([ref, cell]) => ((cell as CellObject).c ? [ref] : []));
    };
    expect(await shown(guest)).toEqual(['A2']);
    await service.catalog.db.deleteFrom('policies').where('workbook_id', '=', workbookId).execute();
    expect((await shown(owner)).sort()).toEqual(['A2', 'B2', 'C1']);
  });
});
