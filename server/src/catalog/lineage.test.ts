import { expect, test } from 'vitest';
import { newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import { lineageDuring } from './lineage.js';
import { openCatalog } from './open-catalog.js';
import { overriddenDuring } from './overrides.js';
import { columnsDuring } from './tables.js';

describeEachDatabase('lineage, columns and overrides during a span of versions', (database) => {
  test('include what was in effect when the span began', async () => {
    const catalog = await openCatalog(await database.fresh());
    const { db } = catalog;
    const { workbookId } = await newWorkbook(catalog);
    const at = new Date().toISOString();
    const named = { name: 't', name_key: 't', kind: 'derived' as const, state: 'active' as const };
    const counts = {
      edit_version: 9,
      row_count: 0,
      next_row_id: 1,
      search_text: '',
      tail_edits: 0,
      tail_bytes: 0,
    };
    const none = { description: null, source_id: null, source_sheet: null, stale_since: null };
    await db
      .insertInto('all_tables')
      .values({
        id: 'art_1',
        workbook_id: workbookId,
        ...named,
        ...counts,
        ...none,
        created_at: at,
        updated_at: at,
      })
      .execute();
    for (const version of [1, 3, 6]) {
      const place = { table_id: 'art_1', version };
      const edge = { columnId: 'c1', inputTableId: 'art_2', inputColumnId: `c${version}`, exact: true };
      await db
        .insertInto('table_lineage')
        .values({ ...place, edges: JSON.stringify([edge]) })
        .execute();
      await db
        .insertInto('table_schemas')
        .values({ ...place, columns: JSON.stringify([{ id: `c${version}` }]) })
        .execute();
    }
    const columnsIn = async (from: number, to: number) => {
      const gone = { tableId: 'art_gone', span: { from: 1, to: 9 } };
      const tables = [gone, { tableId: 'art_1', span: { from, to } }];
      const [[, edges], [none, columns]] = [await lineageDuring(db, tables), await columnsDuring(db, tables)];
      expect(none).toEqual([]);
      return [edges?.map(({ inputColumnId }) => inputColumnId), columns?.map(({ id }) => id)];
    };
    expect(await columnsIn(4, 4)).toEqual([['c3'], ['c3']]);
    expect(await columnsIn(2, 5)).toEqual([
      ['c1', 'c3'],
      ['c1', 'c3'],
    ]);
    expect(await columnsIn(1, 9)).toEqual([
      ['c1', 'c3', 'c6'],
      ['c1', 'c3', 'c6'],
    ]);

    const set = {
      table_id: 'art_1',
      row_id: 1,
      column_id: 'c1',
      value: '1',
      computed: null,
      user_id: '',
      actor: null,
      created_at: at,
    };
    await db
      .insertInto('overrides')
      .values([
        { ...set, since_version: 2, until_version: 6, op_id: 5 },
        { ...set, since_version: 6, until_version: null, op_id: 5 },
        { ...set, column_id: 'c2', since_version: 3, until_version: 4, op_id: 6 },
      ])
      .execute();
    expect(await overriddenDuring(db, 'art_1', { from: 7, to: 7 })).toEqual([{ columnId: 'c1', setAt: 2 }]);
    expect(await overriddenDuring(db, 'art_1', { from: 1, to: 1 })).toEqual([]);
    await catalog.close();
  });
});
