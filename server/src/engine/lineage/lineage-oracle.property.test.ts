import { expect, test } from 'vitest';
import { exactCases, guessedCases } from '../../../test-support/lineage-cases.js';
import { LineageOracle } from '../../../test-support/lineage-oracle.js';
import { Random } from '../../../test-support/random.js';
import { RandomSelect } from '../../../test-support/random-select.js';
import type { Lineage } from './column-lineage.js';

/** Set SVC_TEST_STEPS to search longer. */
const QUERIES = Number(process.env.SVC_TEST_STEPS ?? 30);

const listed = [...Object.values(exactCases).flat(), ...guessedCases].map(([sql]) => sql);

test('no column moves with an input that its lineage does not name', { timeout: 60_000 }, async () => {
  const oracle = await LineageOracle.create(1);
  for (const sql of listed) {
    expect({ sql, faults: await oracle.faults(sql, await oracle.lineageOf(sql)) }).toEqual({
      sql,
      faults: [],
    });
  }
  oracle.close();
});

test('neither does it in random queries, and all of them are understood', {
  timeout: 60_000 + QUERIES * 200,
}, async () => {
  const oracle = await LineageOracle.create(2);
  const selects = new RandomSelect(new Random(2));
  for (let done = 0; done < QUERIES; ) {
    const sql = selects.make();
    const lineage = await oracle.lineageOf(sql).catch(() => undefined);
    // DuckDB refuses it, mostly because a name is ambiguous.
    if (!lineage) continue;
    done += 1;
    const faults = await oracle.faults(sql, lineage);
    expect({ sql, exact: lineage.exact, faults }).toEqual({ sql, exact: true, faults: [] });
  }
  oracle.close();
});

test('the oracle does notice changes', async () => {
  const oracle = await LineageOracle.create(1);
  const blind = (lineage: Lineage): Lineage => ({
    ...lineage,
    columns: lineage.columns.map((column) => ({ ...column, sources: [] })),
    influences: [],
  });
  const faultsOf = async (sql: string) => oracle.faults(sql, blind(await oracle.lineageOf(sql)));
  expect(await faultsOf('select t.a, b + c as x from t cross join u')).toEqual([
    'a moved with t.a',
    'x moved with t.b',
    'x moved with u.c',
  ]);
  expect(await faultsOf('select name from t where a > 1')).toEqual([
    'name moved with t.a',
    'name moved with t.name',
  ]);
  oracle.close();
});
