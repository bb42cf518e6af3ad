import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { parseOn, SqlParsers } from './parse-sql.js';

test('texts that are parsed at once each get their own tree, also after one that fails', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const parsers = new SqlParsers(instance);
  const texts = Array.from({ length: 40 }, (_, n) => (n % 7 === 0 ? `selec ${n}` : `select ${n} from t${n}`));
  const expected = await Promise.all(texts.map(parseOn(connection)));
  for (let round = 0; round < 3; round++)
    expect(await Promise.all(texts.map(parsers.parse))).toEqual(expected);
  connection.closeSync();
});
