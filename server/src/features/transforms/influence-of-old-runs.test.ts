import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { type LineageEdge, ROWS } from '../../catalog/lineage.js';
import { influenceByEverything } from '../../catalog/migrations/0016-influence.js';
import { setPolicy } from '../governance/set-policy.js';
import { tagColumn } from '../governance/tag-column.js';
import { createTable } from '../tables/create-table.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTransform } from './create-transform.js';
import { runTransform } from './run-transform.js';

let world: InProcessService;
beforeAll(async () => {
  world = await InProcessService.start();
});
afterAll(() => world.dispose());

/** Turns the catalog into that of an earlier release, which recorded no influences. */
async function forgetInfluences(): Promise<void> {
  const { db } = world.service.catalog;
  for (const row of await db.selectFrom('table_lineage').selectAll().execute()) {
    const edges = (JSON.parse(row.edges) as LineageEdge[]).filter(({ columnId }) => columnId !== ROWS);
    await db
      .updateTable('table_lineage')
      .set({ edges: JSON.stringify(edges) })
      .where('table_id', '=', row.table_id)
      .execute();
  }
}

/** The migration uses the column names of its time. */
async function upgrade(): Promise<void> {
  const { db } = world.service.catalog;
  const rename = (from: string, to: string) => db.schema.alterTable('ops').renameColumn(from, to).execute();
  await rename('input', 'request');
  await influenceByEverything(db);
  await rename('request', 'input');
}

test('runs that recorded no influences count as influenced by every input column until the next one', async () => {
  const { service, caller } = world;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Old' }, {});
  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'salary', type: 'BIGINT' },
  ] as const;
  await createTable(service, caller, workbookId, { name: 'staff', columns: [...columns] }, {});
  await createTransform(
    service,
    caller,
    workbookId,
    {
      name: 'names',
      kind: 'sql',
      code: 'select name from {{ s }}',
      args: { s: 'staff' },
      output: 'names',
      run: true,
    },
    {},
  );
  await tagColumn(service, caller, { workbookId, table: 'staff', column: 'salary' }, { tag: 'pay' }, {});
  await setPolicy(service, caller, workbookId, { tag: 'pay', role: 'viewer', effect: 'deny' }, {});
  const viewer = await world.member(workbookId, 'viewer');
  const look = () => service.data.as(viewer).table(workbookId, 'names');
  await expect(look()).resolves.toMatchObject({ rowCount: 0 });

  await forgetInfluences();
  await upgrade();
  await expect(look()).rejects.toMatchObject({ slug: 'influenced-by-governed-column' });

  const { run } = await runTransform(service, caller, { workbookId, transform: 'names' }, {});
  expect(run).not.toBeNull();
  await expect(look()).resolves.toMatchObject({ rowCount: 0 });
  await expect(service.data.as(viewer).table(workbookId, 'names', 1)).rejects.toMatchObject({ status: 403 });
});
