import { DuckDBInstance } from '@duckdb/node-api';
import { beforeEach, expect, test } from 'vitest';
import { ViewConnections } from './view-connections.js';

const open = { workbook: 'wb', mayBeEarlier: true };
const whole = ['create temp view pay as select name, salary from staff'];
const masked = ['create temp view pay as select name, cast(null as integer) as salary from staff'];

let instance: DuckDBInstance;
let connections: ViewConnections;
beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connections = new ViewConnections(instance);
  await run("create table staff as select 'Ann' as name, 100 as salary");
});

async function run(sql: string): Promise<void> {
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
}

/** Reads over the views and leaves the connection to the next reader. */
async function read(statements: string[], more: Partial<typeof open> = {}) {
  const { connection, release } = await connections.open({ ...open, ...more, statements });
  const reader = await connection.runAndReadAll('select salary from pay');
  release();
  return { connection, salary: reader.getRows()[0]?.[0] };
}

test('the next reader of the same views gets the connection, and one of other views does not', async () => {
  const first = await read(whole);
  expect(first.salary).toBe(100);
  const other = await read(masked);
  expect(other.connection).not.toBe(first.connection);
  expect(other.salary).toBeNull();
  expect((await read(whole)).connection).toBe(first.connection);
});

test('a statement that the clock decides begins a transaction of its own', async () => {
  const first = await read(whole);
  expect((await read(whole, { mayBeEarlier: false })).connection).not.toBe(first.connection);
});

test('two readers at once have a connection each', async () => {
  const views = { ...open, statements: whole };
  const [one, other] = await Promise.all([connections.open(views), connections.open(views)]);
  expect(one.connection).not.toBe(other.connection);
});

test('when a table changes, what was kept is closed, and so is what is in use once it is released', async () => {
  const kept = await read(whole);
  const inUse = await connections.open({ ...open, statements: masked });
  connections.forget('wb');
  await run('update staff set salary = 200');
  inUse.release();
  for (const { connection } of [kept, inUse])
    await expect(connection.run('select 1')).rejects.toThrow('connection disconnected');
  expect((await read(whole)).salary).toBe(200);
});

test('of the connections that nobody uses, the last ones are kept', async () => {
  const viewOf = (n: number) => [`create temp view pay as select ${n} as salary from staff`];
  const first = await read(viewOf(0));
  for (let n = 1; n <= 32; n++) await read(viewOf(n));
  expect((await read(viewOf(0))).connection).not.toBe(first.connection);
});
