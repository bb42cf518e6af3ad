import { createHash } from 'node:crypto';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityHash, LARGEST_ROW_ID, rowIdOf, separateIds } from './row-identity.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});

const columns = [
  { id: 'c1', type: 'VARCHAR' },
  { id: 'c2', type: 'BIGINT' },
];

/** The ids of rows, by their cells. */
async function identify(rows: string[], largest = LARGEST_ROW_ID): Promise<Map<string, number>> {
  await connection.run(
    `create or replace temp table derived as select *, ${rowIdOf('hash', largest)} as id from (
       select *, ${identityHash(columns, 'salt')} as hash from (values ${rows.map((row) => `(${row})`).join(', ')}) t(c1, c2))`,
  );
  await separateIds(connection, 'derived', largest);
  const reader = await connection.runAndReadAll('select c1, c2, id from derived order by rowid');
  const seen = new Map<string, number>();
  for (const [c1, c2, id] of reader.getRows()) {
    let name = `${c1} ${c2}`;
    while (seen.has(name)) name += ' again';
    seen.set(name, Number(id));
  }
  return seen;
}

describe('row ids', () => {
  test('are the same in every run and in every order of the rows', async () => {
    const rows = ["'a', 1", "'b', 2", 'null, null'];
    const [one, other] = [await identify(rows), await identify([...rows].reverse())];
    expect(Object.fromEntries(other)).toEqual(Object.fromEntries(one));
    // Must never change: other ids would detach the rows from everything that refers to them.
    const hash = createHash('md5').update('salt1:a|1|').digest().readBigUInt64LE(8);
    expect(one.get('a 1')).toBe(Number((hash % LARGEST_ROW_ID) + 1n));
  });

  test('differ for rows that only look alike', async () => {
    const rows = ["'', 1", 'null, 1', "'1', null", "'1:1', 1", "'1', 11", "'11', 1", "'null', null"];
    expect(new Set((await identify(rows)).values()).size).toBe(rows.length);
  });

  test('differ for equal rows by their number', async () => {
    const two = await identify(["'a', 1", "'b', 2", "'a', 1"]);
    const three = await identify(["'a', 1", "'a', 1", "'a', 1"]);
    expect(new Set(three.values()).size).toBe(3);
    expect(three.get('a 1')).toBe(two.get('a 1'));
    expect(three.get('a 1 again')).toBe(two.get('a 1 again'));
  });

  test('stay unique and positive where hashes collide, whatever the order of the rows', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `'x', ${i}`);
    const [one, other] = [await identify(rows, 16n), await identify([...rows].reverse(), 16n)];
    expect(new Set(one.values()).size).toBe(rows.length);
    expect(Math.min(...one.values())).toBeGreaterThan(0);
    expect(Math.max(...one.values())).toBeLessThanOrEqual(16);
    expect(Object.fromEntries(other)).toEqual(Object.fromEntries(one));
  });
});
