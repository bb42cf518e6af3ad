import { readFileSync } from 'node:fs';
import { type Migration, Migrator } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { describeEachDatabase, type FreshDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { migrations } from './migrations/index.js';
import { DatabaseOfNewerRelease, openCatalog } from './open-catalog.js';

/** From here on, old and new nodes run side by side during an upgrade: see docs/operations.md. */
const LAST_THAT_STOPPED_NODES = '0027-people-and-money';

describeEachDatabase('migrations', (database) => {
  const opened: Catalog[] = [];
  afterEach(async () => {
    for (const catalog of opened.splice(0)) await catalog.close();
  });
  async function open(fresh: FreshDatabase): Promise<Catalog> {
    const catalog = await openCatalog(fresh);
    opened.push(catalog);
    return catalog;
  }
  const tablesOf = async ({ db }: Catalog) =>
    new Map(
      (await db.introspection.getTables()).map(({ name, columns }) => [
        name,
        columns.map((column) => column.name).sort(),
      ]),
    );

  test('create the tables of the schema in an empty database', async () => {
    const tables = await tablesOf(await open(await database.empty()));
    expect(tables).toEqual(tablesOfSchema());
  });

  test('change nothing the second time', async () => {
    const fresh = await database.empty();
    const first = await open(fresh);
    await first.db.insertInto('settings').values({ key: 'kept', value: 'yes' }).execute();
    const before = await tablesOf(first);
    await opened.pop()?.close();
    const second = await open(fresh);
    expect(await tablesOf(second)).toEqual(before);
    expect(await second.db.selectFrom('settings').selectAll().execute()).toContainEqual({
      key: 'kept',
      value: 'yes',
    });
  });

  test('run once if several nodes start at the same moment', async () => {
    const fresh = await database.empty();
    const nodes = database.kind === 'sqlite' ? 1 : 4;
    const catalogs = await Promise.all(Array.from({ length: nodes }, () => open(fresh)));
    for (const catalog of catalogs) await catalog.check();
  });

  test('leave the database as it was if one of them fails', async () => {
    const catalog = await open(await database.empty());
    const half: Migration = {
      async up(db) {
        await db.schema.createTable('half').addColumn('a', 'text').execute();
        throw new Error('ended half-way');
      },
    };
    const provider = { getMigrations: async () => ({ ...migrations, '9998-half': half }) };
    const { error } = await new Migrator({ db: catalog.db, provider }).migrateToLatest();
    expect(String(error)).toContain('ended half-way');
    expect(await tablesOf(catalog)).toEqual(tablesOfSchema());
  });

  test('refuse a database that a newer release has migrated', async () => {
    const fresh = await database.empty();
    const { db } = await open(fresh);
    const ran = { name: '9999-from-the-future', timestamp: '2099-01-01T00:00:00.000Z' };
    await db
      .insertInto('kysely_migration' as 'settings')
      .values(ran as never)
      .execute();
    await opened.pop()?.close();
    const refused = await open(fresh).catch((error) => error);
    expect(refused).toBeInstanceOf(DatabaseOfNewerRelease);
    expect(refused.message).toContain('9999-from-the-future');
  });
});

test('migrations go forward only', () => {
  expect(Object.values(migrations).filter((migration) => migration.down)).toEqual([]);
});

test('a release before the upgrade goes on working after it: migrations only add', () => {
  const folder = new URL('./migrations/', import.meta.url);
  const added = Object.keys(migrations).filter((name) => name > LAST_THAT_STOPPED_NODES);
  for (const name of added) {
    const source = readFileSync(new URL(`${name}.ts`, folder), 'utf8');
    expect(source, name).not.toMatch(
      /dropTable|dropColumn|rename|alterColumn|\bdrop (table|column)|\brename\b/i,
    );
    // A row of the release before has no value for a new column.
    for (const [column] of source.matchAll(/alterTable[^;]*?;/gs))
      if (column.includes('notNull')) expect(column, name).toContain('defaultTo');
  }
});

/** Tables and columns as schema.ts declares them. */
function tablesOfSchema(): Map<string, string[]> {
  const source = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8').replaceAll(
    /\/\*.*?\*\//gs,
    '',
  );
  const shared = source.replace(
    "Schema['tables'] & {",
    () => `{${/ {2}tables: \{(.*?)\n {2}\};/s.exec(source)?.[1]}`,
  );
  const tables = shared.matchAll(/^ {2}(\w+): \{(.*?)\};?$/gms);
  return new Map(
    [...tables].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/(?:^|;)\s*(\w+):/g)].map(([, column = '']) => column).sort(),
    ]),
  );
}
