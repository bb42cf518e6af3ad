import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';
import { presenceRecords } from './presence-records.js';

const page = { workbookId: 'wb_1', userId: 'usr_1', session: 'one' };
const place = { ...page, tableId: 'art_1', rowId: 1, columnId: 'c1' };
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

describeEachDatabase('where users are', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  test('is known by page until they move, leave or fall silent', async () => {
    const records = presenceRecords(catalog);
    await records.put(place, at(45));
    await records.put({ ...place, rowId: 2 }, at(50));
    await records.put({ ...place, session: 'two' }, at(46));
    expect(await records.all(at(45))).toEqual([
      { ...place, rowId: 2 },
      { ...place, session: 'two' },
    ]);
    expect(await records.all(at(46))).toEqual([{ ...place, rowId: 2 }]);
    await records.remove(page);
    expect(await records.all(at(46))).toEqual([]);
  });
});
