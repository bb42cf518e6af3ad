import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { change } from '../../catalog/change.js';
import { findTable } from '../../catalog/tables.js';
import type { RunningService } from '../../open-service.js';
import { compactTable } from '../../workbook/upkeep/compact-table.js';
import { openConflicts } from '../../workbook/writing/conflicts.js';
import type { Caller } from '../caller.js';
import { restoreSnapshot } from '../history/restore-snapshot.js';
import { commitSnapshot } from '../history/snapshots.js';
import { alterColumn } from '../tables/alter-column.js';
import { createTable } from '../tables/create-table.js';
import { deleteRows } from '../tables/delete-rows.js';
import { dropColumn } from '../tables/drop-column.js';
import { readRows } from '../tables/read-rows.js';
import { setFormula } from '../tables/set-formula.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { listOverrides } from '../tables/visible-overrides.js';
import { createTransform } from '../transforms/create-transform.js';
import { recompute } from '../transforms/recompute.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { listConflicts } from './conflicts.js';
import { type Resolution, resolveConflict } from './resolve-conflict.js';

const anyVersion = { expectedVersion: null };

describeEachDatabase('resolving a conflict', (database) => {
  let host: InProcessService;
  let service: RunningService;
  let owner: Caller;
  let workbookId: string;
  beforeAll(async () => {
    host = await InProcessService.start(await database.fresh());
    ({ service, caller: owner } = host);
  });
  afterAll(() => host.dispose());

  beforeEach(async () => {
    workbookId = (await createWorkbook(service, owner, { title: 'Test' }, {})).id;
    const columns = [
      { name: 'name', type: 'VARCHAR' },
      { name: 'price', type: 'BIGINT' },
    ];
    await createTable(service, owner, workbookId, { name: 'goods', columns }, {});
    await upsert('goods', { name: 'tea', price: 5 });
  });

  const upsert = (table: string, row: Record<string, unknown>) =>
    upsertRows(service, owner, { workbookId, table }, { rows: [row], ...anyVersion }, {});
  const rowsOf = async (table: string) => {
    const { page } = await readRows(service, owner, { workbookId, table }, { limit: 10, format: 'json' });
    return JSON.parse(page as string);
  };
  const open = async () =>
    (await listConflicts(service, owner, workbookId, { status: 'open', limit: 10 })).conflicts;
  const resolve = async (action: Resolution) =>
    await resolveConflict(service, owner, workbookId, (await open())[0]?.row.id ?? '', { action }, {});
  const place = (column: string) => ({ workbookId, table: 'goods', column });

  /** Opens a conflict as a merge does that overwrites a cell with the file's value. */
  async function overwritten(column: 'name' | 'price', previous: unknown): Promise<void> {
    const { record, columns } = await service.data.as(owner).table(workbookId, 'goods');
    const columnId = columns.find(({ name }) => name === column)?.id ?? '';
    const cell = { rowId: 1, columnId, base: null, previous: JSON.stringify(previous), incoming: '5' };
    await change(service.catalog, owner, async (c) => {
      const next = { ...record, edit_version: record.edit_version + 1 };
      await openConflicts(c, next, 1, [{ ...cell, kind: 'overwrite' }]);
      await c.audit({ chain: workbookId, action: 'workbook.updated', target: record.id, detail: {} });
    });
  }

  test('reverting restores the previous value and recomputes formulas', async () => {
    await setFormula(
      service,
      owner,
      { workbookId, table: 'goods' },
      {
        column: 'double',
        formula: '=[price]*2',
        ...anyVersion,
      },
      {},
    );
    await overwritten('price', 4);
    await expect(resolve('drop_override')).rejects.toMatchObject({ status: 422 });
    expect(await resolve('revert')).toMatchObject({ conflict: { row: { status: 'reverted' } } });
    expect(await rowsOf('goods')).toMatchObject([{ price: 4, double: 8 }]);
  });

  test('one opened since a snapshot ends with its restore, one from before stays', async () => {
    await overwritten('name', 'coffee');
    await upsert('goods', { __svc_row_id: 1, price: 6 });
    const pin = { summary: 'before the merge', eventType: 'test' };
    const snapshot = (await commitSnapshot(service, owner, workbookId, pin, {})).record.id;
    await overwritten('price', 4);
    await upsert('goods', { __svc_row_id: 1, price: 7 });
    await restoreSnapshot(service, owner, workbookId, { snapshot }, {});
    expect(await open()).toMatchObject([{ row: { previous: '"coffee"' } }]);
    const { db } = service.catalog;
    const all = db.selectFrom('conflicts').select('status').where('workbook_id', '=', workbookId);
    expect(await all.where('previous', '=', '4').execute()).toEqual([{ status: 'reverted' }]);
  });

  test('reverting is refused if the value no longer fits, or the row or column is gone', async () => {
    await overwritten('name', 'coffee');
    await upsert('goods', { __svc_row_id: 1, name: '7' });
    await alterColumn(service, owner, place('name'), { newName: null, type: 'BIGINT', ...anyVersion }, {});
    await expect(resolve('revert')).rejects.toMatchObject({ status: 409 });
    await deleteRows(service, owner, { workbookId, table: 'goods' }, { rowIds: [1], ...anyVersion }, {});
    await expect(resolve('revert')).rejects.toMatchObject({ status: 409 });
    await dropColumn(service, owner, place('name'), anyVersion, {});
    await expect(resolve('revert')).rejects.toMatchObject({ status: 409 });
    expect(await resolve('acknowledge')).toMatchObject({ written: null });
  });

  test('opened by a recompute is announced, survives compaction, and can restore the computed value', async () => {
    const code = 'select name, price * 2 as price from {{ goods }}';
    const args = { goods: 'goods' };
    const derived = { name: 'd', kind: 'sql' as const, code, args, output: 'd', key: ['name'], run: true };
    await createTransform(service, owner, workbookId, derived, {});
    const [{ __svc_row_id: rowId }] = await rowsOf('d');
    await upsert('d', { __svc_row_id: rowId, price: 50 });
    const row = await findTable(service.catalog.db, workbookId, 'd');
    if (row) await compactTable(service.data, row);
    await upsert('goods', { __svc_row_id: 1, price: 6 });
    await recompute(service, owner, workbookId, {}, {});

    const [conflict] = await open();
    expect(conflict?.row).toMatchObject({ base: '10', previous: '50', incoming: '12' });
    const events = await service.catalog.db
      .selectFrom('outbox')
      .select('data')
      .where('workbook_id', '=', workbookId)
      .where('kind', '=', 'conflict.created')
      .execute();
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([
      { conflict_id: conflict?.row.id, table: 'd', column: 'price', row_id: rowId, kind: 'stale_override' },
    ]);
    await resolve('drop_override');
    expect(await rowsOf('d')).toMatchObject([{ price: 12 }]);
    expect((await listOverrides(service, owner, { workbookId, table: 'd' })).overrides).toEqual([]);
  });
});
