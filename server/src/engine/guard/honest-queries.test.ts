import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectSelect } from './inspect-select.js';
import { parseOn } from './parse-sql.js';

/** Queries that analysts write. Each must pass the guard, and be SQL that DuckDB can plan. */
const queries: Record<string, string[]> = {
  'plain reads': [
    'select * from people',
    'from people',
    'from people select name where salary > 10',
    'table people',
    'select distinct region from people;',
    "select name, salary * 1.1 as raised from people where region in ('north', 'south') order by 2 desc nulls last limit 10 offset 5",
    'select * from people limit 10%',
    'select distinct on (region) region, name from people order by region, hired desc',
    'select "Name" as "the name" from "People" p -- a comment\n/* and /* another */ one */',
    'select p.* exclude (salary) from people p',
    'select * replace (upper(name) as name) rename (salary as pay) from people',
    "select columns('na.*'), max(columns(* exclude (tags, info, profile))) over () from people",
    "select columns(c -> c like '%a%') from people",
    'select coalesce(*columns(* exclude (tags, info, profile, active, id, salary, hired, seen))) from people',
    'select * from people using sample 10%',
    'select * from people tablesample reservoir(5 rows) repeatable (3)',
    'select rowid from (select 1 as rowid)',
    "select user from (select 'x' as user)",
  ],
  'joins and subqueries': [
    'select p.name, sum(s.amount) from people p join sales s on s.person = p.id group by all',
    'select * from people p left join sales s using (id)',
    'select * from people natural full join sales',
    'select * from people p semi join sales s on s.person = p.id',
    'select * from people p anti join sales s on s.person = p.id',
    'select * from sales s asof join sales t on s.id = t.id and s.sold >= t.sold',
    'select * from people positional join sales',
    'select p.name, best.amount from people p, lateral (select max(amount) as amount from sales s where s.person = p.id) best',
    'select name from people p where exists (select 1 from sales s where s.person = p.id)',
    'select name from people where id in (select person from sales) and (id, region) not in (select id, region from people)',
    'select name, (select count(*) from sales s where s.person = p.id) as sales from people p',
    'select name from people where salary > all (select amount from sales) or salary = any (select 3)',
    'select array(select name from people order by 1)',
    "select * from (values (1, 'a'), (2, 'b')) v(n, s)",
    'values (1, 2), (3, 4)',
    'select 1 as n union all select 2 union select 3 except select 1 intersect select 2 order by n',
    'select name, region from people union all by name select region, name from people',
  ],
  'common table expressions': [
    'with a as (select * from people), b as (select region, count(*) n from a group by 1) select * from b join a using (region)',
    'with recursive r(n) as (select 1 union all select n + 1 from r where n < 10) select * from r',
    'with recursive tree as (select id, name, 0 as depth from people where id = 1 union all select p.id, p.name, depth + 1 from people p join tree t on p.id = t.id + 1) select * from tree',
    'with a as materialized (select 1 as x), b as not materialized (select 2 as x) select * from a, b',
    'with people as (select 1 as id) select * from people',
    'select * from (with a as (select 1 as x) select * from a) join (with a as (select 2 as x) select * from a) using (x)',
  ],
  'aggregates and windows': [
    "select region, count(*), count(distinct name), sum(salary) filter (where active), string_agg(name, ', ' order by name), list(name order by salary desc) from people group by region having count(*) > 1",
    'select region, active, grouping(region), sum(salary) from people group by rollup (region, active)',
    'select region, active, sum(salary) from people group by cube (region, active)',
    'select region, active, sum(salary) from people group by grouping sets ((region), (active), ())',
    'select quantile_cont(salary, 0.5), quantile_cont(salary, [0.1, 0.9]), median(salary), mode(region), stddev(salary), approx_count_distinct(name), arg_max(name, salary), corr(salary, id), regr_slope(salary, id), histogram(region), mad(salary), entropy(region), kurtosis(salary), skewness(salary) from people',
    'select percentile_cont(0.5) within group (order by salary) from people',
    'select name, row_number() over (partition by region order by salary desc) as rank from people qualify rank <= 3',
    "select name, sum(salary) over w, avg(salary) over (w rows between 2 preceding and current row), lag(name, 1, 'none') over w from people window w as (partition by region order by hired)",
    'select first_value(name ignore nulls) over (order by hired range between interval 30 days preceding and unbounded following exclude current row) from people',
    'select ntile(4) over (order by salary), percent_rank() over (order by salary), cume_dist() over (order by salary), nth_value(name, 2) over (order by id), dense_rank() over (order by salary) from people',
    'select any_value(name), bool_and(active), bit_or(id), product(salary), max(name, 3), geomean(salary), weighted_avg(salary, id) from people',
  ],
  'pivot and unpivot': [
    "pivot people on region in ('north', 'south') using sum(salary) group by name",
    "select * from (select region, salary from people) pivot (sum(salary) as total, count(*) as n for region in ('north', 'south' as s))",
    'unpivot sales on amount, id into name what value how',
    'from sales unpivot include nulls (v for k in (amount, id))',
    'unpivot sales on columns(* exclude (sold, region, person)) into name k value v',
  ],
  'text, numbers, conditions': [
    "select name ilike '%a%', name not like 'b\\_%' escape '\\', name similar to '[a-z]+', regexp_matches(name, '^a', 'i'), regexp_extract(name, '(\\w+) (\\w+)', ['first', 'last']), regexp_replace(name, '\\s+', ' ', 'g'), name ^@ 'a', name glob 'a*' from people",
    "select case when salary > 10 then 'high' when salary is null then 'none' else 'low' end, case region when 'north' then 1 when 'south' then 2 end, if(active, 1, 0), ifnull(name, ''), coalesce(region, name, '?'), nullif(region, ''), greatest(1, id), salary between 1 and 2, salary not between 3 and 4, name is distinct from region, active is true, active is not false from people",
    "select upper(trim(name)) || '-' || lpad(id::varchar, 8, '0'), split_part(name, ' ', 1), concat_ws(', ', name, region), substring(name from 1 for 3), position('a' in name), length(name), left(name, 2), name[1:3], replace(name, 'a', 'b'), reverse(name), strip_accents(name), levenshtein(name, region), md5(name), repeat('-', 10), format('{:,} of {}', id, name), printf('%08.2f', salary), name.upper().trim(), people.name.lower() from people",
    'select abs(-1), round(2.567, 2), round_even(2.5, 0), ceil(1.2), 7 // 2, 7 % 2, 2 ** 8, 2 ^ 3, -id, ~id, id & 3, id << 1, 5!, @(-3), sqrt(2), ln(2), log10(2), pi(), random(), sin(1), 1e10, 1_000, 123456789012345678901, 0x1F from people',
    "select try(name::int), try_cast(name as integer), name collate nocase, 'a' collate de < 'b', typeof(name), hash(name), uuid(), x.y from people, (select {'y': 1} as x)",
  ],
  'dates and times': [
    "select hired + interval 1 month, hired - date '2020-01-01', extract(year from hired), date_part('quarter', hired), date_trunc('week', hired), strftime(hired, '%Y-%m'), strptime('2024-01-31', '%Y-%m-%d'), try_strptime(name, '%d.%m.%Y'), age(hired), date_diff('day', hired, current_date), last_day(hired), dayname(hired), make_date(2024, 1, 31), epoch(seen), seen at time zone 'Europe/Zurich', now(), current_timestamp, today(), to_timestamp(0), time_bucket(interval '15 minutes', seen), interval '1 day 2 hours', (3 || ' days')::interval, isodow(hired), yearweek(hired) from people",
    "select d::date from range(date '2024-01-01', date '2025-01-01', interval 1 day) t(d) left join people on hired = d",
    "select unnest(generate_series(date '2024-01-01', date '2024-12-01', interval 1 month))",
  ],
  'lists, structs, maps, JSON': [
    "select list_transform(tags, x -> upper(x)), list_filter(tags, lambda x: len(x) > 1), list_reduce([1, 2, 3], (a, b) -> a + b), [x || i for x, i in tags if x is not null], tags[1], tags[-1], tags[1:2], len(tags), list_contains(tags, 'a'), list_sort(tags), list_distinct(tags), array_to_string(tags, ', '), list_sum([1, 2]), list_aggregate([1, 2], 'stddev_pop'), flatten([[1], [2]]), list_zip([1], [2]) from people",
    'select name, unnest(tags) from people',
    'select name, t from people, unnest(tags) u(t)',
    'select * from unnest([1, 2, 3]) with ordinality',
    "select profile.age, profile['city'], struct_extract(profile, 'age'), {'a': 1, 'b': {'c': 2}}.b.c, row(1, 2), struct_pack(x := 1), map {'k': 1}['k'], map_keys(map {'k': 1}), unnest(profile), profile.* from people",
    "select info -> 'a', info ->> '$.a.b', info -> 'a' ->> 0, json_extract_string(info, '$.x'), json_array_length(info, '$.list'), json_keys(info), json_type(info), json_valid(name), to_json(profile), json_object('a', 1), json_group_array(name), json_group_object(name, id), (info ->> 'n')::int from people group by all",
    'select key, value from people, json_each(info)',
    'select len(range(10)), range(1, 5), generate_series(0, 100, 10)',
  ],
  'casts to every type': [
    'boolean tinyint smallint integer bigint hugeint utinyint usmallint uinteger ubigint uhugeint float double varchar text blob bit uuid date time timetz timestamp timestamptz timestamp_s timestamp_ms timestamp_ns interval json',
  ]
    .flatMap((names) => names.split(' '))
    .map((type) => `select cast(null as ${type}), null::${type}[]`)
    .concat(
      'select null::decimal(18, 3), null::numeric, null::varchar(10), null::char(3), null::timestamp(3), null::time with time zone',
      "select null::struct(a integer, b varchar[]), null::map(varchar, integer), null::union(n integer, s varchar), null::integer[3], 'a'::enum ('a', 'b'), null::json[]",
    ),
  parameters: [
    'select * from people where region = $1 and salary > $2',
    'select * from people where region = ? and salary > ?',
    'select * from people where region = $region and salary > $least::double limit $most',
  ],
};

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`
    create table people (id bigint, name varchar, region varchar, salary double, active boolean, hired date,
      seen timestamptz, tags varchar[], info json, profile struct(age integer, city varchar));
    create table sales (id bigint, person bigint, amount double, sold timestamp, region varchar)`);
});
afterAll(() => connection.closeSync());

for (const [group, list] of Object.entries(queries)) {
  describe(group, () => {
    test.each(list)('%s', async (sql) => {
      const { tables } = await inspectSelect(parseOn(connection), sql);
      for (const table of tables) expect(['people', 'sales']).toContain(table.toLowerCase());
      await expect(connection.prepare(sql)).resolves.toBeDefined();
    });
  });
}
