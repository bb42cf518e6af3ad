import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RowLineageOracle } from '../../../test-support/row-lineage-oracle.js';

let oracle: RowLineageOracle;
beforeAll(async () => {
  oracle = await RowLineageOracle.of({
    t: [
      { id: 1, a: 1, b: 10, name: "'x'", tags: "['p', 'q']" },
      { id: 2, a: 1, b: 20, name: "'y'", tags: '[]' },
      { id: 3, a: 2, b: 30, name: "'x'", tags: "['p']" },
    ],
    u: [
      { id: 1, a: 1, c: 5, d: 1 },
      { id: 1, a: 2, c: 6, d: 1 },
      { id: 4, a: 1, c: 7, d: 2 },
    ],
  });
});
afterAll(() => oracle.close());

/** The values of each row and the input rows behind it: `1 x: t1 t2 u3`. */
async function described(sql: string): Promise<string[] | undefined> {
  const rows = await oracle.trace(sql);
  return rows
    ?.map(({ values, origins }) => {
      const places = [...origins.t.map((id) => `t${id}`), ...origins.u.map((id) => `u${id}`)];
      return `${values.join(' ')}: ${places.join(' ')}`;
    })
    .sort();
}

type Case = [sql: string, ...rows: string[]];

const cases: Record<string, Case[]> = {
  'a row comes from the row that it was': [
    ['select name from t where b > 10', 'x: t3', 'y: t2'],
    ['select * exclude (tags, info, s, flag) from t where id = 1', '1 1 10 x 1: t1'],
    [
      'select t.* exclude (tags, info, s, flag), t.id + 9007199254740993 as big from t where id = 1',
      '1 1 10 x 1 9007199254740994: t1',
    ],
    ['select name from t order by b desc limit 1', 'x: t3'],
    ['select distinct on (a) b from t order by a, b desc', '20: t2', '30: t3'],
    ['select b from t qualify row_number() over (partition by a order by b desc) = 1', '20: t2', '30: t3'],
    ['select v.p from (select a + b from t) v(p) where p < 12', '11: t1'],
    ['select unnest(tags) as tag from t', 'p: t1', 'p: t3', 'q: t1'],
    ['select id, tag from t, unnest(tags) v(tag)', '1 p: t1', '1 q: t1', '3 p: t3'],
    ["select columns('^[ab]$') from t where id = 2", '1 20: t2'],
    ['select columns(* exclude (tags, info, s, flag, name)) from t where id = 2', '2 1 20 2: t2'],
    ['select #2 from t where id = 3', '2: t3'],
    ['select id, k, v from u unpivot (v for k in (c, d)) where id = 4', '4 c 7: u3', '4 d 2: u3'],
    ['select 1.50 as d, 5e1 as e, 12345678901234567890 as h', '1.50 50.0 12345678901234567890: '],
  ],
  'a join comes from the rows of both sides': [
    ['select name, c from t join u using (id)', 'x 5: t1 u1', 'x 6: t1 u2'],
    ['select name, c from t left join u using (id)', 'x 5: t1 u1', 'x 6: t1 u2', 'x : t3', 'y : t2'],
    [
      'select t.id as l, u.id as r from t full join u using (id) where d = 2 or d is null',
      '2 : t2',
      '3 : t3',
      ' 4: u3',
    ],
    ['select x.b, y.b from t x, t y where x.id < y.id and x.a = y.a', '10 20: t1 t2'],
    [
      'select name, c from (select id, name from t) natural join (select id, c from u)',
      'x 5: t1 u1',
      'x 6: t1 u2',
    ],
    ['select name from t semi join u using (id)', 'x: t1'],
    [
      'select t.id, m from t, lateral (select max(c) as m from u where u.id = t.id) where m > 0',
      '1 6: t1 u1 u2',
    ],
  ],
  'a group comes from all of its rows': [
    ['select a, sum(b) from t group by a', '1 30: t1 t2', '2 30: t3'],
    ['select a, sum(b) from t group by all having count(*) > 1', '1 30: t1 t2'],
    ['select count(*) from t where b > 1000', '0: '],
    ['select sum(b) from t', '60: t1 t2 t3'],
    ['select a, sum(b) filter (where b > 10) as s from t group by 1', '1 20: t1 t2', '2 30: t3'],
    ['select a, count(*) from t group by rollup (a)', ' 3: t1 t2 t3', '1 2: t1 t2', '2 1: t3'],
    ['select name, sum(c) from t join u using (id) group by name', 'x 11: t1 u1 u2'],
    ['select sum(s) from (select a, sum(b) as s from t group by a) where s > 1', '60: t1 t2 t3'],
    ['select sum(sum(b)) over () as s, a from t group by a', '60 1: t1 t2', '60 2: t3'],
  ],
  'equal rows that become one come from all of them': [
    ['select distinct name from t', 'x: t1 t3', 'y: t2'],
    ['select distinct name from t order by name limit 1', 'x: t1 t3'],
    ['select a from t union select a from u', '1: t1 t2 u1 u3', '2: t3 u2'],
    ['select a from t union all select a from u where d = 2', '1: t1', '1: t2', '1: u3', '2: t3'],
    [
      'select a, b from t where id = 1 union all by name select c, a from u where d = 2',
      '1 10 : t1',
      '1  7: u3',
    ],
    ['select id from t intersect select id from u', '1: t1 u1 u2'],
    ['select id from t except select id from u', '2: t2', '3: t3'],
  ],
  'common table expressions and nested queries': [
    ['with x as (select a, sum(b) as s from t group by a) select s from x where a = 1', '30: t1 t2'],
    ['with x(p) as (select a from t) select l.p from x l join x r on l.p = r.p + 1', '2: t1 t3', '2: t2 t3'],
    [
      'with t as (select id, a from t where a = 1), x as (select id from t) select id from x',
      '1: t1',
      '2: t2',
    ],
    ['with x as (select a from t) select c from u where a > all (select a from x where a < 2)', '6: u2'],
    ['with x as (with y as (select b from t) select * from y) select * from x where b = 30', '30: t3'],
  ],
};

for (const [group, list] of Object.entries(cases)) {
  describe(group, () => {
    test.each(list)('%s', async (sql, ...rows) => {
      expect(await described(sql)).toEqual(rows.sort());
    });
  });
}

test.each([
  'with recursive r as (select a from t union all select a + 1 from r where a < 3) select a from r',
  'select * from (select a, b, name from t) pivot (sum(b) for a in (1, 2))',
  'select t.name, u.c from t positional join u',
  'select a from t except all select a from u',
  'select a from t using sample 2 rows',
  "select columns(c -> c like '%a') from t",
  "select columns('.*') from t",
  'select #11 from t, u',
  'select a as __svc_from_1 from t',
])('untraceable: %s', async (sql) => {
  expect(await described(sql)).toBeUndefined();
});
