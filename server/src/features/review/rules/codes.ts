import { say } from '@workbook-data-service/contract/messages';
import { identifier } from '../../../core/sql-text.js';
import { namesPhone, namesPostalCode } from '../column-vocabulary.js';
import { finding, valuesIn } from '../finding.js';
import { columnPath } from '../mends.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { dateMadeOfCode, halfWidth, halfWidthSql, scientific, wholeNumber } from '../text-patterns.js';

const MIN_VALUES = 10;
/** Where more codes than this are shorter, their length varies. */
const SHORT_SHARE = 0.2;
const POSTAL_DIGITS = 7;
/** Spreadsheets keep this many digits of a number. */
const KEPT_DIGITS = 15;

export const lostLeadingZeros: TableRule = {
  id: 'lost-leading-zeros',
  group: 'types',
  severity: 'warning',
  of: 'table',
  title: 'Codes that lost their leading zeros',
  looksAt:
    'Codes of digits, some with leading zeros and most of one length, among which a few are shorter; postal codes of ' +
    'seven digits and telephone numbers stored as numbers.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      const name = identifier(column.name);
      if (column.kind === 'number' && isWhole(column) && column.filled >= MIN_VALUES) {
        const isPostal =
          namesPostalCode(column.name) &&
          String(Math.trunc(column.quantiles?.[5] ?? 0)).length === POSTAL_DIGITS;
        const isPhone = namesPhone(column.name) && (column.quantiles?.[3] ?? 0) >= 10 ** 8;
        if (!isPostal && !isPhone) continue;
        const where = isPostal ? `${name} < ${10 ** (POSTAL_DIGITS - 1)}` : `${name} is not null`;
        findings.push(
          ...(await finding(context, lostLeadingZeros, {
            table,
            column,
            query: selectRows(table, [column], where),
            message: ({ rowCount }) =>
              say('found-zeros-lost-in-numbers', { column: column.name, rows: rowCount }),
            fix: say('mend-zeros-lost-in-numbers'),
            request: {
              method: 'PATCH',
              path: columnPath(table, column),
              body: { type: 'VARCHAR', expected_version: null },
            },
          })),
        );
        continue;
      }
      if (column.kind !== 'text' || column.filled < MIN_VALUES || (column.longest ?? 0) > 20) continue;
      const texts = (await context.texts(table, column)).map(({ value, count }) => ({
        value: halfWidth(value),
        count,
      }));
      if (texts.length < MIN_VALUES || !texts.every(({ value }) => wholeNumber.matches(value))) continue;
      const length = usualLength(texts);
      const total = texts.reduce((sum, { count }) => sum + count, 0);
      const shorter = texts.filter(({ value }) => value.length < length && !value.startsWith('0'));
      const short = shorter.reduce((sum, { count }) => sum + count, 0);
      const hasZeros = texts.some(({ value }) => value.length === length && value.startsWith('0'));
      if (!hasZeros || length < 3 || short === 0 || short > total * SHORT_SHARE) continue;
      findings.push(
        ...(await finding(context, lostLeadingZeros, {
          table,
          column,
          query: selectRows(
            table,
            [column],
            `length(${halfWidthSql(name)}) < ${length} and not starts_with(${halfWidthSql(name)}, '0')`,
          ),
          message: (found) =>
            say('found-zeros-lost-in-codes', { ...valuesIn(column, found), digits: length }),
          fix: say('mend-zeros-lost-in-codes', { digits: length }),
          mend: { set: column, to: `lpad(${halfWidthSql(name)}, ${length}, '0')` },
        })),
      );
    }
    return findings;
  },
};

function usualLength(texts: readonly { value: string; count: number }[]): number {
  const counts = new Map<number, number>();
  for (const { value, count } of texts) counts.set(value.length, (counts.get(value.length) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function isWhole({ wholes, filled }: { wholes?: number | undefined; filled: number }): boolean {
  return wholes === filled;
}

/** More digits than a spreadsheet keeps, of which the last are lost. */
const cutForm = `[0-9]{${KEPT_DIGITS}}0+`;
const isCut = (text: string) => new RegExp(`^${cutForm}$`).test(text);

export const cutDigits: TableRule = {
  id: 'cut-digits',
  group: 'types',
  severity: 'error',
  of: 'table',
  title: 'Long numbers cut to 15 digits',
  looksAt:
    'Columns of whole numbers with 16 digits or more that all end in zeros after the 15th, and codes written as 1.23E+15.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      const name = identifier(column.name);
      if (column.kind === 'number' && isWhole(column) && (column.greatest ?? 0) >= 10 ** KEPT_DIGITS) {
        const digits = `cast(cast(abs(${name}) as decimal(38, 0)) as varchar)`;
        const isLong = `abs(${name}) >= 1e${KEPT_DIGITS} and abs(${name}) < 1e37`;
        findings.push(...(await allCut(context, table, column, { digits, where: isLong })));
      }
      if (column.kind === 'text' && (await context.shareOf(table, column, isCut)) === 1)
        findings.push(
          ...(await allCut(context, table, column, { digits: name, where: `${name} is not null` })),
        );
      if (column.kind === 'text' && (await context.shareOf(table, column, scientific.matches)) > 0) {
        const found = await finding(context, cutDigits, {
          table,
          column,
          severity: 'warning',
          query: selectRows(table, [column], scientific.sql(name)),
          message: (found) => say('found-scientific-codes', valuesIn(column, found)),
          fix: say('mend-scientific-codes'),
        });
        findings.push(...found.filter(({ rowCount }) => rowCount < column.filled));
      }
    }
    return findings;
  },
};

/** Tells of long numbers if all of three or more are cut: one alone may end in zeros. */
async function allCut(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
  { digits, where }: { digits: string; where: string },
): Promise<Finding[]> {
  const areCut = `bool_and(regexp_full_match(${digits}, '${cutForm}')) over ()`;
  return await finding(context, cutDigits, {
    table,
    column,
    query: `select * from (${selectRows(table, [column], where)} qualify ${areCut} and count(*) over () >= 3)`,
    message: ({ rowCount, rows }) =>
      say('found-cut-digits', {
        column: column.name,
        rows: rowCount,
        digits: KEPT_DIGITS,
        value: Number(rows[0]?.[column.name]),
      }),
    fix: say('mend-cut-digits'),
  });
}

export const datesMadeOfCodes: TableRule = {
  id: 'dates-made-of-codes',
  group: 'types',
  severity: 'warning',
  of: 'table',
  title: 'Codes that a spreadsheet turned into dates',
  looksAt:
    'Text columns in which up to a fifth of the values read as 2-Jan or 1月2日 while most others are no dates.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      if (column.kind !== 'text' || column.filled < MIN_VALUES || (column.longest ?? 0) > 40) continue;
      const share = await context.shareOf(table, column, dateMadeOfCode.matches);
      const codes = await context.shareOf(table, column, (text) => /\d/.test(text) && !/\s/.test(text));
      if (share === 0 || share > 0.2 || codes < 0.8) continue;
      findings.push(
        ...(await finding(context, datesMadeOfCodes, {
          table,
          column,
          query: selectRows(table, [column], dateMadeOfCode.sql(identifier(column.name))),
          message: (found) => say('found-dates-made-of-codes', valuesIn(column, found)),
          fix: say('mend-dates-made-of-codes'),
        })),
      );
    }
    return findings;
  },
};
