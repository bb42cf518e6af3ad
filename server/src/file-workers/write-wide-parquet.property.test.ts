import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type ColumnData,
  emptyData,
  type TypedData,
  valueWriter,
} from '@workbook-data-service/sheets/columns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../test-support/random.js';
import { writeParquet } from './write-parquet.js';
import { writeWideParquet } from './write-wide-parquet.js';

/** Set SVC_TEST_RUNS to search longer. */
const RUNS = Number(process.env.SVC_TEST_RUNS ?? 12);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wide-parquet-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const DAY_MICROS = 86_400_000_000n;
const MAX = 2n ** 63n - 1n;
/** Values at the edges of each type, and where an encoding may fail. Not -0: the engine's own writer may make 0 of it. */
const values: Record<TypedData['type'], (number | bigint)[]> = {
  BIGINT: [0n, 1n, -1n, MAX, -MAX - 1n, 2n ** 53n + 1n],
  DOUBLE: [0, 0.1, -1e308, 5e-324, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53],
  BOOLEAN: [0, 1],
  DATE: [0, -1, 19_000, -719_162, 2_932_896],
  TIME: [0n, 1n, DAY_MICROS - 1n],
  TIMESTAMP: [0n, -1n, 1_700_000_000_123_456n, -62_135_596_800_000_000n],
  TIMESTAMPTZ: [0n, -1n, 1_700_000_000_123_456n, 253_402_300_799_999_999n],
};
const texts = [
  '',
  ' ',
  'a',
  '0',
  'NULL',
  '東京',
  '🙂',
  'a\u0000b',
  '"',
  'x'.repeat(3000),
  '\ud800',
  'line\nline',
];
const types = [...(Object.keys(values) as TypedData['type'][]), 'VARCHAR' as const];

function randomColumn(random: Random, type: ColumnData['type'], rowCount: number): ColumnData {
  const percentOfNulls = random.one([0, 100, 30]);
  if (type === 'VARCHAR') {
    const cells = Array.from({ length: rowCount }, () =>
      random.chance(percentOfNulls) ? null : random.one(texts),
    );
    return { type, textAt: (row) => cells[row] as string | null };
  }
  const data = emptyData(type, rowCount);
  const write = valueWriter(data);
  for (let row = 0; row < rowCount; row++)
    if (!random.chance(percentOfNulls)) write(row, random.one(values[type]));
  return data;
}

/** What the engine finds in a file: names, types and every cell as text. */
async function contentOf(path: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const described = await connection.runAndReadAll(`describe from read_parquet('${path}')`);
    const cells = await connection.runAndReadAll(
      `select columns(*)::varchar, count(*) over () from read_parquet('${path}', file_row_number = true)`,
    );
    return [described.getRowsJson(), cells.getRowsJson()];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test.each(Array.from({ length: RUNS }, (_, seed) => seed))(
  'the engine reads the same from our file as from its own (seed %i)',
  async (seed) => {
    const random = new Random(seed + 1);
    const rowCount = random.one([0, 1, 2, 7, 8, 9, 20, 64, 300, 2049]);
    const count = types.length * (random.below(3) + 1);
    const columns = Array.from({ length: count }, (_, i) => ({
      name: i === 1 ? 'a "name" 東' : `c${i + 1}`,
      data: randomColumn(random, types[i % types.length] as ColumnData['type'], rowCount),
    }));
    const [ours, theirs] = ['ours', 'theirs'].map((name) => join(directory, `${name}-${seed}.parquet`));
    await writeWideParquet(ours as string, columns, rowCount);
    await writeParquet(theirs as string, columns, rowCount);
    expect(await contentOf(ours as string)).toEqual(await contentOf(theirs as string));
  },
);

test('thousands of columns are written by us, and read by the engine', async () => {
  const random = new Random(1);
  const columns = Array.from({ length: 5000 }, (_, i) => ({
    name: `c${i + 1}`,
    data: randomColumn(random, types[i % types.length] as ColumnData['type'], 20),
  }));
  const path = join(directory, 'wide.parquet');
  await writeParquet(path, columns, 20);
  const engines = join(directory, 'narrow.parquet');
  const some = [...columns.slice(0, 20), ...columns.slice(-20)];
  await writeParquet(engines, some, 20);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const names = some.map(({ name }) => `${name}::varchar`).join(', ');
  const read = async (from: string) =>
    (await connection.runAndReadAll(`select ${names} from read_parquet('${from}')`)).getRowsJson();
  expect(await read(path)).toEqual(await read(engines));
  const created = await connection.runAndReadAll(`select created_by from parquet_file_metadata('${path}')`);
  expect(created.getRowsJson()).toEqual([[null]]);
  connection.closeSync();
  instance.closeSync();
});
