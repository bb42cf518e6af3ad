import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { namesVoucher, numeric } from '../accounting-columns.js';
import { finding } from '../finding.js';
import { CERTAIN, exceptions } from '../identities.js';
import type { TableRule } from '../review-rule.js';
import type { ReviewedColumn } from '../reviewed-table.js';

const cell = ({ name }: ReviewedColumn) => identifier(name);

export const lineAmounts: TableRule = {
  id: 'line-amounts',
  group: 'accounting',
  severity: 'error',
  of: 'table',
  title: 'An amount is not quantity times price',
  looksAt:
    'Tables with a quantity, a unit price and an amount, where the product holds in 90 % of 10 or more rows.',
  async find(table, context) {
    const [quantity, price, amount] = [
      numeric(table, 'quantity'),
      numeric(table, 'price'),
      numeric(table, 'amount'),
    ];
    if (!quantity || !price || !amount) return [];
    const computed = `${cell(quantity)} * ${cell(price)}`;
    return await exceptions(context, lineAmounts, table, {
      stated: amount,
      computed,
      tolerance: `greatest(1, 0.001 * abs(${computed}))`,
      columns: [quantity, price],
      message: (found) =>
        say('found-not-product', { ...found, column: amount.name, factors: [quantity.name, price.name] }),
    });
  },
};

export const taxAmounts: TableRule = {
  id: 'tax-amounts',
  group: 'accounting',
  severity: 'error',
  of: 'table',
  title: 'Net and tax do not make the gross amount',
  looksAt: 'Tables with a net, a tax and a gross amount, where the sum holds in 90 % of 10 or more rows.',
  async find(table, context) {
    const [net, tax, gross] = [numeric(table, 'net'), numeric(table, 'tax'), numeric(table, 'gross')];
    if (!net || !tax || !gross || net === gross) return [];
    return await exceptions(context, taxAmounts, table, {
      stated: gross,
      computed: `${cell(net)} + ${cell(tax)}`,
      tolerance: '1',
      columns: [net, tax],
      message: (found) =>
        say('found-not-sum', { ...found, column: gross.name, added: [net.name, tax.name], subtracted: [] }),
    });
  },
};

export const movingBalances: TableRule = {
  id: 'moving-balances',
  group: 'accounting',
  severity: 'error',
  of: 'table',
  title: 'Opening plus movements is not the closing balance',
  looksAt:
    'Tables with an opening and a closing balance and what came in and went out, where it holds in 90 % of 10 or more rows.',
  async find(table, context) {
    const [opening, increase] = [numeric(table, 'opening'), numeric(table, 'increase')];
    const [decrease, closing] = [numeric(table, 'decrease'), numeric(table, 'closing')];
    if (!opening || !increase || !decrease || !closing || opening === closing) return [];
    return await exceptions(context, movingBalances, table, {
      stated: closing,
      computed: `${cell(opening)} + ${cell(increase)} - ${cell(decrease)}`,
      tolerance: '0.005',
      columns: [opening, increase, decrease],
      message: (found) =>
        say('found-not-sum', {
          ...found,
          column: closing.name,
          added: [opening.name, increase.name],
          subtracted: [decrease.name],
        }),
    });
  },
};

export const unbalancedVouchers: TableRule = {
  id: 'unbalanced-vouchers',
  group: 'accounting',
  severity: 'error',
  of: 'table',
  title: 'Debit and credit of a voucher differ',
  looksAt: 'Journals with debit, credit and voucher number, where 80 % of 5 or more vouchers balance.',
  async find(table, context) {
    const [debit, credit] = [numeric(table, 'debit'), numeric(table, 'credit')];
    const voucher = table.columns.find(({ name }) => namesVoucher(name));
    if (!debit || !credit || !voucher) return [];
    const [key, from] = [cell(voucher), identifier(table.name)];
    const sums = `select ${key}, sum(coalesce(${cell(debit)}, 0)) as debits, sum(coalesce(${cell(credit)}, 0)) as credits
from ${from} where ${key} is not null group by 1`;
    const isOdd = 'abs(debits - credits) > 0.005';
    const [{ n, odd } = { n: 0, odd: 0 }] = await context.rows<{ n: number; odd: number }>(
      [table],
      `select count(*) as n, count_if(${isOdd}) as odd from (${sums})`,
      1,
    );
    if (n < 5 || odd === 0 || n - odd < n * 0.8) return [];
    return await finding(context, unbalancedVouchers, {
      table,
      column: voucher,
      severity: n - odd >= n * CERTAIN ? 'error' : 'warning',
      query: `select lines.${identifier(ROW_ID)}, lines.${key}, lines.${cell(debit)}, lines.${cell(credit)}, debits, credits
from ${from} as lines join (${sums}) as sums using (${key}) where ${isOdd}`,
      orderBy: `2, 1`,
      message: ({ rowCount }) => say('found-unbalanced-vouchers', { odd, all: n, rows: rowCount }),
      fix: say('mend-unbalanced-vouchers'),
    });
  },
};
