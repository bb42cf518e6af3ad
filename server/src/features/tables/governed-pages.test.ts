import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { listAnnotations } from '../annotations/list-annotations.js';
import { setAnnotations } from '../annotations/set-annotations.js';
import type { Caller } from '../caller.js';
import { listConflicts } from '../conflicts/conflicts.js';
import { exportWorkbook } from '../outputs/export-tables.js';
import { createTransform } from '../transforms/create-transform.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTable } from './create-table.js';
import { searchTables } from './search-tables.js';
import { upsertRows } from './upsert-rows.js';

let host: InProcessService;
let caller: Caller;
let workbookId: string;

/** Two tables with a column that is denied to everyone, and a third named like it. */
beforeAll(async () => {
  host = await InProcessService.start();
  caller = host.caller;
  const { service } = host;
  workbookId = (await createWorkbook(service, caller, { title: 'pay' }, {})).id;
  const named = (name: string) => ({ name, type: 'BIGINT' });
  const open = { name: 'my salary', columns: [named('id')] };
  await createTable(service, caller, workbookId, open, {});
  const columns = [named('id'), named('salary')];
  const { id } = await createTable(service, caller, workbookId, { name: 'people', columns }, {});
  const rows = [1, 2, 3].map((n) => ({ id: n, salary: n * 100 }));
  await upsertRows(service, caller, { workbookId, table: 'people' }, { rows, expectedVersion: null }, {});
  const only = { name: 'only', kind: 'sql' as const, args: { t: 'people' }, output: 'only', run: true };
  await createTransform(service, caller, workbookId, { ...only, code: 'select salary from {{ t }}' }, {});
  const notes = [1, 2, 3].flatMap((rowId) =>
    ['id', 'salary'].map((column) => ({ rowId, column, style: {}, note: column })),
  );
  await setAnnotations(service, caller, { workbookId, table: 'people' }, { annotations: notes }, {});
  const { db } = service.catalog;
  const cell = { workbook_id: workbookId, table_id: id, version: 1, kind: 'overwrite' as const, op_id: 1 };
  const values = { base: '1', previous: '2', incoming: '3', created_at: '', status: 'open' as const };
  const unresolved = { resolved_at: null, resolved_by: null, note: null };
  for (const rowId of [1, 2, 3])
    for (const column of ['c1', 'c2']) {
      const place = { id: `cfl_${rowId}${column}`, row_id: rowId, column_id: column };
      await db
        .insertInto('conflicts')
        .values({ ...cell, ...values, ...unresolved, ...place })
        .execute();
    }
  await db.insertInto('column_tags').values({ table_id: id, column_id: 'c2', tag: 'pay' }).execute();
  const rule = { workbook_id: workbookId, tag: 'pay', role: '*', effect: 'deny' as const };
  await db.insertInto('policies').values(rule).execute();
});
afterAll(() => host.dispose());

type Page = { items: string[]; nextCursor: string | null };

/** Expects full pages of one item each, and no cursor on the last. */
async function expectPages(read: (page: { limit: number; cursor?: string }) => Promise<Page>, all: string[]) {
  const items: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 1, ...(cursor !== undefined && { cursor }) });
    expect(page.items).toHaveLength(1);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(items).toEqual(all);
}

test('a search for the name of a denied column reveals neither a table nor a cursor', async () => {
  await expectPages(
    async (page) => {
      const { tables, nextCursor } = await searchTables(host.service, caller, { q: 'salary', ...page });
      return { items: tables.map(({ record }) => record.name), nextCursor };
    },
    ['my salary'],
  );
});

test('annotations of a denied column do not count in pages', async () => {
  const place = { workbookId, table: 'people' };
  await expectPages(
    async (page) => {
      const { annotations, nextCursor } = await listAnnotations(host.service, caller, place, page);
      return { items: annotations.map(({ rowId, note }) => `${rowId} ${note}`), nextCursor };
    },
    ['1 id', '2 id', '3 id'],
  );
});

test('conflicts in a denied column do not count in pages', async () => {
  await expectPages(
    async (page) => {
      const { conflicts, nextCursor } = await listConflicts(host.service, caller, workbookId, page);
      return { items: conflicts.map(({ row, column }) => `${row.row_id} ${column?.name}`), nextCursor };
    },
    ['3 id', '2 id', '1 id'],
  );
});

test('a table whose columns are all denied is exported with its row ids only', async () => {
  const options = {
    formulaMode: 'values' as const,
    includeRowIds: false,
    csvBom: false,
    csvGuardFormulas: true,
    recordBranch: false,
  };
  const input = { workbookId, tables: ['only'], format: 'csv' as const, ...options };
  const { bytes } = await exportWorkbook(host.service, caller, input);
  expect((await buffer(bytes)).toString()).toMatch(/^__svc_row_id\r\n(\d+\r\n){3}$/);
});
