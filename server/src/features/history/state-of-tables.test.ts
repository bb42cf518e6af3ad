import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import type { Schema } from '../../catalog/schema.js';
import { setTableRefresh } from '../schedules/set-schedule.js';
import { createTable } from '../tables/create-table.js';
import { deleteTable } from '../tables/delete-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createTransform } from '../transforms/create-transform.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { restoreSnapshot } from './restore-snapshot.js';
import { commitSnapshot } from './snapshots.js';

/**
 * What happens to something that the catalog keeps of a table. A snapshot pins it (`catalog/snapshots.ts`), a restore gives
 * it back (`write-restore.ts` here), and deleting the table removes it (`features/tables/remove-tables.ts`): a deleted table
 * that a snapshot names stays in `all_tables`, so that nothing cascades. Anything else is the reason why not.
 */
interface Fate {
  snapshot: 'pinned' | (string & {});
  restore: 'restored' | (string & {});
  deletion: 'removed' | (string & {});
}

const log: Fate = {
  snapshot: 'a version of the log is pinned',
  restore: 'the log grows by a version',
  deletion: 'can come back',
};
const ofItsFile: Fate = {
  snapshot: 'belongs to the file, which a snapshot does not pin',
  restore: 'belongs to the file',
  deletion: 'can come back',
};
const pinnedState: Fate = { snapshot: 'pinned', restore: 'restored', deletion: 'can come back' };
const follows: Fate = {
  snapshot: 'follows from the rest',
  restore: 'follows from the rest',
  deletion: 'ends with the record',
};

/** By the column that refers to a table. */
const ofTables: Record<string, Fate> = {
  'annotations.table_id': { snapshot: 'pinned', restore: 'restored', deletion: 'removed' },
  'branch_bases.table_id': {
    snapshot: 'is what a file showed',
    restore: 'is what a file showed',
    deletion: 'an open branch keeps its table',
  },
  'charts.table_id': { snapshot: 'pinned', restore: 'restored', deletion: 'says that its table is gone' },
  'column_tags.table_id': {
    snapshot: 'rules hold for the past too',
    restore: 'rules hold for the past too',
    deletion: 'a table that comes back is governed as before',
  },
  'comments.table_id': {
    snapshot: 'is what people say about it, not what it holds',
    restore: 'is what people say about it, not what it holds',
    deletion: 'can come back',
  },
  'conflicts.table_id': {
    snapshot: 'is a question about the present',
    restore: 'those opened since are closed',
    deletion: 'removed',
  },
  'ops.table_id': {
    snapshot: 'is history',
    restore: 'is history',
    deletion: 'is history',
  },
  'overrides.table_id': { ...log, restore: 'stands from the new version on' },
  'parquet_copies.table_id': {
    snapshot: 'follows from the log, and is of one version',
    restore: 'follows from the log',
    deletion: 'is deleted once nobody has read it for a day',
  },
  'row_edits.table_id': log,
  'schedules.table_id': {
    snapshot: 'is how the present is kept fresh',
    restore: 'is how the present is kept fresh',
    deletion: 'removed',
  },
  'snapshot_tables.table_id': { snapshot: 'is the pin', restore: 'is the pin', deletion: 'is the pin' },
  'structured_tables.raw_table_id': ofItsFile,
  'structured_tables.table_id': ofItsFile,
  'sync_bindings.table_id': {
    snapshot: 'is an agreement with somebody else',
    restore: 'is an agreement with somebody else',
    deletion: 'removed',
  },
  'table_inputs.input_id': {
    snapshot: 'follows from the transform',
    restore: 'restored',
    deletion: 'removed',
  },
  'table_inputs.table_id': {
    snapshot: 'follows from the transform',
    restore: 'restored',
    deletion: 'removed',
  },
  'ended_history.table_id': log,
  'kept_landings.table_id': ofItsFile,
  'segment_files.table_id': log,
  'table_landings.table_id': ofItsFile,
  'table_lineage.table_id': log,
  'table_origins.table_id': ofItsFile,
  'table_parts.table_id': {
    snapshot: 'says where rows came from, and the log whether they are there',
    restore: 'says where rows came from, and the log whether they are there',
    deletion: 'can come back',
  },
  'table_schemas.table_id': log,
  'table_segments.table_id': log,
  'table_versions.table_id': log,
  'table_views.table_id': {
    snapshot: 'is how somebody looks at it, not what it holds',
    restore: 'is how somebody looks at it, not what it holds',
    deletion: 'can come back',
  },
  'transforms.output_table_id': { snapshot: 'pinned', restore: 'restored', deletion: 'removed' },
  'untraced_runs.table_id': { ...log, restore: 'the guess is in the lineage, which is restored' },
};

/** The columns of a table's own record. */
const record: Record<keyof Schema['all_tables'], Fate> = {
  id: pinnedState,
  name: pinnedState,
  name_key: { ...pinnedState, snapshot: 'follows from the name', deletion: 'makes the name free' },
  state: pinnedState,
  description: pinnedState,
  kind: { ...pinnedState, restore: 'never changes' },
  edit_version: { ...pinnedState, restore: 'the log grows by a version' },
  row_count: { ...pinnedState, restore: 'counted with the new version' },
  workbook_id: { ...follows, deletion: 'never changes' },
  next_row_id: { ...follows, restore: 'a row id is never used twice' },
  source_id: ofItsFile,
  source_sheet: ofItsFile,
  search_text: follows,
  stale_since: { ...follows, deletion: 'nothing is computed any more' },
  tail_edits: follows,
  tail_bytes: follows,
  created_at: follows,
  updated_at: follows,
  deleted_at: { ...follows, restore: 'null again' },
};

describe('what the catalog keeps of a table', () => {
  let world: InProcessService;
  beforeAll(async () => {
    world = await InProcessService.start();
  });
  afterAll(() => world.dispose());

  test('has a fate with snapshots, restores and deletion', async () => {
    const { db } = world.service.catalog;
    const columns = await sql<{ place: string }>`
      select m.name || '.' || c.name as place from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table' and (
        c.name like '%table_id' or c.name in
          (select "from" from pragma_foreign_key_list(m.name) where "table" = 'all_tables'))`.execute(db);
    expect(columns.rows.map(({ place }) => place).sort()).toEqual(Object.keys(ofTables).sort());
    const own = await sql<{ name: string }>`select name from pragma_table_info('all_tables')`.execute(db);
    expect(own.rows.map(({ name }) => name).sort()).toEqual(Object.keys(record).sort());
  });

  test('meets that fate', async () => {
    const { workbookId, ids } = await workbookWithEverything(world);
    const count = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.keys(ofTables).map(async (place) => [place, await rowsAt(world, place, ids)]),
        ),
      ) as Record<string, number>;
    const before = await count();
    expect(
      Object.keys(before).filter((place) => before[place] === 0),
      'have a row in this test too',
    ).toEqual([]);

    const { service, caller } = world;
    const pin = { summary: 'pinned', eventType: 'test' };
    const snapshot = (await commitSnapshot(service, caller, workbookId, pin, {})).record.id;
    const base = { workbookId, table: 'base' };
    await deleteTable(service, caller, base, { cascade: true, expectedVersion: null }, {});
    const deleted = await count();
    const removed = Object.keys(ofTables).filter((place) => ofTables[place]?.deletion === 'removed');
    expect(Object.keys(deleted).filter((place) => deleted[place] === 0)).toEqual(removed);

    await restoreSnapshot(service, caller, workbookId, { snapshot }, {});
    const restored = await count();
    for (const place of removed)
      expect([place, restored[place]]).toEqual([
        place,
        ofTables[place]?.restore === 'restored' ? before[place] : 0,
      ]);
  });
});

/** A base table and one derived from it, with a record in every place. */
async function workbookWithEverything({ service, caller }: InProcessService) {
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const columns = [{ name: 'n', type: 'BIGINT' }];
  await createTable(service, caller, workbookId, { name: 'base', columns }, {});
  const place = { workbookId, table: 'base' };
  await upsertRows(service, caller, place, { rows: [{ n: 1 }, { n: 2 }], expectedVersion: null }, {});
  const transform = { name: 'sum', kind: 'sql', code: 'select sum(n)::bigint as n from {{ t }}' } as const;
  const definition = { ...transform, args: { t: 'base' }, output: 'total', run: true };
  await createTransform(service, caller, workbookId, definition, {});

  const { db } = service.catalog;
  const tables = await db
    .selectFrom('tables')
    .select(['id', 'name'])
    .where('workbook_id', '=', workbookId)
    .execute();
  const idOf = (name: string) => tables.find((table) => table.name === name)?.id ?? '';
  const [base, total] = [idOf('base'), idOf('total')];
  const made = { created_at: '2026-01-01T00:00:00.000Z', created_by: caller.userId };
  const cell = { table_id: total, row_id: 1, column_id: 'c1' };

  await db
    .insertInto('annotations')
    .values({ ...cell, style: '{}', note: 'checked' })
    .execute();
  await db.insertInto('column_tags').values({ table_id: base, column_id: 'c1', tag: 'pay' }).execute();
  await db.insertInto('table_origins').values({ table_id: base, origin: '{}' }).execute();
  await db
    .insertInto('table_landings')
    .values({ table_id: base, blob_hash: 'none', columns: '[]' })
    .execute();
  await db.insertInto('ended_history').values({ table_id: base, first_kept: 1, is_freed: 1 }).execute();
  await db
    .insertInto('segment_files')
    .values({
      ...{ table_id: base, version: 99, position: 0, kind: 'rows', blob_hash: 'none', size: 1 },
      ...{ row_count: 1, first_row_id: 1, last_row_id: 1 },
    })
    .execute();
  await db
    .insertInto('table_parts')
    .values({ table_id: base, part: '2026-03', source_id: 'src_test', row_ids: '[[1,2]]', op_id: 1 })
    .execute();
  await db
    .insertInto('comments')
    .values({
      ...{ id: 'cmt_test', thread_id: 'cmt_test', table_id: base, row_id: 1, column_id: 'c1', text: 'Why?' },
      ...{ author_id: caller.userId, mentions: '[]', created_at: made.created_at, edited_at: null },
      ...{ resolved_at: null, resolved_by: null },
    })
    .execute();
  await db
    .insertInto('table_views')
    .values({
      ...{ id: 'vw_test', table_id: base, owner_id: caller.userId, name: 'v', name_key: 'v', is_shared: 0 },
      ...{ definition: '{}', created_at: made.created_at, updated_at: made.created_at },
    })
    .execute();
  await db.insertInto('untraced_runs').values({ table_id: total, version: 1 }).execute();
  await db
    .insertInto('structured_tables')
    .values({
      ...{ table_id: base, raw_table_id: total, role: 'table', spec_version: null },
      ...{ provenance_hash: 'none', sheet_columns: '{}' },
    })
    .execute();
  await db
    .insertInto('kept_landings')
    .values({
      workbook_id: workbookId,
      op_id: 1,
      table_id: cell.table_id,
      blob_hash: null,
      provenance_hash: null,
    })
    .execute();
  await db
    .insertInto('overrides')
    .values({
      ...{ ...cell, since_version: 0, until_version: 1, value: '1', computed: '1', op_id: 1 },
      ...{ user_id: caller.userId, actor: null, created_at: made.created_at },
    })
    .execute();
  await db
    .insertInto('conflicts')
    .values({
      ...{ ...cell, id: 'cfl_test', workbook_id: workbookId, version: 1, kind: 'overwrite', status: 'open' },
      ...{ base: null, previous: null, incoming: null, op_id: 1, created_at: made.created_at },
      ...{ resolved_at: null, resolved_by: null, note: null },
    })
    .execute();
  await db
    .insertInto('parquet_copies')
    .values({
      ...{ id: 'pqc_test', workbook_id: workbookId, account_id: 'acc_test', table_id: base, version: 1 },
      ...{ view_digest: 'none', bytes: 1, created_at: made.created_at, used_at: made.created_at },
    })
    .execute();
  await setTableRefresh(service, caller, { workbookId, table: 'total' }, { refresh: 'auto' }, {});
  await db
    .insertInto('sync_bindings')
    .values({
      ...{ ...made, id: 'syn_test', workbook_id: workbookId, table_id: base, external_kind: 'microsoft' },
      ...{ external_ref: 'x', direction: 'pull', ownership_map: null, actor: 'test' },
    })
    .execute();
  await db
    .insertInto('charts')
    .values({
      ...{ ...made, id: 'cht_test', workbook_id: workbookId, name: 'c', name_key: 'c', chart_type: 'bar' },
      ...{ table_id: base, title: null, recipe: '{}', updated_at: made.created_at },
    })
    .execute();
  const branch = { id: 'brn_test', workbook_id: workbookId, status: 'open', format: 'xlsx' } as const;
  await db
    .insertInto('branches')
    .values({ ...branch, ...made, filename: 'a.xlsx', op_id: 1, closed_at: null })
    .execute();
  await db
    .insertInto('branch_bases')
    .values({
      ...{ branch_id: 'brn_test', table_id: base, op_id: 1, version: 1 },
      ...{ columns: '[]', row_count: 0, blob_hash: null },
    })
    .execute();
  await commitSnapshot(service, caller, workbookId, { summary: 'first', eventType: 'test' }, {});
  return { workbookId, ids: [base, total] };
}

/** How many rows refer to one of the tables at `table.column`. */
async function rowsAt({ service }: InProcessService, place: string, ids: readonly string[]): Promise<number> {
  const [table = '', column = ''] = place.split('.');
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(ids)})`.execute(service.catalog.db);
  return rows[0]?.count ?? 0;
}
