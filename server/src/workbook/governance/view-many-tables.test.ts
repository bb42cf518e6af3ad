import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addMember, newWorkbook } from '../../../test-support/catalog.js';
import { openWorkbookData } from '../../../test-support/workbook-data.js';
import type { DatabaseInProcess } from '../../catalog/run-together.js';
import type { TableRecord } from '../../catalog/tables.js';
import { Governance } from './governed-tables.js';

const atPresent = (record: TableRecord) => ({ record, version: record.edit_version });

test('many tables are viewed with a few statements, as each of them is on its own', async () => {
  const world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'many-')));
  try {
    const { db } = world.catalog;
    const { workbookId, workspaceId } = await newWorkbook(world.catalog);
    const viewer = { userId: await addMember(world.catalog, workspaceId, 'viewer') };
    for (let n = 0; n < 5; n++) await world.addTable(workbookId, `t${n}`, { a: 'VARCHAR', b: 'BIGINT' }, []);
    const rows = await db
      .selectFrom('tables')
      .selectAll()
      .where('workbook_id', '=', workbookId)
      .orderBy('id')
      .execute();
    const governance = await Governance.load(db, viewer, workbookId);
    await db
      .insertInto('column_tags')
      .values({ table_id: rows[0]?.id ?? '', column_id: 'c2', tag: 'pay' })
      .execute();
    let statements = 0;
    // Those that wait for no connection.
    const { inProcess } = db.getExecutor().adapter as unknown as { inProcess: DatabaseInProcess };
    const runAll = inProcess.runAll.bind(inProcess);
    vi.spyOn(inProcess, 'runAll').mockImplementation((queries) => {
      statements += queries.length;
      return runAll(queries);
    });
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      // Also of statements that were built before.
      transformResult: async ({ result }) => {
        statements++;
        return result;
      },
    };
    const views = await governance.viewAll(db.withPlugin(count), rows.map(atPresent));
    expect(statements).toBe(1);
    expect(views).toEqual(await Promise.all(rows.map((row) => governance.view(db, row))));
    // Earlier versions take one more statement, which reads how many rows they had.
    statements = 0;
    const edited = rows.map((row) => ({ ...row, edit_version: 2, row_count: 99 }));
    const past = await governance.viewAll(
      db.withPlugin(count),
      edited.map((record) => ({ record, version: 1 })),
    );
    expect(statements).toBe(2);
    expect(past.map(({ version, rowCount }) => [version, rowCount])).toEqual(
      rows.map(({ row_count }) => [1, row_count]),
    );
    const rule = { tag: 'pay', role: '*', effect: 'mask', influence: null } as const;
    await db
      .insertInto('policies')
      .values({ workbook_id: workbookId, ...rule })
      .execute();
    statements = 0;
    const governed = await Governance.load(db.withPlugin(count), viewer, workbookId);
    const masked = await governed.viewAll(db.withPlugin(count), rows.map(atPresent));
    expect(masked.map(({ columns }) => columns[1]?.masked)).toEqual([true, false, false, false, false]);
    // Rules, roles and columns; then tags, lineage, states of columns and raw sheets.
    expect(statements).toBe(7);
    expect(
      await world.data.as(viewer).tables(workbookId, 'all', { after: rows[1]?.id ?? '', limit: 2 }),
    ).toEqual(views.slice(2, 4));
  } finally {
    await world.close();
  }
});
