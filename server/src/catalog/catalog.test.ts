import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { author, newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase, type FreshDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { change } from './change.js';
import { openCatalog } from './open-catalog.js';

describeEachDatabase('the catalog', (database) => {
  let fresh: FreshDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    fresh = await database.fresh();
    catalog = await openCatalog(fresh);
  });
  afterAll(() => catalog.close());

  test('a failing transaction does not affect concurrent ones', async () => {
    const insert = (i: number) =>
      catalog.transaction(async (tx) => {
        await tx
          .insertInto('settings')
          .values({ key: `beside ${i}`, value: 'kept' })
          .execute();
        if (i % 3 === 0) throw new Error(`refused ${i}`);
        return i;
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => insert(i)));
    const succeeded = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(succeeded).toEqual(Array.from({ length: 30 }, (_, i) => i).filter((i) => i % 3 !== 0));
    const kept = await catalog.db
      .selectFrom('settings')
      .select('key')
      .where('key', 'like', 'beside %')
      .execute();
    expect(kept.map(({ key }) => key).sort()).toEqual(succeeded.map((i) => `beside ${i}`).sort());
  });

  test('deletes the ops of a workbook together with it', async () => {
    const { workbookId } = await newWorkbook(catalog);
    await change(catalog, author, async (c) => {
      await c.op({
        workbookId,
        kind: 'workbook.update',
        operation: { operation: 'updateWorkbook', input: {} },
      });
      await c.audit({ chain: workbookId, action: 'workbook.updated' });
    });
    await catalog.db.deleteFrom('workbooks').where('id', '=', workbookId).execute();
    expect(
      await catalog.db.selectFrom('ops').where('workbook_id', '=', workbookId).selectAll().execute(),
    ).toEqual([]);
  });

  test('reads counts and sizes beyond 32 bits as numbers', async () => {
    const { workbookId } = await newWorkbook(catalog);
    const size = 2 ** 40 + 1;
    await catalog.db
      .insertInto('sources')
      .values({
        id: 'src_1',
        workbook_id: workbookId,
        name: 'a',
        filename: 'a',
        blob_hash: 'h',
        size,
        format: null,
        reader: null,
        mode: 'auto',
        status: 'registered',
        created_at: '',
        created_by: '',
      })
      .execute();
    const { found, n } = await catalog.db
      .selectFrom('sources')
      .select((eb) => [eb.fn.max('size').as('found'), eb.fn.countAll<number>().as('n')])
      .executeTakeFirstOrThrow();
    expect({ found, n }).toEqual({ found: size, n: 1 });
  });

  if (database.kind === 'sqlite') {
    test('refuses a second process on the same data directory', async () => {
      await expect(openCatalog(fresh)).rejects.toThrow('in use');
    });

    test('refuses a data directory that a release before 0.2.0 uses, as such a release refuses this one', async () => {
      const exclusively =
        'pragma locking_mode = exclusive; pragma journal_mode = wal; begin exclusive; commit';
      const another = await database.empty();
      const path = (dataDir: string) => join(dataDir, 'catalog.db');
      const former = new DatabaseSync(path(another.dataDir));
      former.exec(exclusively);
      await expect(openCatalog(another)).rejects.toThrow('in use');
      former.close();
      const late = new DatabaseSync(path(fresh.dataDir));
      expect(() => late.exec(exclusively)).toThrow('locked');
      late.close();
    });
  } else {
    test('retries a transaction that was aborted to break a deadlock', async () => {
      const bothLockedOne = barrier(2);
      const [one, two] = [await newWorkbook(catalog), await newWorkbook(catalog)];
      const auditBoth = (first: string, second: string) =>
        change(catalog, author, async (c) => {
          await c.audit({ chain: first, action: 'workbook.updated' });
          await bothLockedOne();
          await c.audit({ chain: second, action: 'workbook.updated' });
        });
      await Promise.all([
        auditBoth(one.workbookId, two.workbookId),
        auditBoth(two.workbookId, one.workbookId),
      ]);
      const chains = catalog.db.selectFrom('audit_chains').select('length');
      for (const { workbookId } of [one, two])
        expect(await chains.where('chain', '=', workbookId).execute()).toEqual([{ length: 2 }]);
    });

    test('recovers from the loss of its connections', async () => {
      await Promise.all(Array.from({ length: 5 }, () => catalog.check()));
      const others = sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      const interrupted = catalog.transaction(async (tx) => {
        await others.execute(catalog.db);
        await sql`select 1`.execute(tx);
      });
      await expect(interrupted).rejects.toThrow();
      await catalog.check();
    });
  }
});

/** Makes callers wait until this many have arrived; later ones pass at once. */
function barrier(size: number): () => Promise<void> {
  let arrived = 0;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++arrived >= size) open();
    return opened;
  };
}
