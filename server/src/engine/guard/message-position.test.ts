import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { positionInMessage } from './message-position.js';

type Connection = Awaited<ReturnType<DuckDBInstance['connect']>>;
let connection: Connection;
beforeAll(async () => {
  const instance = await DuckDBInstance.create();
  connection = await instance.connect();
  await connection.run('create table sales (region text, "金額" integer)');
});
afterAll(() => connection.closeSync());

const long = 'region, '.repeat(40);

test.each([
  ['select regoin from sales', 'regoin'],
  ['select region\nfrom salse', 'salse'],
  ['select "金額", \'東京都の合計\' as label, regoin from sales', 'regoin'],
  [`select ${long}\n${long} regoin, ${long} 1 from sales`, 'regoin'],
  ['select nosuch(region)\nfrom sales', 'nosuch'],
])('%s', async (sql, word) => {
  const message = await connection.prepare(sql).then(String, (error: Error) => error.message);
  const { line = 0, column = 0 } = positionInMessage(sql, message) ?? {};
  const found = [...(sql.split('\n')[line - 1] ?? '')].slice(column - 1).join('');
  expect(found, message).toMatch(new RegExp(`^${word}`));
});

test('a message that quotes nothing has no place', () => {
  expect(positionInMessage('select 1', 'Binder Error: no')).toBeUndefined();
  expect(positionInMessage('select 1', 'Binder Error: no\n\nLINE 3: create view\n        ^')).toBeUndefined();
});
