import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { runTogether } from '../../catalog/run-together.js';
import { newId } from '../../core/ids.js';
import { PrefetchedTable, tableStatements } from '../../workbook/governance/prefetched-table.js';
import { setPolicy } from '../governance/set-policy.js';
import { tagColumn } from '../governance/tag-column.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTable } from './create-table.js';
import { upsertRows } from './upsert-rows.js';

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

test('a policy that is set while the body of an upsert arrives applies to it', async () => {
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'pay' }, {});
  await createTable(
    service,
    caller,
    workbookId,
    {
      name: 'people',
      columns: [{ name: 'email', type: 'VARCHAR' }],
    },
    {},
  );
  const { db } = service.catalog;
  const asRequested = async () => {
    const found = await runTogether(db, ...tableStatements(db, workbookId, 'people'));
    return { ...caller, userId: newId('usr'), prefetched: new PrefetchedTable(workbookId, 'people', found) };
  };
  const upsert = (by: Awaited<ReturnType<typeof asRequested>>, expectedVersion: number | null) =>
    upsertRows(
      service,
      by,
      { workbookId, table: 'people' },
      { rows: [{ email: 'a@x.org' }], expectedVersion },
      {},
    );

  expect(await upsert(await asRequested(), 1)).toMatchObject({ version: 2 });
  const [early, earlier] = [await asRequested(), await asRequested()];
  await tagColumn(service, caller, { workbookId, table: 'people', column: 'email' }, { tag: 'pii' }, {});
  await setPolicy(service, caller, workbookId, { tag: 'pii', role: '*', effect: 'mask' }, {});
  await expect(upsert(early, null)).rejects.toMatchObject({ slug: 'forbidden' });
  await expect(upsert(earlier, 2)).rejects.toMatchObject({ slug: 'forbidden' });
});
