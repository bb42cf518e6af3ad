import { type SelectQueryBuilder, sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { describeDatabase } from '../../test-support/databases.js';
import { areOfTable } from './are-of-table.js';
import type { Catalog } from './catalog.js';
import type { Db } from './db.js';
import { openCatalog } from './open-catalog.js';
import type { Schema } from './schema.js';

describeDatabase('sqlite', 'edits of some rows of a table', (database) => {
  let catalog: Catalog;
  afterEach(async () => await catalog.close());

  const planOf = async (query: SelectQueryBuilder<Schema, 'row_edits', object>) => {
    const steps = await query.explain<{ detail: string }>(undefined, sql`query plan`);
    return steps.map(({ detail }) => detail).join('; ');
  };
  const edits = (db: Db) =>
    db
      .selectFrom('row_edits')
      .select('after')
      .where(areOfTable(db, 'row_edits', 'art_1'));

  test('are found by the index of rows, however the versions are limited', async () => {
    catalog = await openCatalog(await database.fresh());
    const ofSome = edits(catalog.db).where('row_id', 'in', [1, 2, 3]);
    const inRange = edits(catalog.db).where('row_id', '>', 1).where('row_id', '<=', 9);
    for (const query of [ofSome, inRange]) {
      const span = query.where('version', '>=', 2).where('version', '<=', 90);
      for (const limited of [query, span, span.orderBy('version')])
        expect(await planOf(limited)).toMatch(/^SEARCH row_edits USING INDEX row_edits_by_row \(<expr>=\?/);
    }
  });
});
