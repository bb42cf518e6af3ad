import { families } from '../structure/outcomes/families.mjs';
import { makeCase } from '../structure/outcomes/make-case.mjs';
import { printTable } from '../support/measure.mjs';

const severities = ['error', 'warning', 'info'];

/** Reviews the tables that sheets are drawn from, in which nothing is wrong, and counts what is found nevertheless. */
export async function countOnCleanTables(api, seeds) {
  const counts = new Map();
  let tables = 0;
  const found = [];
  for (const family of Object.keys(families)) {
    for (let seed = 1; seed <= seeds; seed++) {
      const { truths } = makeCase(family, seed);
      const { report, tableCount } = await reviewTables(api, truths[0]);
      tables += tableCount;
      for (const finding of report.findings) {
        const perRule = counts.get(finding.rule) ?? { error: 0, warning: 0, info: 0 };
        perRule[finding.severity] += 1;
        counts.set(finding.rule, perRule);
        found.push({ family, seed, ...finding });
      }
    }
  }
  if (process.argv.includes('--list'))
    for (const { family, seed, severity, rule, message } of found)
      console.log(`${family} ${seed}: ${severity} ${rule}: ${message}`);
  const total = (severity) => [...counts.values()].reduce((sum, one) => sum + one[severity], 0);
  printTable(
    `Findings on ${tables} clean tables`,
    ['rule', ...severities, 'per 100 tables'],
    [
      ...[...counts].map(([rule, one]) => [
        rule,
        ...severities.map((severity) => one[severity]),
        per(
          severities.reduce((sum, severity) => sum + one[severity], 0),
          tables,
        ),
      ]),
      ['all', ...severities.map(total), per(total('error') + total('warning') + total('info'), tables)],
    ],
  );
  console.log(`\nErrors per 100 clean tables: ${per(total('error'), tables)}; the goal is at most 1.`);
}

const per = (count, tables) => ((count / tables) * 100).toFixed(1);

async function reviewTables(api, tables) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'clean' });
  const workbook = `/api/v1/workbooks/${id}`;
  let tableCount = 0;
  for (const [at, { columns, rows }] of tables.entries()) {
    if (rows.length === 0) continue;
    const name = `t${at}`;
    const named = columns.map((column, i) => ({
      name: column.name === '' ? `column ${i}` : column.name,
      type: column.type === 'PERIOD' ? 'VARCHAR' : column.type,
    }));
    await api('POST', `${workbook}/tables`, { name, columns: named });
    const records = rows.map((row) =>
      Object.fromEntries(row.map((value, i) => [named[i].name, cellOf(value, named[i])])),
    );
    await api('POST', `${workbook}/tables/${name}/rows/upsert`, { rows: records, expected_version: 1 });
    tableCount += 1;
  }
  return { report: await api('POST', `${workbook}/review`), tableCount };
}

const cellOf = (value, { type }) =>
  value === null || value === undefined ? null : type === 'VARCHAR' ? String(value) : value;
