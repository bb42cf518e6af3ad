import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { numeric } from '../accounting-columns.js';
import { finding } from '../finding.js';
import { exceptions } from '../identities.js';
import type { TableRule } from '../review-rule.js';

const MIN_ROWS = 10;
/** Rates that fewer rows have are no rates of the law. */
const MIN_SHARE = 0.1;
const MAX_ODD = 0.1;

export const oddTaxRates: TableRule = {
  id: 'odd-tax-rates',
  group: 'accounting',
  severity: 'warning',
  of: 'table',
  title: 'Tax at a rate that no other row has',
  looksAt:
    'Tables with a net amount and its tax in ten or more rows, nearly all of which have one of a few rates; what rounding explains ' +
    'is no other rate.',
  async find(table, context) {
    const [net, tax] = [numeric(table, 'net'), numeric(table, 'tax')];
    if (!net || !tax || net === tax) return [];
    const [base, part] = [identifier(net.name), identifier(tax.name)];
    const rated = `select ${identifier(ROW_ID)}, ${base}, ${part}, round(100.0 * ${part} / ${base}, 1) as rate
from ${identifier(table.name)} where ${part} is not null and ${base} > 0`;
    const rates = await context.rows<{ rate: number; rows: number }>(
      [table],
      `select rate, count(*) as "rows" from (${rated}) group by 1 order by 2 desc, 1`,
      1000,
    );
    const all = rates.reduce((sum, { rows }) => sum + rows, 0);
    const usual = rates.filter(({ rows }) => rows >= Math.max(2, all * MIN_SHARE)).map(({ rate }) => rate);
    if (all < MIN_ROWS || usual.length === 0 || usual.length > 4) return [];
    const isUsual = usual.map(
      (rate) => `abs(${part} - ${base} * ${rate / 100}) <= greatest(1, ${base} * 0.001)`,
    );
    const found = await finding(context, oddTaxRates, {
      table,
      column: tax,
      query: `select * from (${rated}) where not (${isUsual.join(' or ')})`,
      message: ({ rowCount, rows: [row = {}] }) =>
        say('found-odd-tax-rates', {
          column: tax.name,
          net: net.name,
          rows: rowCount,
          rate: Number(row.rate),
          usual: usual.slice(0, 4),
        }),
      fix: say('mend-row'),
    });
    return found.filter(({ rowCount }) => rowCount <= Math.max(1, all * MAX_ODD));
  },
};

/** How a change against the time before is written. */
const forms = [
  (now: string, before: string) => `${now} / ${before} - 1`,
  (now: string, before: string) => `(${now} / ${before} - 1) * 100`,
  (now: string, before: string) => `${now} / ${before}`,
  (now: string, before: string) => `${now} / ${before} * 100`,
];

export const wrongGrowth: TableRule = {
  id: 'wrong-growth',
  group: 'accounting',
  severity: 'error',
  of: 'table',
  title: 'A growth rate that does not follow from its figures',
  looksAt:
    'Tables with a figure of now and of the time before (this year and last year, 当期 and 前期) and a growth rate, which follows ' +
    'from them in 80 % or more of five or more rows.',
  async find(table, context) {
    const [now, before, growth] = [numeric(table, 'now'), numeric(table, 'before'), numeric(table, 'growth')];
    if (!now || !before || !growth) return [];
    for (const form of forms) {
      const computed = form(
        `cast(${identifier(now.name)} as double)`,
        `nullif(${identifier(before.name)}, 0)`,
      );
      const found = await exceptions(context, wrongGrowth, table, {
        stated: growth,
        computed,
        tolerance: `greatest(0.0051, abs(${computed}) * 0.006)`,
        columns: [now, before],
        minRows: 5,
        holds: 0.8,
        message: ({ rows, others }) =>
          say('found-wrong-growth', {
            column: growth.name,
            now: now.name,
            before: before.name,
            rows,
            others,
          }),
      });
      if (found.length > 0) return found;
    }
    return [];
  },
};
