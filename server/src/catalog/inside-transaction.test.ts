import { setImmediate as later } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { author, newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { change } from './change.js';
import { DatabaseUsedInsideTransaction } from './inside-transaction.js';
import { openCatalog } from './open-catalog.js';
import { runTogether } from './run-together.js';

describeEachDatabase('inside a change', (database) => {
  let catalog: Catalog;
  let workbookId: string;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
    ({ workbookId } = await newWorkbook(catalog));
  });
  afterAll(() => catalog.close());

  const titles = () => catalog.db.selectFrom('workbooks').select('title');
  const audited = (work: () => Promise<unknown> | undefined) =>
    change(catalog, author, async (c) => {
      await c.audit({ chain: workbookId, action: 'workbook.updated' });
      await work();
      return 'committed';
    });

  test.each<[string, () => Promise<unknown>]>([
    ['a read of the database', () => titles().execute()],
    ['a read after a pause', () => later().then(() => titles().execute())],
    ['a raw statement', () => sql`select 1`.execute(catalog.db)],
    ['statements run together', () => runTogether(catalog.db, titles())],
    ['a transaction', () => catalog.transaction(async () => 'nested')],
    ['another change', () => audited(async () => {})],
  ])('%s is refused at once, and the next change commits', async (_, use) => {
    await expect(audited(use)).rejects.toThrow(DatabaseUsedInsideTransaction);
    await expect(audited(use)).rejects.toThrow('c.tx');
    expect(await audited(async () => {})).toBe('committed');
  });

  test('concurrent reads and changes outside of it are not refused', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const slow = audited(() => {
      started();
      return held;
    });
    await running;
    // On SQLite these wait for the slow change, in whose async context the queue is drained.
    const others = [titles().execute(), audited(async () => {}), audited(async () => {})];
    release();
    expect(await slow).toBe('committed');
    expect(await Promise.all(others)).toMatchObject([[{ title: 'Workbook' }], 'committed', 'committed']);
  });

  test('a background task that it started may read once the change is done', async () => {
    let left: Promise<unknown> | undefined;
    let release = () => {};
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    await audited(async () => {
      left = done.then(() => titles().execute());
    });
    release();
    expect(await left).toMatchObject([{ title: 'Workbook' }]);
  });
});
