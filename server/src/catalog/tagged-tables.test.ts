import { expect, test } from 'vitest';
import { newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import { openCatalog } from './open-catalog.js';
import { tablesThatMayHaveTags } from './tagged-tables.js';

describeEachDatabase('tables that may have tags', (database) => {
  test('have their own, are computed, or share cells with such a table', async () => {
    const catalog = await openCatalog(await database.fresh());
    const { db } = catalog;
    const { workbookId } = await newWorkbook(catalog);
    const at = new Date().toISOString();
    const ids = [
      'plain',
      'tagged',
      'derived',
      'raw',
      'structured',
      'sibling',
      'other raw',
      'other structured',
    ];
    await db
      .insertInto('all_tables')
      .values(
        ids.map((id) => ({
          id,
          workbook_id: workbookId,
          name: id,
          name_key: id,
          kind: 'base' as const,
          state: 'active' as const,
          edit_version: 1,
          row_count: 0,
          next_row_id: 1,
          search_text: '',
          tail_edits: 0,
          tail_bytes: 0,
          description: null,
          source_id: null,
          source_sheet: null,
          stale_since: null,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
    const found = (from = '') => tablesThatMayHaveTags(db, workbookId, { from });
    const links = [
      ['structured', 'raw'],
      ['sibling', 'raw'],
      ['other structured', 'other raw'],
    ] as const;
    await db
      .insertInto('structured_tables')
      .values(
        links.map(([table_id, raw_table_id]) => ({
          table_id,
          raw_table_id,
          role: 'table' as const,
          spec_version: 1,
          provenance_hash: '',
          sheet_columns: '{}',
        })),
      )
      .execute();
    expect(await found()).toEqual([]);

    await db.insertInto('table_lineage').values({ table_id: 'derived', version: 1, edges: '[]' }).execute();
    const tags = ['tagged', 'structured'].map((table_id) => ({ table_id, column_id: 'c1', tag: 'pii' }));
    await db.insertInto('column_tags').values(tags).execute();
    expect(await found()).toEqual(['derived', 'raw', 'sibling', 'structured', 'tagged']);
    expect(await found('sibling')).toEqual(['sibling', 'structured', 'tagged']);
    await catalog.close();
  });
});
