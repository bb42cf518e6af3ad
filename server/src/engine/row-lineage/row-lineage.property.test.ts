import { expect, test } from 'vitest';
import { exactCases, guessedCases } from '../../../test-support/lineage-cases.js';
import { Random } from '../../../test-support/random.js';
import { RandomSelect } from '../../../test-support/random-select.js';
import { RowLineageOracle, type TracedRow } from '../../../test-support/row-lineage-oracle.js';

/** Set SVC_TEST_STEPS to search longer. */
const QUERIES = Number(process.env.SVC_TEST_STEPS ?? 20);

const listed = [...Object.values(exactCases).flat(), ...guessedCases].map(([sql]) => sql);

/** Statements in which rows that are not behind a row affect its values or its existence. */
const looksElsewhere = /"class":"(SUBQUERY|WINDOW)"|"LIMIT_|"(SEMI|ANTI|EXCEPT)"/;
/** Grouped rows may find a partner once there are fewer of them. */
const findsPartners =
  /(?=.*"join_type":"(LEFT|RIGHT|OUTER|FULL)")(?=.*("group_expressions":\[\{|FORCE_AGGREGATES))/;
/**
 * It uses the row of a table as one value, which then includes the added column: its trace is reported as
 * different.
 */
const showsWholeRows = 'row_to_json(t)';

async function faultsOf(oracle: RowLineageOracle, sql: string, rows: TracedRow[]): Promise<string[]> {
  const shown = rows.map(({ values }) => JSON.stringify(values)).sort();
  expect({ sql, shown }).toEqual({ sql, shown: await oracle.resultOf(sql) });
  const tree = await oracle.treeText(sql);
  if (looksElsewhere.test(tree) || findsPartners.test(tree)) return [];
  const faults: string[] = [];
  for (const { values, origins } of rows) {
    const again = await oracle.resultOf(sql, origins);
    if (!again.includes(JSON.stringify(values)))
      faults.push(`${JSON.stringify(values)} is not made of ${JSON.stringify(origins)}`);
  }
  return faults;
}

test('a traced statement has the same rows, and their source rows alone reproduce each of them', {
  timeout: 60_000,
}, async () => {
  const oracle = await RowLineageOracle.create(1);
  let traced = 0;
  for (const sql of listed.filter((one) => !one.includes(showsWholeRows))) {
    const rows = await oracle.trace(sql);
    if (!rows) continue;
    traced += 1;
    expect({ sql, faults: await faultsOf(oracle, sql, rows) }).toEqual({ sql, faults: [] });
  }
  expect(traced).toBeGreaterThan(listed.length * 0.8);
  oracle.close();
});

test('so do random statements', { timeout: 60_000 + QUERIES * 300 }, async () => {
  const oracle = await RowLineageOracle.create(1);
  const selects = new RandomSelect(new Random(1));
  let traced = 0;
  for (let done = 0; done < QUERIES; ) {
    const sql = selects.make();
    // DuckDB refuses some, mostly because a name is ambiguous.
    const isValid = await oracle.resultOf(sql).then(
      () => true,
      () => false,
    );
    if (!isValid) continue;
    done += 1;
    const rows = await oracle.trace(sql);
    if (!rows) continue;
    traced += 1;
    expect({ sql, faults: await faultsOf(oracle, sql, rows) }).toEqual({ sql, faults: [] });
  }
  expect(traced).toBeGreaterThan(QUERIES * 0.9);
  oracle.close();
});

test.each([
  'select t.id, t.b, u.c from t join u on t.a = u.a where t.b > 0',
  'select x.name, y.name from (select a, name from t where flag) x, (select a, name from t) y where x.a = y.a',
  'with x as (select a, b from t) select x.b, u.d from x join u using (a)',
])('without any one of its rows a joined row is not there: %s', async (sql) => {
  const oracle = await RowLineageOracle.create(3);
  const rows = (await oracle.trace(sql)) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  for (const { values, origins } of rows) {
    const text = JSON.stringify(values);
    for (const input of ['t', 'u'] as const)
      for (const gone of origins[input]) {
        const rest = { ...origins, [input]: origins[input].filter((rowId) => rowId !== gone) };
        expect(await oracle.resultOf(sql, rest)).not.toContain(text);
      }
  }
  oracle.close();
});
