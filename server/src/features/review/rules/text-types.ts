import { say } from '@workbook-data-service/contract/messages';
import { excerptOf, quotable } from '@workbook-data-service/contract/messages/words';
import { identifier } from '../../../core/sql-text.js';
import { namesKey, namesPhone, namesPostalCode } from '../column-vocabulary.js';
import { distinctValuesIn, finding } from '../finding.js';
import { columnPath } from '../mends.js';
import { type ReviewContext, selectRows, type ValueCount } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { dateTexts, halfWidth, numberText, wholeNumber } from '../text-patterns.js';

const MIN_VALUES = 8;
/** If this share of a column has one form, the whole column is meant to have it. */
const MOSTLY = 0.9;

export const numberAsText: TableRule = {
  id: 'number-as-text',
  group: 'types',
  severity: 'warning',
  of: 'table',
  title: 'Numbers stored as text',
  looksAt: 'Text columns whose every value is a number, except codes, postal codes and telephone numbers.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of textColumns(table)) {
      const texts = await context.texts(table, column);
      if (!texts.every(({ value }) => numberText.matches(value)) || isCode(column, texts)) continue;
      const type = texts.every(({ value }) => wholeNumber.matches(value)) ? 'BIGINT' : 'DOUBLE';
      const name = identifier(column.name);
      const found = await finding(context, numberAsText, {
        table,
        column,
        query: selectRows(table, [column], numberText.sql(name)),
        message: ({ rows }) =>
          say('found-number-as-text', { column: column.name, value: quotable(rows[0]?.[column.name]) }),
        fix: say('mend-number-as-text', { type }),
        request: { method: 'PATCH', path: columnPath(table, column), body: { type, expected_version: null } },
      });
      // Of many values only some were looked at.
      findings.push(...found.filter(({ rowCount }) => rowCount === column.filled));
    }
    return findings;
  },
};

export const dateAsText: TableRule = {
  id: 'date-as-text',
  group: 'types',
  severity: 'warning',
  of: 'table',
  title: 'Dates stored as text, in one form or several',
  looksAt:
    'Text columns whose every value is a date: year first, year last, two-digit year, Japanese era, or month by name.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of textColumns(table)) {
      const texts = await context.texts(table, column);
      const forms = formsOfDates(texts);
      if (!forms) continue;
      const [usual = '', ...others] = forms;
      const isMixed = others.length > 0;
      const name = identifier(column.name);
      const other = others.map((form) => dateTexts[form]?.sql(name)).join(' or ');
      findings.push(
        ...(await finding(context, dateAsText, {
          table,
          column,
          severity: isMixed ? 'warning' : 'info',
          query: selectRows(table, [column], isMixed ? `(${other})` : (dateTexts[usual]?.sql(name) ?? '')),
          message: ({ rowCount, rows }) => {
            const value = quotable(rows[0]?.[column.name]);
            if (!isMixed) return say('found-date-as-text', { column: column.name, form: usual, value });
            return say('found-dates-in-several-forms', {
              column: column.name,
              usual,
              others: excerptOf(others),
              rows: rowCount,
              value,
            });
          },
          fix: say(isMixed ? 'mend-dates-in-several-forms' : 'mend-date-as-text'),
          request: isMixed
            ? undefined
            : {
                method: 'PATCH',
                path: columnPath(table, column),
                body: { type: 'DATE', expected_version: null },
              },
        })),
      );
    }
    return findings;
  },
};

export const mixedTypes: TableRule = {
  id: 'mixed-types',
  group: 'types',
  severity: 'warning',
  of: 'table',
  title: 'A few texts among numbers or dates',
  looksAt: 'Text columns of which 90 % or more, but not all, are numbers, or dates.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of textColumns(table)) {
      findings.push(...(await exceptions(context, table, column)));
    }
    return findings;
  },
};

interface TextKind {
  what: 'numbers' | 'dates';
  type: string;
  matches(text: string): boolean;
  sql(expression: string): string;
}

const kinds: readonly TextKind[] = [
  { what: 'numbers', type: 'DOUBLE', ...numberText },
  {
    what: 'dates',
    type: 'DATE',
    matches: (text) => Object.values(dateTexts).some(({ matches }) => matches(text)),
    sql: (expression) =>
      `(${Object.values(dateTexts)
        .map(({ sql }) => sql(expression))
        .join(' or ')})`,
  },
];

async function exceptions(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
): Promise<Finding[]> {
  const name = identifier(column.name);
  const texts = await context.texts(table, column);
  for (const { what, type, matches, sql } of kinds) {
    const share = await context.shareOf(table, column, matches);
    const alike = texts.filter(({ value }) => matches(value));
    // Two numbers and a text are no habit.
    if (share < MOSTLY || alike.length < MIN_VALUES || isCode(column, alike)) continue;
    const found = await finding(context, mixedTypes, {
      table,
      column,
      query: selectRows(table, [column], `${name} is not null and not ${sql(name)}`),
      message: (rows) => say('found-mixed-types', { ...distinctValuesIn(column, rows), kind: what }),
      fix: say('mend-mixed-types', { type }),
    });
    const [one] = found;
    if (!one || one.rowCount > column.filled * (1 - MOSTLY)) return [];
    const others = one.evidence.rows.map((row) => String(row[column.name]));
    // Part numbers, some of which have letters.
    return others.every((text) => /^[\w-]*\d[\w-]*$/.test(text)) ? [] : found;
  }
  return [];
}

function textColumns(table: ReviewedTable): ReviewedColumn[] {
  return table.columns.filter(({ kind, filled }) => kind === 'text' && filled >= MIN_VALUES);
}

/** Digits that are not counted with: they begin with zeros, or are named or grouped as codes are. */
function isCode(column: ReviewedColumn, texts: readonly ValueCount[]): boolean {
  if (namesKey(column.name) || namesPhone(column.name) || namesPostalCode(column.name)) return true;
  const plain = texts.map(({ value }) => halfWidth(value));
  if (plain.some((text) => /^0\d/.test(text))) return true;
  const lengths = new Set(plain.map((text) => text.length));
  const areLong = plain.every((text) => /^\d{3,}$/.test(text));
  return lengths.size === 1 && areLong;
}

/** The date formats, most frequent first; undefined if some texts are not dates. */
function formsOfDates(texts: readonly ValueCount[]): string[] | undefined {
  const counts = new Map<string, number>();
  for (const { value, count } of texts) {
    const form = Object.entries(dateTexts).find(([, { matches }]) => matches(value))?.[0];
    if (!form) return undefined;
    counts.set(form, (counts.get(form) ?? 0) + count);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([form]) => form);
}
