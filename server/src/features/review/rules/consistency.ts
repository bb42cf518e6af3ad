import { say } from '@workbook-data-service/contract/messages';
import { excerptOf, quotable } from '@workbook-data-service/contract/messages/words';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../../core/sql-text.js';
import { describesCode, namesKey } from '../column-vocabulary.js';
import { finding, valuesIn } from '../finding.js';
import { selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { halfWidth, halfWidthSql } from '../text-patterns.js';

const MIN_KEYS = 5;
const MAX_SHARE = 0.05;
const MAX_PAIRS = 20;

export const keyWithTwoNames: TableRule = {
  id: 'key-with-two-names',
  group: 'consistency',
  severity: 'warning',
  of: 'table',
  title: 'One code with several names',
  looksAt:
    'Code and name columns of the same thing (product_id and product_name, 顧客コード and 顧客名) where all but one of five or more ' +
    'codes, or 95 %, have one name.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const [code, name] of codesWithNames(table).slice(0, MAX_PAIRS)) {
      const [key, label, id] = [code.name, name.name, ROW_ID].map(identifier);
      const query = `select ${id}, ${key}, ${label} from ${identifier(table.name)}
where ${key} in (select ${key} from ${identifier(table.name)} where ${label} is not null group by 1 having count(distinct ${label}) > 1)`;
      const [answer] = await context.rows<{ keys: number; several: number }>(
        [table],
        `select count(*) as keys, count_if(names > 1) as several
from (select count(distinct ${label}) as names from ${identifier(table.name)} where ${key} is not null group by ${key})`,
        1,
      );
      const { keys = 0, several = 0 } = answer ?? {};
      if (several === 0 || keys < MIN_KEYS || several > Math.max(1, keys * MAX_SHARE)) continue;
      findings.push(
        ...(await finding(context, keyWithTwoNames, {
          table,
          column: name,
          subject: code.id,
          query,
          orderBy: `${key}, ${id}`,
          message: ({ rows: [row = {}] }) =>
            say('found-key-with-two-names', {
              count: several,
              code: code.name,
              name: name.name,
              others: keys - several,
              first: quotable(row[code.name]),
            }),
          fix: say('mend-key-with-two-names'),
        })),
      );
    }
    return findings;
  },
};

/** Columns whose names differ only in the word for code and the word for name. */
function codesWithNames(table: ReviewedTable): [ReviewedColumn, ReviewedColumn][] {
  const kinds = ['text', 'number'];
  const codes = table.columns.filter(({ name, kind }) => kinds.includes(kind) && namesKey(name));
  const names = table.columns.filter(({ name, kind }) => kind === 'text' && describesCode(name));
  return codes.flatMap((code) =>
    names
      .filter((name) => name !== code && stem(name.name) === stem(code.name) && stem(code.name) !== '')
      .map((name): [ReviewedColumn, ReviewedColumn] => [code, name]),
  );
}

function stem(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(
      /(?:番号|コード|id|名称|名前|名|内容|no\.?|code|cd|key|number|name|title|label|description|desc)$/,
      '',
    )
    .replace(/[\s_-]+/g, '');
}

/** Units and signs of currencies around a number. */
const unitOfText =
  /^([¥￥$€£]|US\$|USD|JPY|EUR|GBP)?\s*-?[\d,]*\.?\d+\s*([A-Za-z%µ円元個本枚台人件箱袋冊匹㎡㎥℃]{0,8}|k㎡|万円|千円|百万円|億円)$/;
/** Quantities of the same kind, in other units. */
const families: readonly (readonly string[])[] = [
  ['mg', 'g', 'kg', 't', 'lb', 'lbs', 'oz'],
  ['mm', 'cm', 'm', 'km', 'in', 'ft', 'mi', 'yd'],
  ['ml', 'l', 'kl', 'cc', 'gal'],
  ['sec', 's', 'min', 'h', 'hr', 'hrs', 'day', 'days'],
  ['円', '千円', '万円', '百万円', '億円', 'jpy', '¥', '￥', 'usd', '$', 'us$', 'eur', '€', 'gbp', '£', '元'],
  ['b', 'kb', 'mb', 'gb', 'tb'],
];

export const mixedUnits: TableRule = {
  id: 'mixed-units',
  group: 'consistency',
  severity: 'warning',
  of: 'table',
  title: 'Several units or currencies in one column',
  looksAt:
    'Text columns of numbers with a unit or currency, in which more than one of the same kind occurs (g and kg, ¥ and $).',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      if (column.kind !== 'text' || column.filled < 5 || (column.longest ?? 0) > 60) continue;
      const counts = new Map<string, number>();
      let measured = 0;
      let all = 0;
      for (const { value, count } of await context.texts(table, column)) {
        all += count;
        const unit = unitOf(value);
        if (unit === undefined) continue;
        measured += count;
        counts.set(unit, (counts.get(unit) ?? 0) + count);
      }
      const used = [...counts].sort(([, a], [, b]) => b - a).map(([unit]) => unit);
      const family = families.find((units) => used.filter((unit) => units.includes(unit)).length > 1);
      if (!family || measured < all * 0.8) continue;
      const [usual = '', ...others] = used.filter((unit) => family.includes(unit));
      const text = `lower(${halfWidthSql(identifier(column.name))})`;
      const rare = others
        .map(
          (unit) =>
            `regexp_full_match(${text}, ${literal(`(?:[^a-z0-9]*${escaped(unit)} ?-?[0-9,.]+|.*[0-9] ?${escaped(unit)})`)})`,
        )
        .join(' or ');
      findings.push(
        ...(await finding(context, mixedUnits, {
          table,
          column,
          query: selectRows(table, [column], `(${rare})`),
          message: (found) =>
            say('found-mixed-units', { ...valuesIn(column, found), usual, others: excerptOf(others) }),
          fix: say('mend-mixed-units', { unit: usual }),
        })),
      );
    }
    return findings;
  },
};

/** Undefined if it is no number with a unit; empty for a bare number. */
function unitOf(text: string): string | undefined {
  const match = unitOfText.exec(halfWidth(text));
  if (!match) return undefined;
  return (match[1] ?? match[2] ?? '').toLowerCase();
}

function escaped(unit: string): string {
  return unit.replace(/[$.]/g, '\\$&');
}
