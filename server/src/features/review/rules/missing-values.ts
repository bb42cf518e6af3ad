import { say } from '@workbook-data-service/contract/messages';
import { excerptOf } from '@workbook-data-service/contract/messages/words';
import { identifier, literal } from '../../../core/sql-text.js';
import { namesKey } from '../column-vocabulary.js';
import { distinctValuesIn, finding } from '../finding.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, Severity, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { placeholder } from '../text-patterns.js';

const MIN_ROWS = 50;
/** A column that is filled at least so often is meant to be filled. */
const HABIT = 0.98;
const MAX_SHOWN = 10;

export const blankRows: TableRule = {
  id: 'blank-rows',
  group: 'completeness',
  severity: 'warning',
  of: 'table',
  title: 'Rows without any value',
  looksAt: 'Rows in which every column is empty.',
  async find(table, context) {
    if (table.columns.length !== table.table.columns.length) return [];
    if (table.columns.some(({ filled }) => filled === table.rowCount)) return [];
    const isBlank = table.columns.map(({ name }) => `${identifier(name)} is null`).join(' and ');
    return await finding(context, blankRows, {
      table,
      query: selectRows(table, table.columns.slice(0, 3), isBlank),
      message: ({ rowCount }) => say('found-blank-rows', { table: table.name, rows: rowCount }),
      fix: say('mend-blank-rows'),
      mend: { delete: 'rows' },
    });
  },
};

export const missingValues: TableRule = {
  id: 'missing-values',
  group: 'completeness',
  severity: 'warning',
  of: 'table',
  title: 'A few empty cells in columns that are otherwise filled',
  looksAt:
    'Columns that are filled in 98 % or more of 50 or more rows, and not in all; a warning for keys, else a note.',
  async find(table, context) {
    if (table.rowCount < MIN_ROWS) return [];
    const gappy = table.columns.filter(
      ({ filled }) => filled < table.rowCount && filled >= table.rowCount * HABIT,
    );
    const keys: ReviewedColumn[] = [];
    for (const column of gappy)
      if (namesKey(column.name) && (await context.countDistinct(table, column)) === column.filled)
        keys.push(column);
    const others = gappy.filter((column) => !keys.includes(column));
    const findings: Finding[] = [];
    for (const column of keys) findings.push(...(await emptyCells(context, table, [column], 'warning')));
    if (others.length > 0) findings.push(...(await emptyCells(context, table, others, 'info')));
    return findings;
  },
};

async function emptyCells(
  context: ReviewContext,
  table: ReviewedTable,
  columns: readonly ReviewedColumn[],
  severity: Severity,
): Promise<Finding[]> {
  const isEmpty = ({ name }: ReviewedColumn) => `${identifier(name)} is null`;
  const around = table.columns.filter((column) => !columns.includes(column)).slice(0, 3);
  const [column] = columns;
  return await finding(context, missingValues, {
    table,
    column: columns.length === 1 ? column : undefined,
    subject: severity,
    severity,
    // Rows without any value are another finding.
    query: selectRows(
      table,
      [...columns.slice(0, MAX_SHOWN), ...around],
      `(${columns.map(isEmpty).join(' or ')}) and not (${table.columns.map(isEmpty).join(' and ')})`,
    ),
    message: ({ rowCount }) => {
      const all = table.rowCount;
      if (column && columns.length === 1)
        return say(severity === 'warning' ? 'found-missing-keys' : 'found-missing-values', {
          column: column.name,
          rows: rowCount,
          all,
        });
      const names = excerptOf(columns.map(({ name }) => name));
      return say('found-missing-values-in-columns', { count: columns.length, all, columns: names });
    },
    fix: say('mend-missing-values'),
  });
}

const placeholderDays = ['0001-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1970-01-01', '9999-12-31'];
const MIN_OTHERS = 5;
const MAX_SHARE = 0.3;

export const placeholderValues: TableRule = {
  id: 'placeholder-values',
  group: 'completeness',
  severity: 'warning',
  of: 'table',
  title: 'Placeholders instead of values',
  looksAt:
    'Texts such as N/A, TBD, #REF!, 未定 or 不明 in up to 30 % of a column, dates such as 1900-01-01 and 9999-12-31, and ' +
    'numbers such as 9999 or -1 that repeat beyond all others.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      const where = await placeholderCondition(context, table, column);
      if (!where) continue;
      const found = await finding(context, placeholderValues, {
        table,
        column,
        query: selectRows(table, [column], where),
        message: (found) => say('found-placeholders', distinctValuesIn(column, found)),
        fix: say('mend-placeholders'),
        mend: { set: column, to: 'null' },
      });
      findings.push(...found.filter(({ rowCount }) => rowCount <= column.filled * MAX_SHARE));
    }
    return findings;
  },
};

/** Undefined if the figures rule placeholders out. */
async function placeholderCondition(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
): Promise<string | undefined> {
  const name = identifier(column.name);
  switch (column.kind) {
    case 'text': {
      if (column.distinct < MIN_OTHERS) return undefined;
      if ((await context.shareOf(table, column, placeholder.matches)) === 0) return undefined;
      return placeholder.sql(name);
    }
    case 'moment': {
      const [first = '', low = '', , high = '', last = ''] = column.days ?? [];
      const beyond = placeholderDays.filter(
        (day) => (day < low && day >= first) || (day > high && day <= last),
      );
      if (beyond.length === 0) return undefined;
      return `cast(${name} as date) in (${beyond.map((day) => `date ${literal(day)}`).join(', ')})`;
    }
    case 'number': {
      const [, low = 0, , , , high = 0] = column.quantiles ?? [];
      const { least = 0, greatest = 0, distinct, filled } = column;
      if (distinct < 20 || filled < MIN_ROWS) return undefined;
      const isNines = /^9{3,}$/.test(String(greatest)) && greatest > high * 3;
      const isMinus = [-1, -9, -99, -999, -9999].includes(least) && low >= 0;
      const marks = [...(isNines ? [greatest] : []), ...(isMinus ? [least] : [])];
      if (marks.length === 0) return undefined;
      return `${name} in (${marks.join(', ')}) qualify count(*) over (partition by ${name}) > 1`;
    }
    default:
      return undefined;
  }
}
