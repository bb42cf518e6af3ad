import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeEachDatabase } from './databases.js';

describeEachDatabase('a fresh database', (database) => {
  test('is empty and separate from all others', async () => {
    const [one, two] = await Promise.all([database.fresh(), database.fresh()]);
    expect(one.dataDir).not.toBe(two.dataDir);
    expect(await readdir(one.dataDir)).toEqual([]);
    if (database.kind === 'sqlite') {
      expect(one.databaseUrl).toBeUndefined();
      return;
    }
    await query(one.databaseUrl, 'create table only_here (id integer)');
    await expect(query(two.databaseUrl, 'select * from only_here')).rejects.toThrow('does not exist');
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
