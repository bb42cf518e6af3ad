import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { childProcesses, isEngine } from './support/child-processes.js';
import { TestService } from './support/service.js';

const DEADLINE_MS = 2000;
const MEMORY_MB = 256;
const CANARY = 'CANARY-of-another-workbook';

let service: TestService;
let api: Api;
let workbook: string;
let other: string;
/** The engine's internal names of the tables of both workbooks. */
let ownTable: string;
let otherTable: string;
let otherBlob: string;
beforeAll(async () => {
  // One engine process, so that both workbooks are in it.
  service = await TestService.start({
    env: {
      SVC_QUERY_TIMEOUT_MS: String(DEADLINE_MS),
      SVC_QUERY_MEMORY_MB: String(MEMORY_MB),
      SVC_ENGINE_PROCESSES: '1',
    },
  });
  api = await service.writer();
  workbook = await api.workbook();
  other = await api.workbook();
  const people = 'id,name,ssn,salary\n1,ann,111-11,100\n2,bob,222-22,200\n';
  const here = await upload(workbook, 'people.csv', people);
  const there = await upload(other, 'vault.csv', `k,v\n1,${CANARY}\n`);
  ownTable = `"${workbook.split('/').at(-1)}".main."${here.artifacts[0].id}"`;
  otherTable = `"${other.split('/').at(-1)}".main."${there.artifacts[0].id}"`;
  const { sha256 } = there.source;
  otherBlob = `${service.dataDir}/blobs/${sha256.slice(0, 2)}/${sha256}`;
  await query('from people');
  await query('from vault', other);
});
afterAll(() => service.dispose());

async function upload(into: string, name: string, content: string) {
  const { body } = await api.upload(`${into}/sources`, { name, content }, { structuring: 'skip' });
  return body;
}

const query = (sql: string, on = workbook, more: object = {}) => api.post(`${on}/query`, { sql, ...more });

/** None of these may ever be in an answer. */
const secrets = () => [CANARY, service.dataDir, 'root:x:0', 'memory_limit', 'LINE 1: create', 'node_modules'];

const attacks: [what: string, sql: () => string][] = [
  ['the engine table of the own workbook', () => `select * from ${ownTable}`],
  ['the engine table of another workbook', () => `select * from ${otherTable}`],
  ['the same in a subquery', () => `select (select max(c2) from ${otherTable})`],
  ['the same in a CTE', () => `with x as (from ${otherTable}) from x`],
  ['the same behind comments', () => `select * from ${otherTable.replaceAll('.', '/**/./**/')}`],
  ['the same through a lambda', () => `select list_transform([1], x -> (select max(c2) from ${otherTable}))`],
  ['the same in ORDER BY', () => `select 1 order by (select max(c2) from ${otherTable})`],
  ['the same in LIMIT', () => `select 1 limit (select length(max(c2)) from ${otherTable})`],
  ['the same by positional join', () => `select * from people positional join ${otherTable}`],
  ['the same by query_table', () => `select * from query_table(['${otherTable}'])`],
  ['the same by query', () => `select * from query('from ${otherTable.replaceAll('"', '')}')`],
  ['its bare id', () => `select * from "${otherTable.split('"').at(-2)}"`],
  ['a table of another workbook by name', () => 'select * from vault'],
  ['the file of another workbook', () => `select * from '${otherBlob}'`],
  ['the same quoted as a name', () => `select * from "${otherBlob}"`],
  ['read_parquet', () => `select * from read_parquet('${service.dataDir}/blobs/*/*')`],
  ['read_csv', () => `select * from read_csv('${otherBlob}')`],
  ['read_csv_auto', () => `select * from read_csv_auto('/etc/passwd')`],
  ['read_json', () => `select * from read_json('${otherBlob}')`],
  ['read_text', () => `select content from read_text('/etc/passwd')`],
  ['read_blob', () => `select content from read_blob('${otherBlob}')`],
  ['the environment', () => `select content from read_text('/proc/self/environ')`],
  ['glob', () => `select * from glob('${service.dataDir}/**')`],
  ['the catalog file', () => `select * from sqlite_scan('${service.dataDir}/catalog.db', 'users')`],
  ['parquet metadata', () => `select * from parquet_metadata('${otherBlob}')`],
  ['sniff_csv', () => `select * from sniff_csv('${otherBlob}')`],
  ['http', () => `select * from 'http://127.0.0.1:1/x.csv'`],
  ['the settings', () => 'select * from duckdb_settings()'],
  ['one setting', () => `select current_setting('temp_directory')`],
  ['one setting, as a method', () => `select 'temp_directory'.current_setting()`],
  ['one setting, by list_aggregate', () => `select list_aggregate(['temp_directory'], 'current_setting')`],
  ['the databases', () => 'select * from duckdb_databases()'],
  ['the tables', () => 'select * from duckdb_tables()'],
  ['the columns', () => 'select * from duckdb_columns()'],
  ['the views', () => 'select sql from duckdb_views()'],
  ['the information schema', () => 'select * from information_schema.tables'],
  ['sqlite_master', () => 'select * from sqlite_master'],
  ['pg_catalog', () => 'select * from pg_catalog.pg_class'],
  [
    'a recursive CTE named like a system view',
    () => 'with recursive duckdb_views as (from duckdb_views union all from duckdb_views) from duckdb_views',
  ],
  ['pragma', () => 'pragma database_list'],
  ['pragma as a function', () => `select * from pragma_table_info('people')`],
  ['show', () => 'show all tables'],
  ['describe of the engine table', () => `describe ${otherTable}`],
  ['secrets', () => 'from duckdb_secrets()'],
  ['variables', () => `select getvariable('x')`],
  ['logs', () => 'from duckdb_logs()'],
  ['set', () => `set memory_limit = '10GB'`],
  ['reset', () => 'reset lock_configuration'],
  ['attach', () => `attach '${service.dataDir}/x.db' as x`],
  ['install', () => 'install httpfs'],
  ['load', () => `load '/tmp/evil.duckdb_extension'`],
  ['copy out', () => `copy people to '${service.dataDir}/out.csv'`],
  ['copy a query out', () => `copy (select 1) to '${service.dataDir}/blobs/evil'`],
  ['export database', () => `export database '${service.dataDir}/dump'`],
  ['insert', () => `insert into people values (3, 'eve', '', 0)`],
  ['update', () => `update people set salary = 0`],
  ['delete in a CTE', () => 'with x as (delete from people returning *) from x'],
  ['drop', () => `drop table ${ownTable}`],
  ['create', () => 'create temp table t as select 1'],
  ['create or replace the view', () => 'create or replace temp view people as select 1'],
  ['a macro', () => 'create macro f() as 1'],
  ['two statements', () => 'select 1; select 2'],
  ['a second statement behind a comment', () => `select 1 --\n; drop table ${ownTable}`],
  ['a second statement behind a NUL', () => 'select 1\0; drop table people'],
  ['explain', () => 'explain analyze select * from people'],
  ['prepare', () => 'prepare p as select 1'],
  ['call', () => 'call pragma_version()'],
  ['serialized SQL', () => `select * from json_execute_serialized_sql(json_serialize_sql('select 1'))`],
  ['the version', () => 'select version()'],
  ['a transaction', () => 'begin'],
  ['checkpoint', () => 'force checkpoint'],
  ['vacuum', () => 'vacuum'],
];

describe('an attack is refused, reveals nothing and changes nothing', () => {
  test.each(attacks)('%s', async (_, sql) => {
    for (const path of ['query', 'query/validate']) {
      const { status, body } = await api.post(`${workbook}/${path}`, { sql: sql() });
      if (path === 'query') expect(status, JSON.stringify(body)).toBe(422);
      else if (status === 200) expect(body.valid).toBe(false);
      const answer = JSON.stringify(body).replaceAll(JSON.stringify(sql()).slice(1, -1), '');
      // An answer may quote what the caller wrote; nothing else.
      for (const secret of secrets().filter((text) => !sql().includes(text)))
        expect(answer).not.toContain(secret);
    }
  });

  test('the tables are unchanged, and no file was written', async () => {
    const { body } = await query('select * exclude (__svc_row_id) from people order by id');
    expect(body.rows).toEqual([
      { id: 1, name: 'ann', ssn: '111-11', salary: 100 },
      { id: 2, name: 'bob', ssn: '222-22', salary: 200 },
    ]);
    expect((await api.get(`${workbook}/tables`)).body.artifacts).toHaveLength(1);
    expect((await query('select v from vault', other)).body.rows).toEqual([{ v: CANARY }]);
    for (const name of ['out.csv', 'x.db', 'dump', 'blobs/evil'])
      expect(existsSync(`${service.dataDir}/${name}`)).toBe(false);
  });
});

const bombs: [what: string, sql: string][] = [
  [
    'an endless product',
    'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = 7',
  ],
  [
    'endless recursion',
    'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r',
  ],
  ['a huge text', `select length(repeat(repeat('x', 100000), 100000))`],
  ['a wide printf', `select printf('%2000000000d', 1)`],
  ['a wide lpad', `select length(lpad('x', 2000000000, 'y'))`],
  ['a huge list', 'select len(range(2000000000))'],
  ['a huge unnest', 'select count(*) from (select unnest(range(1000000000)))'],
  [
    'sorting more than memory',
    'select * from (select md5(x::varchar) m from range(50000000) t(x)) order by m',
  ],
  [
    'grouping more than memory',
    'select m, count(*) from (select md5(x::varchar) m from range(50000000) t(x)) group by m',
  ],
  ['edit distance', `select levenshtein(repeat('a', 100000), repeat('b', 100000))`],
  ['a hostile pattern', `select regexp_matches(repeat('a', 1000000), '(a*)*b')`],
  ['a list of every text', 'select length(string_agg(md5(x::varchar))) from range(100000000) t(x)'],
  ['deep JSON', `select json_valid(repeat('[', 1000000))`],
  ['deep parentheses', `select ${'('.repeat(5000)}1${')'.repeat(5000)}`],
  ['deep subqueries', `select * from ${'(select * from '.repeat(200)}people${')'.repeat(200)}`],
  ['many joins', `select count(*) from ${Array.from({ length: 30 }, (_, i) => `people p${i}`).join(', ')}`],
  [
    'doubling CTEs',
    `with x0 as (from people) ${Array.from({ length: 25 }, (_, i) => `, x${i + 1} as (from x${i} a, x${i} b)`).join('')} select count(*) from x25`,
  ],
  ['a million rows of text', `select repeat(md5(x::varchar), 500) from range(1000000) t(x)`],
];

describe('an expensive statement is answered in time, and others are served meanwhile', () => {
  test.each(bombs)('%s', async (_, sql) => {
    const from = performance.now();
    let ended = false;
    const bomb = query(sql).finally(() => {
      ended = true;
    });
    while (!ended) {
      expect((await service.anonymous.get('/healthz')).status).toBe(200);
      const neighbour = await query('select v from vault', other);
      expect(neighbour.body.rows, JSON.stringify(neighbour.body)).toEqual([{ v: CANARY }]);
      for (const child of childProcesses(service.pid).filter(isEngine))
        expect(child.residentMb).toBeLessThan(MEMORY_MB + 3072);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { status, body } = await bomb;
    // An earlier statement may have killed the process too late for a retry.
    expect([200, 422, 503], JSON.stringify(body)).toContain(status);
    expect(performance.now() - from).toBeLessThan(DEADLINE_MS + 20_000);
  });

  test('and validated in time', async () => {
    for (const [, sql] of bombs) {
      const from = performance.now();
      const { status } = await api.post(`${workbook}/query/validate`, { sql });
      expect([200, 422]).toContain(status);
      expect(performance.now() - from).toBeLessThan(40_000);
    }
    expect((await query('select count(*) as n from people')).body.rows).toEqual([{ n: 2 }]);
  });
});
