import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db, Tx } from './db.js';
import { GroupCommit } from './group-commit.js';
import { preparedAndKept } from './prepared.js';
import { runTogether } from './run-together.js';
import { sqliteDialect } from './sqlite.js';

const { DatabaseSync } = createRequire(import.meta.url)(
  '@photostructure/sqlite',
) as typeof import('@photostructure/sqlite');

let directory: string;
let db: Db;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kept-reads-'));
  db = new Kysely({ dialect: sqliteDialect(join(directory, 'catalog.db')) });
  await sql`create table users (id text primary key, email text, name text)`.execute(db);
  await sql`create table passkeys (id text primary key, user_id text references users (id) on delete cascade)`.execute(
    db,
  );
  await sql`create view named_users as select id, email from users where name is not null`.execute(db);
  await sql`create trigger leaving after delete on passkeys begin update users set email = 'none' where id = old.user_id; end`.execute(
    db,
  );
  await sql`insert into users values ('u', 'a@example.com', 'Ada')`.execute(db);
  await sql`insert into passkeys values ('p', 'u')`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(directory, { recursive: true });
});

const emailOf = preparedAndKept((on, { id }: { id: string }) =>
  on.selectFrom('users').select('email').where('id', '=', id),
);
const passkeysOf = preparedAndKept((on, { id }: { id: string }) =>
  on.selectFrom('passkeys').select('id').where('user_id', '=', id),
);
const emailOfNamed = preparedAndKept((on, { id }: { id: string }) => ({
  compile: () => sql<{ email: string }>`select email from named_users where id = ${id}`.compile(on),
}));

test('rows are kept, and cannot be changed', async () => {
  const [rows] = await runTogether(db, emailOf(db, { id: 'u' }));
  expect(rows).toEqual([{ email: 'a@example.com' }]);
  expect(Object.isFrozen(rows[0])).toBe(true);
  expect((await runTogether(db, emailOf(db, { id: 'u' })))[0]).toBe(rows);
});

describe('what is written is read again', () => {
  const read = async () => [
    (await emailOf(db, { id: 'u' }).execute())[0]?.email,
    (await passkeysOf(db, { id: 'u' }).execute()).length,
    (await emailOfNamed(db, { id: 'u' }).execute())[0]?.email,
  ];
  test.each([
    ['by an update', `update users set email = 'b@example.com'`, ['b@example.com', 1, 'b@example.com']],
    ['by an insert', `insert into passkeys values ('q', 'u')`, ['a@example.com', 2, 'a@example.com']],
    ['by a trigger', 'delete from passkeys', ['none', 0, 'none']],
    ['by a cascade', 'delete from users', [undefined, 0, undefined]],
    ['below a view', 'update users set name = null', ['a@example.com', 1, undefined]],
  ])('%s', async (_, write, after) => {
    expect(await read()).toEqual(['a@example.com', 1, 'a@example.com']);
    await sql.raw(write).execute(db);
    expect(await read()).toEqual(after);
  });
});

test('what is written beside it stays', async () => {
  const [before] = await runTogether(db, emailOf(db, { id: 'u' }));
  await sql`update users set name = 'Grace'`.execute(db);
  expect((await runTogether(db, emailOf(db, { id: 'u' })))[0]).toBe(before);
});

test('what a transaction wrote is not kept when it is rolled back', async () => {
  const commits = new GroupCommit(db);
  const failing = commits.run(async (tx: Tx) => {
    await tx.updateTable('users').set({ email: 'never@example.com' }).execute();
    expect(await emailOf(tx, { id: 'u' }).execute()).toEqual([{ email: 'never@example.com' }]);
    throw new Error('rolled back');
  });
  const beside = commits.run((tx: Tx) => emailOf(tx, { id: 'u' }).execute());
  await expect(failing).rejects.toThrow('rolled back');
  expect(await beside).toEqual([{ email: 'a@example.com' }]);
  expect(await emailOf(db, { id: 'u' }).execute()).toEqual([{ email: 'a@example.com' }]);
});

test('what another program writes is read', async () => {
  await emailOf(db, { id: 'u' }).execute();
  const other = new DatabaseSync(join(directory, 'catalog.db'));
  other.exec(`update users set email = 'other@example.com'`);
  other.close();
  await expect.poll(() => emailOf(db, { id: 'u' }).execute()).toEqual([{ email: 'other@example.com' }]);
});
