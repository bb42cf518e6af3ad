import type { SeriesStep } from './findings.js';
import { type Excerpt, listed } from './words.js';

/** What to do about what the rules of a review find. */
export const mendSentences = {
  'mend-formula-error': () =>
    'Fix the formulas in the file and upload it as a new revision, or fill in the values here.',
  'mend-formula-unlike-neighbours': () =>
    'Copy the formula of the neighbours into the cell unless the exception is intended; then note why beside it.',
  'mend-constant-among-formulas': () =>
    'Put the formula back, or state the reason for the fixed number beside it.',
  'mend-sum-omits-cells': () => 'Extend the range of the sum to the last row of the data.',
  'mend-text-in-sum': () =>
    'Turn the texts into numbers in the file; the table has them as numbers already if its column is numeric.',
  'mend-other-file': () =>
    'Upload the other file too, and join its table with SQL, so that the figures stay current.',
  'mend-hidden-values': () =>
    'Check that the hidden lines belong to the data; exclude them with the parse spec if not.',
  'mend-stated-total': () =>
    'Correct the total or the part that is wrong in the file, and upload it as a new revision.',
  'mend-row': () => 'Compare the row with its document, and correct the cell that is wrong.',
  'mend-unbalanced-sheet': () =>
    'Find the line that is missing or wrong: one side has another figure than the other.',
  'mend-summaries-unlike-detail': ({ table }: { table: string }) =>
    `Find out whether the summary is old or rows of "${table}" are missing; a derived table keeps them in step.`,
  'mend-missing-periods': () => 'Add the figures of the missing period, or check that there are none.',
  'mend-unbalanced-vouchers': () => 'Find the missing or wrong line of the voucher.',
  'mend-orphan-references': ({ table }: { table: string }) =>
    `Correct the values, or add the missing rows to "${table}".`,
  'mend-differs-between-tables': () => 'Find out which of the two is right, and correct the other.',
  'mend-zeros-lost-in-numbers': () => 'Cast the column to VARCHAR and put the zeros back in front.',
  'mend-zeros-lost-in-codes': ({ digits }: { digits: number }) =>
    `Put the zeros back in front, up to ${digits} digits.`,
  'mend-cut-digits': () => 'Import the numbers again from their source, as text.',
  'mend-scientific-codes': () => 'Import the codes again from their source, as text.',
  'mend-dates-made-of-codes': () => 'Write the codes back as they were.',
  'mend-key-with-two-names': () => 'Choose one name for each code, or correct the code.',
  'mend-mixed-units': ({ unit }: { unit: string }) =>
    `Convert the values to ${unit}, and move the unit to the name of the column or a column of its own.`,
  'mend-empty-columns': () => 'Fill the columns, or drop them if they are meant to be empty.',
  'mend-constant-columns': () =>
    'Check that no other rows are missing, and that the value was not filled down by mistake.',
  'mend-blank-rows': () => 'Delete the rows, or fill in what is missing.',
  'mend-missing-values': () => 'Fill in the cells, or check that they are meant to be empty.',
  'mend-placeholders': () => 'Write the values, or empty the cells, so that they count as missing.',
  'mend-future-dates': () => 'Correct the year, or whatever part was mistyped.',
  'mend-far-dates': () => 'Correct the year; a spreadsheet shows an empty or zero date as 1900.',
  'mend-swapped-day-month': () => 'Swap day and month.',
  'mend-end-before-start': () => 'Correct the date that is wrong; the two may be swapped.',
  'mend-duplicate-key': () =>
    'Compare the rows: delete those that are the same record, and give the others their own key.',
  'mend-duplicate-rows': () => 'Delete the repeated rows, unless each of them happened.',
  'mend-near-duplicate-rows': () => 'Compare the rows, and delete those that stand for the same thing.',
  'mend-invalid-values': () => 'Correct the values, or empty the cells where they are not known.',
  'mend-invalid-corporate-number': () =>
    'Compare with the register of corporate numbers, and correct the digits.',
  'mend-sign': () => 'Check the sign, unless the rows are returns or corrections.',
  'mend-unit-jumps': () => 'Check the unit, such as thousands instead of ones, and convert the numbers.',
  'mend-outliers': () =>
    'Check the numbers against their source: a digit too many, another unit, or a total.',
  'mend-outlying-rows': () => 'Check whether it is a total or a record of another kind.',
  'mend-untagged-personal-data': () =>
    'Tag the column, so that policies can mask or deny it wherever data leaves.',
  'mend-sequence-gaps': () => 'Find out whether the records were deleted, voided or not imported.',
  'mend-date-gaps': ({ step }: { step: SeriesStep }) =>
    `Add the records of the missing ${step}, or check that there are none.`,
  'mend-overlapping-periods': () => 'Correct the start of the later period, or the end of the earlier one.',
  'mend-spellings': ({ usual }: { usual: Excerpt }) =>
    `Choose one spelling for each, such as ${listed(usual)}.`,
  'mend-mixed-width': () => 'Write them in half width: searches and joins do not find them otherwise.',
  'mend-stale-table': () => 'Recompute the stale tables.',
  'mend-number-as-text': ({ type }: { type: string }) =>
    `Cast the column to ${type}; marks such as a currency sign or a comma have to be removed first.`,
  'mend-dates-in-several-forms': () => 'Write these dates as YYYY-MM-DD, then cast the column to DATE.',
  'mend-date-as-text': () =>
    'Write the dates as YYYY-MM-DD where they are not, then cast the column to DATE.',
  'mend-mixed-types': ({ type }: { type: string }) =>
    `Correct these cells or empty them, then cast the column to ${type}.`,
  'mend-total-rows': () =>
    'Delete the rows, or leave them out with a filter; a query or a sheet computes totals.',
  'mend-row-totals': () =>
    'Correct the total or the part that is wrong; a formula column keeps them in step.',
  'mend-shares-not-whole': () => 'Find the share that is missing or wrong.',
  'mend-by-model': ({ text }: { text: string }) => text,
  'mend-hiding-overrides': () =>
    'Decide each conflict: acknowledge keeps the edit, drop_override takes the value beneath it.',
  'mend-overwritten-cells': () =>
    'Decide each conflict: acknowledge keeps the value of the file, revert brings the previous one back.',
};
