import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';
import { uniqueKeys, violatedKey, violatesReference } from './unique-keys.js';

describeEachDatabase('a write that fails', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  test('reports which unique key it violated', async () => {
    await newWorkbook(catalog);
    const users = catalog.db.selectFrom('users');
    const again = catalog.db
      .insertInto('users')
      .columns(['id', 'email', 'created_at'])
      .expression(users.select([sql<string>`'usr_other'`.as('id'), 'email', 'created_at']).limit(1));
    expect(violatedKey(await failure(again.execute()))).toBe('users_email_key');
    const answer = { credential_id: 'c', key: 'k', request_hash: 'h', answer: '', expires_at: '' };
    const keep = () => catalog.db.insertInto('idempotency_answers').values(answer).execute();
    await keep();
    expect(violatedKey(await failure(keep()))).toBe('idempotency_answers_pk');
  });

  test('reports no key if it failed for another reason, or by a key that callers do not handle', async () => {
    const setting = () => catalog.db.insertInto('settings').values({ key: 'once', value: '1' }).execute();
    await setting();
    expect(violatedKey(await failure(setting()))).toBeUndefined();
    const orphan = {
      workspace_id: 'none',
      user_id: 'none',
      base_role: 'viewer',
      custom_roles: '[]',
    } as const;
    const foreign = catalog.db.insertInto('workspace_members').values(orphan).execute();
    const missing = await failure(foreign);
    expect([violatedKey(missing), violatesReference(missing)]).toEqual([undefined, true]);
    expect(violatesReference(await failure(setting()))).toBe(false);
  });

  test('can only violate listed keys that exist in the database', async () => {
    for (const [name, [table, columns]] of Object.entries(uniqueKeys)) {
      const { rows } =
        database.kind === 'postgres'
          ? await sql<{ column: string }>`
              select a.attname as column from pg_constraint c
              join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
              where c.conname = ${name} and c.conrelid = ${table}::regclass
              order by array_position(c.conkey, a.attnum)`.execute(catalog.db)
          : await sql<{ column: string }>`
              select i.name as column from pragma_index_list(${table}) l, pragma_index_info(l.name) i
              where l."unique" = 1 and (select group_concat(c.name) from pragma_index_info(l.name) c) = ${columns.join(',')}
              order by i.seqno`.execute(catalog.db);
      expect([name, rows.map(({ column }) => column)]).toEqual([name, columns]);
    }
  });
});
