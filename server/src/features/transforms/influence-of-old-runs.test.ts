import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { type LineageEdge, ROWS } from '../../catalog/lineage.js';
import { influenceByEverything } from '../../catalog/migrations/0016-influence.js';
import { listUntracedRuns } from '../../catalog/migrations/0033-traced-runs.js';
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
  await db.deleteFrom('untraced_runs').execute();
  for (const row of await db.selectFrom('table_lineage').selectAll().execute()) {
    const edges = (JSON.parse(row.edges) as LineageEdge[]).filter(({ columnId }) => columnId !== ROWS);
    await db
      .updateTable('table_lineage')
      .set({ edges: JSON.stringify(edges) })
      .where('table_id', '=', row.table_id)
      .execute();
  }
}

/** The migrations use the column names of their time. */
async function upgrade(): Promise<void> {
  const { db } = world.service.catalog;
  const rename = (from: string, to: string) => db.schema.alterTable('ops').renameColumn(from, to).execute();
  await rename('input', 'request');
  await influenceByEverything(db);
  await rename('request', 'input');
  await listUntracedRuns(db as never);
}

const columns = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'salary', type: 'BIGINT' },
] as const;

/** A workbook whose viewers may not see salaries, with a transform of each statement over `{{ s }}`. */
async function governed(code: Record<string, string>) {
  const { service, caller } = world;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Old' }, {});
  await createTable(service, caller, workbookId, { name: 'staff', columns: [...columns] }, {});
  for (const [name, text] of Object.entries(code)) {
    const input = { name, kind: 'sql', code: text, args: { s: 'staff' }, output: name, run: true } as const;
    await createTransform(service, caller, workbookId, input, {});
  }
  await tagColumn(service, caller, { workbookId, table: 'staff', column: 'salary' }, { tag: 'pay' }, {});
  await setPolicy(service, caller, workbookId, { tag: 'pay', role: 'viewer', effect: 'deny' }, {});
  const viewer = await world.member(workbookId, 'viewer');
  return {
    workbookId,
    look: (table: string, version?: number) =>
      world.service.data.as(viewer).table(workbookId, table, version),
  };
}

const withheld = { slug: 'influenced-by-governed-column' };

test('runs that recorded no influences count as influenced by every input column until the next one', async () => {
  const { workbookId, look } = await governed({ names: 'select name from {{ s }}' });
  await expect(look('names')).resolves.toMatchObject({ rowCount: 0 });

  await forgetInfluences();
  await upgrade();
  await expect(look('names')).rejects.toMatchObject(withheld);

  const { service, caller } = world;
  const { run } = await runTransform(service, caller, { workbookId, transform: 'names' }, {});
  expect(run).not.toBeNull();
  await expect(look('names')).resolves.toMatchObject({ rowCount: 0 });
  await expect(look('names', 1)).rejects.toMatchObject(withheld);
});

test('such runs are traced at the next start, and then withhold what a hidden column did influence', async () => {
  const { look } = await governed({
    plain: 'select name from {{ s }}',
    chosen: 'select name from {{ s }} where salary > 10',
    everything: 'select distinct * from {{ s }}',
  });
  await forgetInfluences();
  await upgrade();
  await expect(look('plain')).rejects.toMatchObject(withheld);

  await world.restart();
  await expect(look('plain')).resolves.toMatchObject({ rowCount: 0, denied: [] });
  await expect(look('chosen')).rejects.toMatchObject(withheld);
  await expect(look('everything')).rejects.toMatchObject(withheld);
  expect(await world.service.catalog.db.selectFrom('untraced_runs').selectAll().execute()).toEqual([]);
});
