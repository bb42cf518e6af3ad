import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { finding } from '../finding.js';
import type { ReviewContext } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_ROWS = 10;
/** An identity that holds less often is not one of this table. */
const HOLDS = 0.9;
/** Where it holds more often, the exceptions are mistakes. */
const CERTAIN = 0.98;

const words = {
  quantity: /^(?:qty|quantity|units?|count|pieces|pcs)$|^(?:数量|個数|員数|台数|本数)$/i,
  price: /^(?:unit[ _-]?price|price|unit[ _-]?cost|rate)$|^(?:単価|価格)(?:\(.*\))?$/i,
  amount:
    /^(?:line[ _-]?)?(?:amount|total|subtotal|value|sales)$|^(?:金額|小計|合計|売上(?:高|金額)?|計)(?:\(.*\))?$/i,
  net: /^(?:net|subtotal|amount[ _-]?excl.*|taxable.*|net[ _-]?amount)$|税抜|^小計$|本体価格/i,
  tax: /^(?:tax|vat|sales[ _-]?tax|tax[ _-]?amount)$|^(?:消費税額?|税額)(?:\(.*\))?$/i,
  gross:
    /^(?:gross|total|gross[ _-]?amount|amount[ _-]?incl.*|grand[ _-]?total)$|税込|^(?:合計|請求額|総額)(?:金額)?$/i,
  debit: /^debits?(?:[ _-]?amount)?$|^借方(?:金額)?$/i,
  credit: /^credits?(?:[ _-]?amount)?$|^貸方(?:金額)?$/i,
  voucher: /voucher|journal|entry[ _-]?(?:no|number|id)|document[ _-]?(?:no|number)|伝票|仕訳(?:番号|No)/i,
  opening: /^opening(?:[ _-]?balance)?$|^(?:期首|前月|前期|繰越)(?:残高?|在庫|繰越)?$/i,
  increase:
    /^(?:in|received|receipts|increase|purchases|additions)$|^(?:入庫|入荷|仕入|増加|入金)(?:数量?|額|高)?$/i,
  decrease:
    /^(?:out|issued|issues|decrease|shipped|disposals|withdrawals)$|^(?:出庫|出荷|減少|出金|払出)(?:数量?|額|高)?$/i,
  closing: /^(?:closing|ending)(?:[ _-]?balance)?$|^(?:期末|当月|翌月)?(?:残高|残|在庫)(?:数量?)?$|^期末$/i,
} as const;

type Word = keyof typeof words;

/** The one numeric column with such a name; none where several could be meant. */
function numeric({ columns }: ReviewedTable, word: Word): ReviewedColumn | undefined {
  const named = columns.filter(
    ({ name, kind }) => kind === 'number' && words[word].test(name.normalize('NFKC').trim()),
  );
  return named.length === 1 ? named[0] : undefined;
}

interface Identity {
  /** What the row says, and what follows from its other cells. */
  stated: ReviewedColumn;
  computed: string;
  /** How much rounding explains. */
  tolerance: string;
  columns: readonly ReviewedColumn[];
  /** Says that it does not hold. */
  message: (found: { rows: number; others: number }) => Message;
}

async function exceptions(
  context: ReviewContext,
  rule: TableRule,
  table: ReviewedTable,
  { stated, computed, tolerance, columns, message }: Identity,
): Promise<Finding[]> {
  const from = identifier(table.name);
  const all = [...columns, stated];
  const complete = all.map(({ name }) => `${identifier(name)} is not null`).join(' and ');
  const differs = `abs(${identifier(stated.name)} - (${computed})) > ${tolerance}`;
  const counts = `select count(*) as n, count_if(${differs}) as odd from ${from} where ${complete}`;
  const [{ n, odd } = { n: 0, odd: 0 }] = await context.rows<{ n: number; odd: number }>([table], counts, 1);
  if (n < MIN_ROWS || odd === 0 || n - odd < n * HOLDS) return [];
  const shown = [ROW_ID, ...all.map(({ name }) => name)].map(identifier).join(', ');
  return await finding(context, rule, {
    table,
    column: stated,
    severity: n - odd >= n * CERTAIN ? 'error' : 'warning',
    query: `select ${shown}, ${computed} as expected from ${from} where ${complete} and ${differs}`,
    message: ({ rowCount }) => message({ rows: rowCount, others: n - odd }),
    fix: say('mend-row'),
  });
}

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
    const voucher = table.columns.find(({ name }) => words.voucher.test(name.normalize('NFKC')));
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
