import { say } from '@workbook-data-service/contract/messages';
import { excerptOf, quotable } from '@workbook-data-service/contract/messages/words';
import { differenceOf, isSlip, normalForm } from '../../../core/spelling.js';
import { identifier, literal } from '../../../core/sql-text.js';
import { namesEmail } from '../column-vocabulary.js';
import { finding, valuesIn } from '../finding.js';
import { type ReviewContext, selectRows, type ValueCount } from '../review-context.js';
import type { Finding, Severity, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { halfWidthSql } from '../text-patterns.js';

const MIN_VALUES = 10;
/** Longer texts are sentences. */
const LONGEST = 80;
/** Groups that are listed in one finding. */
const MAX_GROUPS = 50;

interface Respelling {
  usual: string;
  other: string;
  count: number;
}

export const inconsistentSpelling: TableRule = {
  id: 'inconsistent-spelling',
  group: 'consistency',
  severity: 'warning',
  of: 'table',
  title: 'One name spelled in several ways',
  looksAt:
    'Texts of up to 80 characters that differ only in case, width, spaces, punctuation, the form of a company (㈱ and 株式会社) or ' +
    'old characters (髙 and 高).',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const { column, values } of await categories(table, context)) {
      const respelled = respellingsOf(values);
      if (respelled.length === 0) continue;
      // Titles and remarks are often the same but for their case, and mean it.
      const areCategories = column.distinct <= column.filled / 2;
      const severity = areCategories ? 'warning' : 'info';
      findings.push(...(await report(context, inconsistentSpelling, table, column, respelled, severity)));
    }
    return findings;
  },
};

/** A name that occurs this often is meant; a slip occurs once or twice. */
const USUAL_COUNT = 10;
const MAX_SLIPS = 2;
const SHORTEST_SLIP = 5;
/** Comparing each with each is bounded by this. */
const MAX_COMPARED = 1000;

export const likelyTypos: TableRule = {
  id: 'likely-typos',
  group: 'distribution',
  severity: 'warning',
  of: 'table',
  title: 'A rare category one letter away from a frequent one',
  looksAt:
    'Texts that occur once or twice and lack, repeat or exchange a letter of one with five letters or more that occurs ten ' +
    'times; of ten letters or more, also with one letter replaced.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const { column, values } of await categories(table, context)) {
      const usual = values.filter(
        ({ value, count }) => count >= USUAL_COUNT && [...value].length >= SHORTEST_SLIP,
      );
      const rare = values.filter(({ count }) => count <= MAX_SLIPS);
      // Where most values are rare, a rare one is nothing special.
      if (usual.length === 0 || rare.length > MAX_COMPARED || usual.length > MAX_COMPARED) continue;
      if (rare.length > values.length / 2 || usual.length * rare.length > MAX_COMPARED * 100) continue;
      const slips = rare.flatMap(({ value, count }) => {
        const meant = usual.find((one) => isSlip(value, one.value));
        return meant ? [{ usual: meant.value, other: value, count }] : [];
      });
      if (slips.length > 0)
        findings.push(...(await report(context, likelyTypos, table, column, slips, 'warning')));
    }
    return findings;
  },
};

async function report(
  context: ReviewContext,
  rule: TableRule,
  table: ReviewedTable,
  column: ReviewedColumn,
  respelled: readonly Respelling[],
  severity: Severity,
): Promise<Finding[]> {
  const listedOnes = respelled.slice(0, MAX_GROUPS);
  const name = identifier(column.name);
  const texts = listedOnes.map(({ other }) => literal(other)).join(', ');
  const [first] = listedOnes;
  if (!first) return [];
  return await finding(context, rule, {
    table,
    column,
    severity,
    query: selectRows(table, [column], `${name} in (${texts})`),
    message: ({ rowCount }) =>
      say('found-spellings', {
        column: column.name,
        count: respelled.length,
        rows: rowCount,
        difference: differenceOf(first.other, first.usual),
        pairs: listedOnes
          .slice(0, 3)
          .map(({ other, usual }) => ({ other: quotable(other), usual: quotable(usual) })),
      }),
    mend: {
      set: column,
      to: `case ${name} ${listedOnes.map(({ other, usual }) => `when ${literal(other)} then ${literal(usual)}`).join(' ')} end`,
    },
    fix: say('mend-spellings', { usual: excerptOf([...new Set(listedOnes.map(({ usual }) => usual))]) }),
  });
}

/** For each normal form with several spellings, those beside the most frequent one. */
function respellingsOf(values: readonly ValueCount[]): Respelling[] {
  const forms = new Map<string, ValueCount[]>();
  for (const one of values) {
    const form = normalForm(one.value);
    // Numbers are spelled as they are shown.
    if (form.replace(/[^\p{L}]/gu, '').length < 2) continue;
    const same = forms.get(form);
    if (same) same.push(one);
    else forms.set(form, [one]);
  }
  return [...forms.values()].flatMap(([usual, ...others]) =>
    others.map(({ value, count }) => ({ usual: usual?.value ?? '', other: value, count })),
  );
}

/** The columns whose texts are names or categories, with their values. */
async function categories(
  table: ReviewedTable,
  context: ReviewContext,
): Promise<{ column: ReviewedColumn; values: ValueCount[] }[]> {
  const found: { column: ReviewedColumn; values: ValueCount[] }[] = [];
  for (const column of table.columns) {
    if (column.kind !== 'text' || column.filled < MIN_VALUES || namesEmail(column.name)) continue;
    const values = await context.values(table, column);
    if (!values) {
      context.skip(
        say('skipped-spelling', { column: column.name, table: table.name }),
        say('why-values', { values: column.distinct }),
      );
      continue;
    }
    const names = values.filter(({ value }) => value.length <= LONGEST);
    // Prose, not names.
    if (names.length >= values.length * 0.8) found.push({ column, values: names });
  }
  return found;
}

export const mixedWidth: TableRule = {
  id: 'mixed-width',
  group: 'types',
  severity: 'info',
  of: 'table',
  title: 'Full-width and half-width letters or digits mixed',
  looksAt:
    'Text columns of codes or numbers, without kana and Chinese characters, of which up to 20 % have full-width letters or digits.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      if (column.kind !== 'text' || column.filled < MIN_VALUES || (column.longest ?? 0) > 40) continue;
      const wide = /[０-９Ａ-Ｚａ-ｚ]/;
      const share = await context.shareOf(table, column, (text) => wide.test(text));
      const narrow = await context.shareOf(table, column, (text) =>
        /^[\x20-\x7e]*[0-9A-Za-z][\x20-\x7e]*$/.test(text),
      );
      if (share === 0 || share > 0.2 || narrow < 0.8 - share) continue;
      const name = identifier(column.name);
      findings.push(
        ...(await finding(context, mixedWidth, {
          table,
          column,
          query: selectRows(table, [column], `regexp_matches(${name}, '[０-９Ａ-Ｚａ-ｚ]')`),
          message: (found) => say('found-mixed-width', valuesIn(column, found)),
          fix: say('mend-mixed-width'),
          mend: { set: column, to: halfWidthSql(name) },
        })),
      );
    }
    return findings;
  },
};
