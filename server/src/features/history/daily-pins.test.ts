import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { createTable } from '../tables/create-table.js';
import { deleteTable } from '../tables/delete-table.js';
import { dropColumn } from '../tables/drop-column.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { endPins, pinChangedWorkbooks } from './daily-pins.js';
import { listOps } from './list-ops.js';
import { listSnapshots } from './snapshots.js';
import { undoOp } from './undo-op.js';
import { createVersion } from './versions.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

describeEachDatabase('what the service pins by itself', (database) => {
  let world: InProcessService;
  let workbookId: string;
  beforeAll(async () => {
    world = await InProcessService.start(await database.fresh());
    const { service, caller } = world;
    workbookId = (await createWorkbook(service, caller, { title: 'Test' }, {})).id;
    const columns = [
      { name: 'n', type: 'BIGINT' },
      { name: 'text', type: 'VARCHAR' },
    ];
    for (const name of ['one', 'other'])
      await createTable(service, caller, workbookId, { name, columns }, {});
    const rows = [{ n: 1, text: 'a' }];
    await upsertRows(service, caller, { workbookId, table: 'one' }, { rows, expectedVersion: null }, {});
  });
  afterAll(() => world.dispose());

  const pins = async () => {
    const page = { limit: 50, automatic: true };
    const { items } = await listSnapshots(world.service, world.caller, workbookId, page);
    return items.map(({ record }) => [record.event_type, JSON.parse(record.summary).code as string]);
  };

  test('is a workbook once a day with changes, by however many nodes, and neither today nor without changes', async () => {
    const { catalog } = world.service;
    expect(await pinChangedWorkbooks(catalog, new Date())).toBe(0);
    const tomorrow = inDays(1);
    const counts = await Promise.all([1, 2, 3].map(() => pinChangedWorkbooks(catalog, tomorrow)));
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect(await pinChangedWorkbooks(catalog, inDays(2))).toBe(0);
    expect(await pins()).toEqual([['day', 'pin-daily']]);
  });

  test('is the state before a deletion, and ends after a time with what only it has, unless somebody names it', async () => {
    const { service, caller } = world;
    const any = { expectedVersion: null };
    await dropColumn(service, caller, { workbookId, table: 'one', column: 'text' }, any, {});
    const gone = { ...any, cascade: false };
    const { opId } = await deleteTable(service, caller, { workbookId, table: 'other' }, gone, {});
    expect((await pins()).map(([, code]) => code)).toEqual([
      'pin-table-deleted',
      'pin-column-deleted',
      'pin-daily',
    ]);
    const { items } = await listSnapshots(service, caller, workbookId, { limit: 50, automatic: true });
    const snapshot = items[1]?.record.id as string;
    await createVersion(service, caller, workbookId, { label: 'kept', snapshot }, {});

    expect(await endPins(service.catalog, inDays(-1))).toBe(0);
    expect(await endPins(service.catalog, inDays(1))).toBe(2);
    expect(await pins()).toEqual([['pin', 'pin-column-deleted']]);
    // The named one still has the table.
    await undoOp(service, caller, { workbookId, opId }, {});
    const { opId: again } = await deleteTable(service, caller, { workbookId, table: 'other' }, gone, {});
    await service.catalog.db.deleteFrom('snapshot_labels').execute();
    await endPins(service.catalog, inDays(1));
    const [op] = (await listOps(service, workbookId, { limit: 1 })).items;
    expect([op?.op_id, op?.lacks_object]).toEqual([again, 1]);
    await expect(undoOp(service, caller, { workbookId, opId: again }, {})).rejects.toMatchObject({
      slug: 'conflict',
    });
  });
});
