import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeEachDatabase } from './databases.js';

describeEachDatabase('a fresh database', (database) => {
  test('has the schema and nothing else, and is separate from all others', async () => {
    const [one, two, empty] = await Promise.all([database.fresh(), database.fresh(), database.empty()]);
    expect(new Set([one, two, empty].map(({ dataDir }) => dataDir)).size).toBe(3);
    expect(await readdir(empty.dataDir)).toEqual([]);
    if (database.kind === 'sqlite') {
      expect(await readdir(one.dataDir)).toEqual(['catalog.db']);
      expect(one.databaseUrl).toBeUndefined();
      return;
    }
    await query(one.databaseUrl, 'create table only_here (id integer)');
    await expect(query(two.databaseUrl, 'select * from only_here')).rejects.toThrow('does not exist');
    await query(two.databaseUrl, 'select * from users');
    await expect(query(empty.databaseUrl, 'select * from users')).rejects.toThrow('does not exist');
  });
});

async function query(connectionString: string | undefined, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
