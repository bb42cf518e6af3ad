import { expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { findTable, type TableRecord } from '../../catalog/tables.js';
import { commitSnapshot } from '../../features/history/snapshots.js';
import { undoOp } from '../../features/history/undo-op.js';
import { createTable } from '../../features/tables/create-table.js';
import { deleteRows } from '../../features/tables/delete-rows.js';
import { readRows } from '../../features/tables/read-rows.js';
import { upsertRows } from '../../features/tables/upsert-rows.js';
import { createWorkbook } from '../../features/workbooks/workbooks.js';
import { compactTable } from './compact-table.js';
import { endHistory } from './end-history.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** A table whose versions are days old, as told, from the first. */
class AgedTable {
  readonly ops: number[] = [];

  private constructor(
    readonly host: InProcessService,
    readonly workbookId: string,
  ) {}

  static async create(host: InProcessService): Promise<AgedTable> {
    const { service, caller } = host;
    const { id } = await createWorkbook(service, caller, { title: 'aged' }, {});
    const columns = [{ name: 'n', type: 'BIGINT' }];
    await createTable(service, caller, id, { name: 't', columns }, {});
    return new AgedTable(host, id);
  }

  /** Versions 2, 3, …: each inserts a row, and is compacted. */
  async grow(versions: number): Promise<void> {
    for (let n = 0; n < versions; n++) {
      const { opId } = await upsertRows(...this.at, { rows: [{ n }], expectedVersion: null }, {});
      this.ops.push(opId);
      await compactTable(this.host.service.data, await this.record());
    }
  }

  /** All versions so far become so old. */
  async age(days: number): Promise<void> {
    const { db } = this.host.service.catalog;
    const { id } = await this.record();
    const aged = { created_at: daysAgo(days).toISOString() };
    await db.updateTable('table_versions').set(aged).where('table_id', '=', id).execute();
  }

  async record(): Promise<TableRecord> {
    return (await findTable(this.host.service.catalog.db, this.workbookId, 't')) as TableRecord;
  }

  async read(asOf?: number): Promise<number[]> {
    const { page } = await readRows(...this.at, {
      limit: 100,
      format: 'json',
      ...(asOf !== undefined && { asOf: String(asOf) }),
    });
    return (JSON.parse(page as string) as { n: number }[]).map(({ n }) => n);
  }

  get at() {
    const { service, caller } = this.host;
    return [service, caller, { workbookId: this.workbookId, table: 't' }] as const;
  }
}

describeEachDatabase('ending old versions', ({ fresh }) => {
  const withTable = (work: (table: AgedTable) => Promise<void>) => async () => {
    const host = await InProcessService.start(await fresh());
    try {
      await work(await AgedTable.create(host));
    } finally {
      await host.dispose();
    }
  };

  test(
    'leaves the one that was current then, and all later ones',
    withTable(async (table) => {
      await table.grow(3);
      await table.age(40);
      await table.grow(2);
      const { data, catalog } = table.host.service;
      expect(await endHistory(data, daysAgo(30))).toBe(1);
      expect(await endHistory(data, daysAgo(30))).toBe(0);
      expect(await Promise.all([4, 5, 6].map((version) => table.read(version)))).toEqual([
        [0, 1, 2],
        [0, 1, 2, 0],
        [0, 1, 2, 0, 1],
      ]);
      await expect(table.read(3)).rejects.toMatchObject({ slug: 'expired' });
      const { id } = await table.record();
      const versionsIn = async (name: 'row_edits' | 'table_segments') =>
        (await catalog.db.selectFrom(name).select('version').where('table_id', '=', id).execute())
          .map(({ version }) => version)
          .sort();
      expect(await versionsIn('row_edits')).toEqual([5, 6]);
      expect(await versionsIn('table_segments')).toEqual([4, 5, 6]);
    }),
  );

  test(
    'refuses to undo what happened in them, and undoes the first op after them',
    withTable(async (table) => {
      await table.grow(3);
      await table.age(40);
      await table.grow(1);
      await endHistory(table.host.service.data, daysAgo(30));
      const { host, workbookId, ops } = table;
      const undo = (opId = 0) => undoOp(host.service, host.caller, { workbookId, opId }, {});
      await expect(undo(ops[2])).rejects.toMatchObject({ slug: 'expired' });
      await undo(ops[3]);
      expect(await table.read()).toEqual([0, 1, 2]);
    }),
  );

  test(
    'spares those that a snapshot names, and what is newer',
    withTable(async (table) => {
      const { service, caller } = table.host;
      await table.grow(2);
      await commitSnapshot(service, caller, table.workbookId, { summary: 's', eventType: 'test' }, {});
      await table.grow(2);
      await table.age(40);
      await endHistory(service.data, daysAgo(30));
      expect(await table.read(3)).toEqual([0, 1]);
      await expect(table.read(2)).rejects.toMatchObject({ slug: 'expired' });
    }),
  );

  test(
    'never lets the id of a deleted row be used again',
    withTable(async (table) => {
      await table.grow(1);
      await deleteRows(...table.at, { rowIds: [1], expectedVersion: null }, {});
      await table.grow(1);
      await table.age(40);
      await table.grow(1);
      for (let times = 0; times < 2; times++) await endHistory(table.host.service.data, daysAgo(30));
      const update = { rows: [{ __svc_row_id: 1, n: 7 }], expectedVersion: null };
      await expect(upsertRows(...table.at, update, {})).rejects.toMatchObject({ slug: 'invalid-request' });
    }),
  );
});
