import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { freeName } from '../../core/file-names.js';
import { createTable } from '../tables/create-table.js';
import { deleteTable } from '../tables/delete-table.js';
import { readRows } from '../tables/read-rows.js';
import { renameTable } from '../tables/rename-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createTransform } from '../transforms/create-transform.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { restoreSnapshot } from './restore-snapshot.js';
import { commitSnapshot } from './snapshots.js';

describeEachDatabase('a restore', (database) => {
  let world: InProcessService;
  beforeAll(async () => {
    world = await InProcessService.start(await database.fresh());
  });
  afterAll(() => world.dispose());

  async function workbookWith(...tables: string[]): Promise<string> {
    const { service, caller } = world;
    const { id } = await createWorkbook(service, caller, { title: 'Test' }, {});
    const columns = [{ name: 'n', type: 'BIGINT' }];
    for (const name of tables) await createTable(service, caller, id, { name, columns }, {});
    return id;
  }
  const add = (workbookId: string, table: string, ...numbers: number[]) => {
    const rows = numbers.map((n) => ({ n }));
    const place = { workbookId, table };
    return upsertRows(world.service, world.caller, place, { rows, expectedVersion: null }, {});
  };
  const pin = async (workbookId: string) => {
    const input = { summary: 'pinned', eventType: 'test' };
    return (await commitSnapshot(world.service, world.caller, workbookId, input, {})).record.id;
  };
  const restore = (workbookId: string, snapshot: string) =>
    restoreSnapshot(world.service, world.caller, workbookId, { snapshot }, {});
  const numbers = async (workbookId: string, table: string, asOf?: string) => {
    const request = { limit: 1000, format: 'json', asOf } as const;
    const { page } = await readRows(world.service, world.caller, { workbookId, table }, request);
    return (JSON.parse(page as string) as { n: number }[]).map(({ n }) => n);
  };

  test('frees a name for a table made since, also one that a table of the snapshot has now', async () => {
    const { service, caller } = world;
    const workbookId = await workbookWith('a');
    const snapshot = await pin(workbookId);
    const free = freeName('a', (name) => name === 'a');
    await renameTable(service, caller, { workbookId, table: 'a' }, { name: free, expectedVersion: null }, {});
    const columns = [{ name: 'n', type: 'BIGINT' }];
    await createTable(service, caller, workbookId, { name: 'a', columns }, {});
    expect((await restore(workbookId, snapshot)).tables).toMatchObject([
      { name: 'a', action: 'restored' },
      { name: free, action: 'archived' },
    ]);
  });

  test('revives a deleted table with its transform, its history and its pinned content', async () => {
    const { service, caller } = world;
    const workbookId = await workbookWith('base');
    await add(workbookId, 'base', 1, 2);
    const transform = { name: 'sum', kind: 'sql', code: 'select sum(n)::bigint as n from {{ t }}' } as const;
    const definition = { ...transform, args: { t: 'base' }, output: 'total', run: true };
    await createTransform(service, caller, workbookId, definition, {});
    const snapshot = await pin(workbookId);
    await add(workbookId, 'base', 3);
    const place = { workbookId, table: 'base' };
    await deleteTable(service, caller, place, { cascade: true, expectedVersion: null }, {});
    const { tables } = await restore(workbookId, snapshot);
    expect(tables).toMatchObject([
      { name: 'base', action: 'revived', version: 4 },
      { name: 'total', action: 'recomputed' },
    ]);
    expect(await numbers(workbookId, 'total')).toEqual([3]);
    expect(await numbers(workbookId, 'base')).toEqual([1, 2]);
    expect(await numbers(workbookId, 'base', '3')).toEqual([1, 2, 3]);
  });

  test('announces the snapshot that was pinned and the one of the state before', async () => {
    const workbookId = await workbookWith('a');
    const snapshot = await pin(workbookId);
    await add(workbookId, 'a', 1);
    const { safetySnapshotId } = await restore(workbookId, snapshot);
    const events = await world.service.catalog.db
      .selectFrom('outbox')
      .select('data')
      .where('workbook_id', '=', workbookId)
      .where('kind', '=', 'snapshot.committed')
      .orderBy('id')
      .execute();
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([
      { snapshot_id: snapshot, automatic: false },
      { snapshot_id: safetySnapshotId, automatic: true },
    ]);
  });

  test('is whole or absent while edits go on, and stops none of them', async () => {
    const workbookId = await workbookWith('a', 'b');
    await add(workbookId, 'a', 0, 0);
    await add(workbookId, 'b', 0, 0);
    const snapshot = await pin(workbookId);
    const edits = Array.from({ length: 24 }, (_, i) => add(workbookId, i % 2 ? 'a' : 'b', i, i));
    const restores = [restore(workbookId, snapshot), restore(workbookId, snapshot)];
    const done = await Promise.allSettled(edits);
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
    const outcomes = await Promise.allSettled(restores);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ slug: 'version-conflict' });
    for (const table of ['a', 'b']) expect((await numbers(workbookId, table)).length % 2).toBe(0);
    await restore(workbookId, snapshot);
    for (const table of ['a', 'b']) expect(await numbers(workbookId, table)).toEqual([0, 0]);
  });
});
