import { say } from '@workbook-data-service/contract/messages';
import { identifier, literal } from '../../../core/sql-text.js';
import { namesCorporateNumber, namesEmail, namesPhone, namesPostalCode } from '../column-vocabulary.js';
import { finding, valuesIn } from '../finding.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import {
  anyPhone,
  email,
  halfWidthSql,
  japanesePhone,
  postalCodes,
  type TextPattern,
} from '../text-patterns.js';

const MIN_VALUES = 8;
/** If this share of a column has a form, the whole column is meant to have it. */
const MOSTLY = 0.8;

export const invalidEmail: TableRule = {
  id: 'invalid-email',
  group: 'validity',
  severity: 'warning',
  of: 'table',
  title: 'E-mail addresses that are none',
  looksAt: 'Text columns of which 80 % or more are e-mail addresses.',
  find: (table, context) =>
    each(table, async (column) => {
      if (!namesEmail(column.name) && !column.sample?.some((text) => text.includes('@'))) return [];
      return await unlike(context, invalidEmail, table, column, email, 'found-invalid-e-mail');
    }),
};

export const invalidPhone: TableRule = {
  id: 'invalid-phone',
  group: 'validity',
  severity: 'warning',
  of: 'table',
  title: 'Telephone numbers that cannot be dialled',
  looksAt:
    'Text columns named as telephone numbers of which 80 % or more are some; Japanese ones have ten or eleven digits.',
  find: (table, context) =>
    each(table, async (column) => {
      if (!namesPhone(column.name)) return [];
      const isJapanese = (text: string) => isJapanesePhone(text);
      if ((await context.shareOf(table, column, isJapanese)) >= MOSTLY) {
        const digits = `length(regexp_replace(${halfWidthSql(identifier(column.name))}, '[^0-9]', '', 'g'))`;
        return await unlike(
          context,
          invalidPhone,
          table,
          column,
          {
            matches: isJapanese,
            sql: (name) => `(${japanesePhone.sql(name)} and ${digits} between 10 and 11)`,
          },
          'found-invalid-japanese-phone',
        );
      }
      return await unlike(context, invalidPhone, table, column, anyPhone, 'found-invalid-phone');
    }),
};

function isJapanesePhone(text: string): boolean {
  const digits = text.normalize('NFKC').replace(/\D/g, '').length;
  return japanesePhone.matches(text) && digits >= 10 && digits <= 11;
}

export const invalidPostalCode: TableRule = {
  id: 'invalid-postal-code',
  group: 'validity',
  severity: 'warning',
  of: 'table',
  title: 'Postal codes unlike the others',
  looksAt: 'Text columns named as postal codes of which 80 % or more have the form of one country.',
  find: (table, context) =>
    each(table, async (column) => {
      if (!namesPostalCode(column.name)) return [];
      for (const form of postalCodes) {
        if ((await context.shareOf(table, column, form.matches)) >= MOSTLY)
          return await unlike(context, invalidPostalCode, table, column, form, 'found-invalid-postal-code');
      }
      return [];
    }),
};

export const invalidCorporateNumber: TableRule = {
  id: 'invalid-corporate-number',
  group: 'validity',
  severity: 'error',
  of: 'table',
  title: 'Corporate numbers with a wrong check digit',
  looksAt:
    'Columns named as Japanese corporate numbers (法人番号) or invoice registration numbers (T and 13 digits).',
  find: (table, context) =>
    each(
      table,
      async (column) => {
        if (!namesCorporateNumber(column.name)) return [];
        const text = halfWidthSql(`cast(${identifier(column.name)} as varchar)`);
        const digits = `regexp_extract(${text}, '^T?([0-9]{13})$', 1)`;
        const found = await finding(context, invalidCorporateNumber, {
          table,
          column,
          query: selectRows(
            table,
            [column],
            `${identifier(column.name)} is not null and not ${checkDigitAgrees(digits)}`,
          ),
          message: (found) => say('found-invalid-corporate-number', valuesIn(column, found)),
          fix: say('mend-invalid-corporate-number'),
        });
        return found.filter(({ rowCount }) => rowCount <= column.filled * (1 - MOSTLY));
      },
      ['text', 'number'],
    ),
};

/** The first digit is 9 less the weighted sum of the others modulo 9, the weights 1 and 2 in turn from the right. */
function checkDigitAgrees(digits: string): string {
  const digit = (at: number) => `cast(substr(${digits}, ${at}, 1) as integer)`;
  const weighted = Array.from({ length: 12 }, (_, i) => `${digit(13 - i)} * ${(i % 2) + 1}`);
  return `(case when length(${digits}) = 13 then ${digit(1)} = 9 - (${weighted.join(' + ')}) % 9 else false end)`;
}

async function each(
  { columns }: ReviewedTable,
  look: (column: ReviewedColumn) => Promise<Finding[]>,
  kinds: readonly string[] = ['text'],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const column of columns)
    if (kinds.includes(column.kind) && column.filled >= MIN_VALUES) findings.push(...(await look(column)));
  return findings;
}

type InvalidForm =
  | 'found-invalid-e-mail'
  | 'found-invalid-phone'
  | 'found-invalid-japanese-phone'
  | 'found-invalid-postal-code';

/** The values without a form that most of the column has. */
async function unlike(
  context: ReviewContext,
  rule: TableRule,
  table: ReviewedTable,
  column: ReviewedColumn,
  form: TextPattern,
  code: InvalidForm,
): Promise<Finding[]> {
  if ((await context.shareOf(table, column, form.matches)) < MOSTLY) return [];
  const name = identifier(column.name);
  return await finding(context, rule, {
    table,
    column,
    query: selectRows(table, [column], `trim(${name}) <> ${literal('')} and not ${form.sql(name)}`),
    message: (found) => say(code, valuesIn(column, found)),
    fix: say('mend-invalid-values'),
  });
}
