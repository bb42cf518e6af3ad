import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

/**
 * What clients of others make of shared tables, where they are installed: `delta-sharing` with pandas and, for Spark,
 * `pyspark` with the jars that `DELTA_SHARING_JARS` lists.
 */
const run = promisify(execFile);
const python = process.env.PYTHON_PATH ?? 'python3';
const jars = process.env.DELTA_SHARING_JARS ?? '';
const canImport = (...names: string[]) =>
  spawnSync(python, ['-c', `import ${names.join(', ')}`]).status === 0;
const hasPandas = canImport('delta_sharing', 'pandas');
const hasSpark = jars !== '' && canImport('pyspark');

let folder: string;
let api: Api;
let table: string;
let workbook: string;

beforeAll(async () => {
  if (!hasPandas && !hasSpark) return;
  folder = await mkdtemp(join(tmpdir(), 'sharing-'));
  const service = await CalledService.shared();
  const owner = await service.signIn();
  api = await owner.mint(['workbooks:write', 'governance:configure'], { rate_limit_per_minute: 10_000 });
  workbook = await api.workbook('Sales');
  const rows = Array.from({ length: 1000 }, (_, n) => `${n},${n % 7},${n / 4},secret ${n}`);
  const sales = { name: 'sales.csv', content: ['n,customer,amount,note', ...rows].join('\n') };
  await api.upload(`${workbook}/sources`, sales, { structuring: 'skip' });
  await api.post(`${workbook}/tables/sales/columns/note/tags`, { tag: 'pii' });
  await api.put(`${workbook}/policies/pii`, { effect: 'mask', role: '*' });
  const profile = join(folder, 'workbooks.share');
  await writeFile(profile, JSON.stringify((await api.get('/sharing/profile')).body));
  const share = (await api.get('/sharing/shares')).body.items[0].name;
  table = `${profile}#${share}.Sales.sales`;
});
afterAll(() => folder && rm(folder, { recursive: true }));

/** The lines that a program prints. */
async function output(code: string): Promise<string[]> {
  const { stdout } = await run(python, ['-W', 'ignore', '-c', code, table, join(folder, 'other.parquet')]);
  return stdout.trim().split('\n');
}

describe.skipIf(!hasPandas)('delta-sharing for Python', () => {
  test('lists tables and loads them, in either format, in part, and as they were', async () => {
    const code = `
import delta_sharing as ds, sys
table = sys.argv[1]
print([t.name for t in ds.SharingClient(table.split('#')[0]).list_all_tables()])
for delta in (False, True):
    df = ds.load_as_pandas(table, use_delta_format=delta)
    print(len(df), df.amount.sum(), df.note.notna().sum(), df.n.dtype)
print(len(ds.load_as_pandas(table, limit=10)), len(ds.load_as_pandas(table, version=1)))
hint = '{"op":"equal","children":[{"op":"column","name":"n","valueType":"long"},{"op":"literal","value":"-1","valueType":"long"}]}'
print(len(ds.load_as_pandas(table, jsonPredicateHints=hint)))
`;
    const loaded = '1000 124875.0 0 int64';
    expect(await output(code)).toEqual(["['sales']", loaded, loaded, '10 1000', '0']);
  });
});

describe.skipIf(!hasSpark)('delta-sharing for Spark', () => {
  test('a shared table joined with a Parquet file gives what the service computes', {
    timeout: 300_000,
  }, async () => {
    const code = `
import sys
from pyspark.sql import SparkSession
spark = (SparkSession.builder.master('local[2]').config('spark.jars', '${jars}').config('spark.ui.enabled', 'false')
         .config('spark.sql.shuffle.partitions', 2).getOrCreate())
spark.range(5).selectExpr('id as customer', 'id * 10 as visits').write.parquet(sys.argv[2])
spark.read.format('deltaSharing').load(sys.argv[1]).createOrReplaceTempView('sales')
for row in spark.sql("""select customer, sum(n) total, max(visits) visits, count(note) notes from sales
    join parquet.\`%s\` using (customer) where n >= 100 group by customer order by customer""" % sys.argv[2]).collect():
    print(*row)
`;
    const sql = `select customer, sum(n) as total, max(customer) * 10 as visits, count(note) as notes from sales
      where n >= 100 and customer < 5 group by customer order by customer`;
    const { body } = await api.post(`${workbook}/query`, { sql });
    const computed = body.rows.map((row: object) => Object.values(row).join(' '));
    expect(computed).toHaveLength(5);
    expect(await output(code)).toEqual(computed);
  });
});
