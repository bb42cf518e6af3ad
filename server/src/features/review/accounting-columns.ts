import type { ReviewedColumn, ReviewedTable } from './reviewed-table.js';

/** Names of the figures whose arithmetic accounting decides. */
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
  assets: /^(?:total[ _-]?)?assets$|^(?:総資産|資産(?:合計|の部合計)?)$/i,
  liabilities: /^(?:total[ _-]?)?liabilities$|^(?:総負債|負債(?:合計|の部合計)?)$/i,
  equity:
    /^(?:total[ _-]?)?(?:(?:share|stock)holders'?[ _-]?|owners?'?[ _-]?)?equity$|^net[ _-]?assets$|^(?:純資産|資本|自己資本)(?:合計|の部合計)?$/i,
  now: /^(?:this|current)[ _-]?(?:year|month|quarter|period)$|^(?:当|今)(?:期|年度?|月)(?:実績)?$/i,
  before: /^(?:last|previous|prior)[ _-]?(?:year|month|quarter|period)$|^前(?:期|年度?|月)(?:実績)?$/i,
  growth:
    /^(?:growth(?:[ _-]?rate)?|yoy|change)(?:[ _-]?(?:%|pct|percent))?(?:\(%\))?$|^(?:前(?:期|年|月)比|成長率|伸び?率|増減率)(?:\(%\))?$/i,
  closing: /^(?:closing|ending)(?:[ _-]?balance)?$|^(?:期末|当月|翌月)?(?:残高|残|在庫)(?:数量?)?$|^期末$/i,
} as const;

type Word = keyof typeof words;

/** The one numeric column with such a name; none where several could be meant. */
export function numeric({ columns }: ReviewedTable, word: Word): ReviewedColumn | undefined {
  const named = columns.filter(
    ({ name, kind }) => kind === 'number' && words[word].test(name.normalize('NFKC').trim()),
  );
  return named.length === 1 ? named[0] : undefined;
}

export const namesVoucher = (name: string) => words.voucher.test(name.normalize('NFKC'));
