import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { createTable } from '../tables/create-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { rowHistory } from './row-history.js';

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

test('the history of a row comes in pages of bounded size, with the previous value of each edit', async () => {
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'long' }, {});
  await createTable(
    service,
    caller,
    workbookId,
    {
      name: 't',
      columns: [
        { name: 'n', type: 'VARCHAR' },
        { name: 'text', type: 'VARCHAR' },
      ],
    },
    {},
  );
  const text = 'x'.repeat(3 * 1024 * 1024);
  for (let n = 0; n < 5; n++) {
    const row = { ...(n > 0 && { __svc_row_id: 1 }), n: String(n), text };
    await upsertRows(service, caller, { workbookId, table: 't' }, { rows: [row], expectedVersion: null }, {});
  }
  const pages: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const place = { workbookId, table: 't', rowId: 1 };
    const { items, nextCursor } = await rowHistory(service, caller, place, { limit: 1000, cursor });
    pages.push(items.map(({ old, new: now }) => [old?.n ?? null, now?.n]));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  const last = [null, '0'];
  expect(pages).toEqual([
    [
      ['3', '4'],
      ['2', '3'],
    ],
    [
      ['1', '2'],
      ['0', '1'],
    ],
    [last],
  ]);
});
