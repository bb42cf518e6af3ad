import { counted } from './words.js';

interface OfRule {
  rule: string;
  /** Null for a rule of the whole workbook. */
  table: string | null;
}

const ruleIn = ({ rule, table }: OfRule) => (table === null ? rule : `${rule} on "${table}"`);

/** What a review did not look at, or does not count, and why. */
export const coverageSentences = {
  'skipped-table': ({ table }: { table: string }) => `table "${table}"`,
  'skipped-description-table': ({ table }: { table: string }) => `"${table}"`,
  'skipped-description-tables': ({ table, others }: { table: string; others: number }) =>
    `"${table}" and ${others} more tables of the same kind`,
  'skipped-rule': (skipped: OfRule) => ruleIn(skipped),
  'skipped-columns': ({ table, after }: { table: string; after: number }) =>
    `columns of "${table}" after the first ${after}`,
  'skipped-findings': ({ count }: { count: number }) => `${count} further findings`,
  'skipped-findings-of-rule': ({ count, ...rule }: OfRule & { count: number }) =>
    `${count} further findings of ${ruleIn(rule)}`,
  'skipped-notes-of-rule': ({ count, rule }: { count: number; rule: string }) =>
    `${count} further notes of ${rule}`,
  'skipped-formulas': ({ file }: { file: string }) => `formulas of "${file}"`,
  'skipped-spelling': ({ column, table }: { column: string; table: string }) =>
    `spelling of "${column}" of "${table}"`,
  'skipped-pairs': () => 'further pairs of tables that share a key',
  'skipped-totals': ({ count, sheet, file }: { count: number; sheet: string; file: string }) =>
    `${count} further totals of sheet "${sheet}" of "${file}"`,
  'skipped-all-findings': () => 'the findings',
  'skipped-judgement': () => 'the judgement of the findings',
  'skipped-judgement-of': ({ count }: { count: number }) => `the judgement of ${counted(count, 'finding')}`,
  'skipped-finding': ({
    id,
    rows,
    column,
    ...rule
  }: OfRule & { id: string; rows: number; column: string | null }) =>
    `${id}: ${ruleIn(rule)}${column === null ? '' : `."${column}"`}, ${counted(rows, 'row')}`,
  'skipped-model': () => 'judgement',
  'skipped-model-findings': ({ count }: { count: number }) => `${counted(count, 'finding')} of the model`,

  'why-descriptions': () =>
    'They hold headings, notes or totals of a sheet, not records. Name one as "target" to review it.',
  'why-columns': ({ columns }: { columns: number }) => `It has ${columns} columns.`,
  'why-values': ({ values }: { values: number }) => `It has about ${values} different values.`,
  'why-first': ({ shown }: { shown: number }) => `The first ${shown} are listed.`,
  'why-first-of-all': ({ shown }: { shown: number }) =>
    `The first ${shown} are listed. Review one table at a time with "target" for the others.`,
  'why-most-important': ({ shown }: { shown: number }) =>
    `The most important ${shown} are listed. Review one table at a time with "target" for the others.`,
  'why-first-differing': ({ shown }: { shown: number }) => `The first ${shown} that differ are listed.`,
  'why-first-compared': ({ shown }: { shown: number }) => `The first ${shown} are compared.`,
  'why-governed-since': () => 'Columns of the workbook have been governed by policies since.',
  'why-first-judged': ({ shown }: { shown: number }) => `Only the most important ${shown} were judged.`,
  'why-model-dropped': ({ explanation }: { explanation: string }) => `The model dropped it: ${explanation}`,
  'why-model-unavailable': () => 'The language model does not answer.',
  'why-model-rate-limited': () => 'The language model is limiting requests.',
  'why-model-refused': () => 'The language model refused the request.',
  'why-model-unreadable': () => 'The language model gave an answer that could not be understood.',
  'why-model-too-late': () => 'The language model took too long.',
  'why-model-resting': () => 'The language model has not answered lately; it is asked again in a while.',
  'why-model-form': () => 'The language model did not report in the requested form.',
  'why-model-limits': () => 'The language model reached its limits before it reported.',
  'why-other-table': () => 'They are about a table that is not reviewed.',
  'why-no-column': () => 'They are about a column that does not exist.',
  'why-says-nothing': () => 'They say nothing.',
  'why-query-fails': () => 'Their query fails.',
  'why-query-elsewhere': () => 'Their query does not read the table.',
  'why-no-rows': () => 'Their query returns no rows.',
  'why-unknown-rows': () => 'Their query names rows that do not exist.',
};
