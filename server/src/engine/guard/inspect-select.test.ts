import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../core/problems.js';
import { inspectSelect } from './inspect-select.js';
import { parseOn } from './parse-sql.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
});
afterAll(() => connection.closeSync());

async function refusalOf(sql: string): Promise<Problem> {
  const error = await inspectSelect(parseOn(connection), sql).catch((thrown: unknown) => thrown);
  if (!(error instanceof Problem)) throw new Error(`accepted, or failed otherwise: ${String(error)}`);
  return error;
}

const nested = (times: number, wrap: (inner: string) => string, core: string) =>
  Array.from({ length: times }).reduce<string>((inner) => wrap(inner), core);
const listed = (length: number, item: (index: number) => string | number, separator = ', ') =>
  Array.from({ length }, (_, index) => item(index)).join(separator);

const refused: Record<string, string[]> = {
  'what is not one SELECT': [
    'select 1; select 2',
    'select 1 --\n; drop table people',
    'drop table people',
    'delete from people returning *',
    "copy (select 42) to '/tmp/x.csv'",
    "attach '/tmp/x.db'",
    'install httpfs',
    "set schema = 'base'",
    "pragma table_info('people')",
    'call pragma_version()',
    'explain select 1',
    'explain analyze select 1',
    'prepare p as select 1',
    'describe people',
    'summarize people',
    'show tables',
    'select * from (describe people)',
    'select * from (summarize base.people)',
    'pivot people on name using count(*)',
    "select '\0' ; drop table people",
  ],
  'tables that are not of the workbook': [
    'select * from base.people',
    'select * from memory.main.people',
    'select * from "base"/**/."people"',
    'select * from information_schema.tables',
    'select * from duckdb_tables',
    'select * from DuckDB_Settings',
    'select * from sqlite_master',
    'select * from pg_class',
    'select * from pragma_database_list',
    'select * from people at (version => 1)',
    'select (select max(ssn) from base.people)',
    'select 1 where exists (select 1 from base.people)',
    'select 1 order by (select max(ssn) from base.people)',
    'select 1 limit (select max(ssn) from base.people)',
    'select count(*) filter (where 1 in (select ssn from base.people))',
    'select sum(1) over (partition by (select max(ssn) from base.people))',
    'select list_transform([1], x -> (select max(ssn) from base.people))',
    'select [(select max(ssn) from base.people) for x in [1]]',
    'select * replace ((select max(ssn) from base.people) as x) from people',
    'select * from people join (from base.people) using (id)',
    'select * from people p join people q on p.id = (select max(ssn) from base.people)',
    'select * from unnest((select list(ssn) from base.people))',
    'select * from (from base.people) pivot (count(*) for name in (1))',
    'select 1 union all select ssn from base.people',
    'values ((select max(ssn) from base.people))',
    'select 1 group by (select max(ssn) from base.people)',
    'select 1 having (select true from base.people)',
    'select 1 qualify (select true from base.people)',
    'select distinct on ((select max(ssn) from base.people)) 1',
    'select case when (select true from base.people) then 1 end',
    "select string_agg(x, ',' order by (select max(ssn) from base.people)) from people",
  ],
  'system names under a common table expression': [
    'with recursive duckdb_views as (select sql from duckdb_views union all select sql from duckdb_views) from duckdb_views',
    'with x as (select * from sqlite_master), sqlite_master as (select 1) select * from x',
    'select (with sqlite_master as (select 1 as q) select q from sqlite_master), * from sqlite_master',
    'with pg_class as (select 1) from pg_class',
  ],
  functions: [
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/proc/self/environ')",
    "from glob('/*')",
    "from query('select 1')",
    "from query_table('base.people')",
    "from histogram('base.people', ssn)",
    "from json_execute_serialized_sql(json_serialize_sql('select 1'))",
    "select json_serialize_sql('select 1')",
    'from duckdb_settings()',
    "from pragma_table_info('people')",
    "from seq_scan('people')",
    'from summary((from people))',
    'from test_all_types()',
    "from sql_auto_complete('select')",
    "select current_setting('temp_directory')",
    "select system.main.current_setting('temp_directory')",
    "select ('temp_directory').current_setting()",
    "select getvariable('v')",
    'select version()',
    'select current_schema()',
    'select current_schema',
    'select CURRENT_CATALOG',
    'select current_user',
    'select current_query()',
    'select txid_current()',
    "select nextval('s')",
    'select setseed(0.5)',
    'select pg_sleep(1)',
    'select sleep_ms(10)',
    "select error('x')",
    "select write_log('x')",
    "select has_table_privilege('people', 'select')",
    'select stats(name) from people',
    "select list_aggregate(['temp_directory'], 'current_setting')",
    'select list_aggregate([1], name) from people',
    'select list_aggregate([1], $1)',
    "select tags.list_aggregate('x') from people",
    'select sum(id) export_state from people',
    'select read_csv(x) over () from people',
    "select a from people group by a having version() = 'x'",
    'from range((select version()))',
    "select cast_to_type('1', null::integer)",
  ],
  types: [
    'select 1::ubigint::pointer',
    'select name::variant from people',
    'select name::base.mood from people',
    'select name::mood from people',
    'select null::geometry',
    'select null::struct(a variant)',
  ],
  'functions that crash or outgrow memory': [
    "select json_structure('[]')",
    "select json_merge_patch('{}', '{}')",
    "select json_contains('[]', '1')",
    "select json_transform('1', '\"JSON\"')",
    "select json_pretty('[]')",
    "from json_tree('[]')",
    "select length(repeat('x', 1000000000))",
    "select repeat('x', id) from people",
    "select lpad(name, 2000000000, ' ') from people",
    "select printf('%2000000000d', 1)",
    "select printf('%*d', 2000000000, 1)",
    'select printf(name, 1) from people',
    "select format('{:2000000000}', 1)",
    "select format('{:{}}', 1, 2000000000)",
    "select bitstring('1', 2000000000)",
    'select list_resize([1], 2000000000)',
    'select len(range(10000000000))',
    'select generate_series(0, 100000000)',
  ],
  'planner bombs': [
    `select 1 /* ${'x'.repeat(65_536)} */`,
    `select ${nested(320, (x) => `abs(${x})`, 'id')} from people`,
    `select x${" -> 'a'".repeat(12)} from people`,
    `select 1 from ${listed(33, (i) => `people p${i}`)}`,
    `select 1 from ${listed(33, (i) => `range(2) p${i}`)}`,
    `with a0 as (from people), ${listed(12, (i) => `a${i + 1} as not materialized (select 1 from a${i} p, a${i} q)`)} from a12`,
    `select ${nested(12, (x) => `nullif(${x}, 1)`, 'id')} from people`,
    `select ${nested(6, (x) => `round_even(${x}, 1)`, 'salary')} from people`,
    `select ${nested(4, (x) => `case ${x} ${listed(20, (i) => `when ${i} then 1`, ' ')} end`, 'id')} from people`,
    `select ${nested(4, (x) => `case t.end + ${x} ${listed(20, (i) => `when ${i} then 1`, ' ')} end`, 'id')} as end from people`,
    `select ${listed(200, () => 'sum(id) over w')} from people window w as (order by ${listed(500, () => 'id + 1')})`,
    `select ${listed(150, () => '*')} from people`,
    `from people pivot (count(*) for id in (${listed(60, (i) => i)}) region in (${listed(60, (i) => i)}))`,
    `select count(*) from people group by cube (${listed(14, (i) => `c${i}`)})`,
  ],
};

for (const [group, list] of Object.entries(refused)) {
  describe(`refuses ${group}`, () => {
    test.each(list.map((sql) => [sql.slice(0, 120), sql]))('%s', async (_, sql) => {
      expect((await refusalOf(sql)).slug).toBe('sql-refused');
    });
  });
}

describe('names the tables', () => {
  test.each<[string, string[]]>([
    ['select 1', []],
    ['from People p, people q, Sales', ['People', 'Sales']],
    ['with a as (from people) from a, A', ['people']],
    // A name counts as a table wherever DuckDB might not resolve it to the common table expression.
    ['with recursive x as (select 1 from x union all select 1 from x) from x', ['x']],
    ['with x as (from y), y as (select 1) from x', ['y']],
    ['with people as (from people) from people', ['people']],
    ['select (with t as (select 1 as q) select q from t), * from t', ['t']],
    ['select * from (with t as (select 1) from t) a, t', ['t']],
    // DuckDB folds ASCII only: the Kelvin sign is not a k.
    ['with "\u212a" as (select 1) from k', ['k']],
    ['from "/srv/other/secret.csv"', ['/srv/other/secret.csv']],
  ])('%s', async (sql, tables) => {
    expect((await inspectSelect(parseOn(connection), sql)).tables).toEqual(tables);
  });
});

describe('names the parameters', () => {
  test.each<[string, string[]]>([
    ['select 1', []],
    ['select ?, ?', ['1', '2']],
    ['select $2, $1, $2', ['1', '2']],
    ['select $b, $a, $B', ['b', 'a']],
    ['select \'$1\', "?" from people', []],
  ])('%s', async (sql, parameters) => {
    expect((await inspectSelect(parseOn(connection), sql)).parameters).toEqual(parameters);
  });
});

describe('says whether it gives the same rows each time', () => {
  test.each<[string, boolean]>([
    ['select * from people where age > 3 order by uuid', true],
    ['select "now", people.today from people', true],
    ['select now()', false],
    ['select * from people where born < Current_Date', false],
    ['select localtime', false],
    ['select ago(interval 1 day)', false],
    ['select age(born) from people', false],
    ['select * from people order by random()', false],
    ['with ids as (select uuid() as id) select * from ids', false],
    ['select * from people using sample 3', false],
    ['select * from people tablesample 2 rows', false],
    ['select list_transform([1], x -> x + random())', false],
  ])('%s', async (sql, isSteady) => {
    expect((await inspectSelect(parseOn(connection), sql)).isSteady).toBe(isSteady);
  });
});

describe('explains refusals', () => {
  test('a refusal names the construct and its position', async () => {
    const refusal = await refusalOf("select 'é',\n  version()");
    expect(refusal.detail).toBe('function "version" is not available in queries');
    expect(refusal.members).toEqual({ line: 2, column: 3 });
  });

  test("a syntax error is DuckDB's own, with its position", async () => {
    const invalid = await refusalOf('select 1\nfrm people where');
    expect(invalid.slug).toBe('sql-invalid');
    expect(invalid.detail).toContain('syntax error');
    expect(invalid.members).toMatchObject({ line: 2 });
  });

  test.each(['', '  \n', ';', '-- nothing'])('%j is invalid, not refused', async (sql) => {
    expect((await refusalOf(sql)).slug).toBe('sql-invalid');
  });

  test('mixed parameters are invalid', async () => {
    expect((await refusalOf('select $1, $a')).slug).toBe('sql-invalid');
  });
});
