import type { Param } from './message.js';
import { being, counted, type Excerpt, grouped, listed, quoted } from './words.js';

interface OfColumn {
  column: string;
  /** How many rows are concerned. */
  rows: number;
}

interface WithValues extends OfColumn {
  values: Excerpt;
}

/** A cell of a file, and how many others have the same fault. */
interface CellOfFile {
  cell: string;
  sheet: string;
  others: number;
}

const place = ({ cell, sheet }: Pick<CellOfFile, 'cell' | 'sheet'>) => `${cell} of sheet "${sheet}"`;
const andOthers = ({ others }: CellOfFile) =>
  others > 0 ? ` (and ${counted(others, 'more such cell')})` : '';

/** The periods on both sides of a gap, as they are written, and how many are missing in all. */
interface PeriodGap {
  before: string;
  after: string;
  missing: number;
}

const totalVerbs = {
  sum: 'add up to',
  difference: 'leave',
  average: 'average',
  ratio: 'divide to',
  running_balance: 'carry to',
} as const;

const personalKinds = {
  'e-mail': 'e-mail addresses',
  phone: 'telephone numbers',
  name: 'names of people',
  address: 'home addresses',
  birth: 'dates of birth',
  identity: 'national identity numbers',
  bank: 'bank accounts or cards',
  pay: 'pay',
  health: 'health data',
} as const;

export type PersonalKind = keyof typeof personalKinds;

const spellingDifferences = {
  'outer-spaces': 'spaces around',
  spaces: 'spaces',
  case: 'upper and lower case',
  width: 'full and half width',
  spelling: 'spelling',
} as const;

export type SpellingDifference = keyof typeof spellingDifferences;

export type SeriesStep = 'day' | 'week' | 'month';

/** What the rules of a review find. */
export const findingSentences = {
  'found-formula-error': (found: CellOfFile & { error: Param }) =>
    `${place(found)} shows the error ${found.error}${andOthers(found)}: the table has no value there.`,
  'found-formula-unlike-neighbours': (found: CellOfFile & { formula: string; expected: string }) =>
    `${place(found)} has ${found.formula}, where its neighbours have ${found.expected}${andOthers(found)}.`,
  'found-constant-among-formulas': (found: CellOfFile & { value: Param; expected: string }) =>
    `${place(found)} is the number ${quoted(found.value)}, where its neighbours compute ${found.expected}${andOthers(found)}.`,
  'found-sum-omits-cells': (found: CellOfFile & { formula: string; expected: string }) =>
    `${place(found)} has ${found.formula} and leaves out ${found.expected}${andOthers(found)}.`,
  'found-text-in-sum': (found: CellOfFile & { expected: string }) =>
    `The sum in ${place(found)} passes over ${found.expected}, whose numbers are texts${andOthers(found)}.`,
  'found-other-file': (found: CellOfFile & { formula: string }) =>
    `${place(found)} has ${found.formula}, a value of another file${andOthers(found)}.`,
  'found-hidden-values': (found: CellOfFile) =>
    `${place(found)} is hidden in the file and has a value${andOthers(found)}.`,
  'found-stated-total': (found: {
    cell: string;
    sheet: string;
    stated: number;
    computed: number;
    difference: number;
    operation: keyof typeof totalVerbs;
    /** Ranges, with a minus sign before those that are subtracted. */
    parts: { shown: string[]; more: number };
  }) => {
    const { shown, more } = found.parts;
    const parts = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return (
      `${place(found)} says ${grouped(found.stated)}, but ${parts} ${totalVerbs[found.operation]} ` +
      `${grouped(found.computed)}: a difference of ${grouped(found.difference)}.`
    );
  },
  'found-unlike-total': ({
    stated,
    expected,
    ...cell
  }: {
    cell: string;
    sheet: string;
    stated: number;
    /** `SUM(B2:B9) = 120` */
    expected: string;
  }) => `${place(cell)} is called a total and says ${grouped(stated)}, but ${expected}.`,

  'found-not-product': ({
    rows,
    column,
    factors: [a, b],
    others,
  }: OfColumn & { factors: [string, string]; others: number }) =>
    `In ${counted(rows, 'row')}, "${column}" is not "${a}" times "${b}", though it is in the other ${grouped(others)}.`,
  'found-not-sum': ({
    rows,
    column,
    added: [first, ...more],
    subtracted,
    others,
  }: OfColumn & { added: string[]; subtracted: string[]; others: number }) => {
    const formula = [
      `"${first}"`,
      ...more.map((name) => `plus "${name}"`),
      ...subtracted.map((name) => `minus "${name}"`),
    ].join(' ');
    return `In ${counted(rows, 'row')}, "${column}" is not ${formula}, though it is in the other ${grouped(others)}.`;
  },
  'found-unbalanced-cells': ({
    assets,
    others,
    ...cell
  }: {
    cell: string;
    sheet: string;
    assets: number;
    others: number;
  }) =>
    `Assets in ${place(cell)} are ${grouped(assets)}, but liabilities and equity are ${grouped(others)}: ` +
    `a difference of ${grouped(assets - others)}.`,
  'found-odd-tax-rates': ({
    column,
    net,
    rows,
    rate,
    usual,
  }: OfColumn & { net: string; rate: number; usual: number[] }) =>
    `In ${counted(rows, 'row')}, "${column}" is another share of "${net}" than ${usual.join(', ')} %: ${grouped(rate)} % first.`,
  'found-wrong-growth': ({
    column,
    now,
    before,
    rows,
    others,
  }: OfColumn & { now: string; before: string; others: number }) =>
    `In ${counted(rows, 'row')}, "${column}" does not follow from "${now}" and "${before}", though it does in the other ` +
    `${grouped(others)}.`,
  'found-summaries-unlike-detail': ({
    column,
    table,
    rows,
    others,
    group,
    stated,
    computed,
  }: OfColumn & { table: string; others: number; group: Param; stated: number; computed: number }) =>
    `"${column}" is the sum of the rows of "${table}" in ${counted(others, 'row')}, but not in ${rows}: for ${quoted(group)} it says ` +
    `${grouped(stated)} where they add up to ${grouped(computed)}.`,
  'found-unbalanced-vouchers': ({ odd, all, rows }: { odd: number; all: number; rows: number }) =>
    `Debit and credit differ in ${counted(odd, 'voucher')} of ${grouped(all)}, in ${counted(rows, 'row')}.`,
  'found-orphan-references': ({
    count,
    column,
    rows,
    table,
    others,
    values,
  }: WithValues & { count: number; table: string; others: number }) =>
    `${counted(count, 'value')} of "${column}" in ${counted(rows, 'row')} ${being(count)} not in ` +
    `"${table}", though the other ${others} are: ${listed(values)}.`,
  'found-differs-between-tables': ({
    column,
    table,
    rows,
    both,
    key,
    here,
    there,
    at,
  }: OfColumn & { table: string; both: number; key: string; here: Param; there: Param; at: Param }) =>
    `"${column}" differs from "${table}" in ${counted(rows, 'row')} of ${both} with the same "${key}": ` +
    `${quoted(here)} and ${quoted(there)} for ${quoted(at)}.`,

  'found-zeros-lost-in-numbers': ({ column, rows }: OfColumn) =>
    `"${column}" is stored as a number, so ${counted(rows, 'row')} lost the leading zeros.`,
  'found-zeros-lost-in-codes': ({ column, digits, rows, values }: WithValues & { digits: number }) =>
    `Codes in "${column}" have ${digits} digits, some with leading zeros, but ${counted(rows, 'row')} fewer: ${listed(values)}.`,
  'found-cut-digits': ({ column, rows, digits, value }: OfColumn & { digits: number; value: number }) =>
    `All ${counted(rows, 'number')} of "${column}" with more than ${digits} digits end in zeros, such as ` +
    `${grouped(value)}: a spreadsheet cut the digits after the ${digits}th.`,
  'found-scientific-codes': ({ column, rows, values }: WithValues) =>
    `"${column}" has ${counted(rows, 'code')} in scientific notation: ${listed(values)}.`,
  'found-dates-made-of-codes': ({ column, rows, values }: WithValues) =>
    `"${column}" has codes, but ${counted(rows, 'value')} read as dates: ${listed(values)}. ` +
    'Spreadsheets turn codes such as 1-2 into dates.',
  'found-key-with-two-names': ({
    count,
    code,
    name,
    others,
    first,
  }: {
    count: number;
    code: string;
    name: string;
    others: number;
    first: Param;
  }) =>
    `${counted(count, 'value')} of "${code}" ${count === 1 ? 'has' : 'have'} more than one "${name}", the other ${others} one: ` +
    `${quoted(first)} first.`,
  'found-mixed-units': ({
    column,
    usual,
    rows,
    others,
    values,
  }: WithValues & { usual: string; others: Excerpt }) =>
    `"${column}" is mostly in ${usual}, but ${counted(rows, 'row')} in ${listed(others)}: ${listed(values)}.`,

  'found-empty-columns': ({ columns, count }: { columns: Excerpt; count: number }) =>
    `${listed(columns)} ${being(count)} empty in every row.`,
  'found-constant-columns': ({
    columns,
    count,
    values,
  }: {
    columns: Excerpt;
    count: number;
    values: Excerpt;
  }) => `${listed(columns)} ${count === 1 ? 'has' : 'have'} the same value in every row: ${listed(values)}.`,
  'found-blank-rows': ({ table, rows }: { table: string; rows: number }) =>
    `${counted(rows, 'row')} of "${table}" have no value at all.`,
  'found-missing-values': ({ column, rows, all }: OfColumn & { all: number }) =>
    `"${column}" is empty in ${counted(rows, 'row')} of ${grouped(all)}.`,
  'found-missing-keys': ({ column, rows, all }: OfColumn & { all: number }) =>
    `"${column}" is empty in ${counted(rows, 'row')} of ${grouped(all)}, though it is the key of the others.`,
  'found-missing-values-in-columns': ({
    count,
    all,
    columns,
  }: {
    count: number;
    all: number;
    columns: Excerpt;
  }) =>
    `${counted(count, 'column')} that are otherwise filled are empty in a few of ${grouped(all)} rows: ${listed(columns)}.`,
  'found-placeholders': ({ column, rows, values }: WithValues) =>
    `"${column}" has ${listed(values)} in ${counted(rows, 'row')}, where a value is missing.`,

  'found-future-dates': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'date')} of "${column}" ${being(rows)} in the future, though the others are in the past: ${listed(values)}.`,
  'found-far-dates': ({ column, rows, low, high, values }: WithValues & { low: string; high: string }) =>
    `${counted(rows, 'date')} of "${column}" ${being(rows)} far from the others, which lie between ${low} and ${high}: ` +
    `${listed(values)}.`,
  'found-swapped-day-month': ({
    column,
    rows,
    low,
    high,
    values,
  }: WithValues & { low: string; high: string }) =>
    `${counted(rows, 'date')} of "${column}" ${being(rows)} outside ${low} to ${high}, but inside if day and month are ` +
    `exchanged: ${listed(values)}.`,
  'found-end-before-start': ({
    end,
    start,
    rows,
    ended,
    started,
  }: {
    end: string;
    start: string;
    rows: number;
    ended: Param;
    started: Param;
  }) => `"${end}" is before "${start}" in ${counted(rows, 'row')}: ${ended} is before ${started}.`,
  'found-duplicate-key': ({
    column,
    distinct,
    filled,
    rows,
    first,
  }: OfColumn & { distinct: number; filled: number; first: Param }) =>
    `"${column}" has ${counted(distinct, 'different value')} in ${counted(filled, 'row')}, but ` +
    `${counted(rows, 'row')} share theirs with another: ${quoted(first)} first.`,
  'found-duplicate-rows': ({ table, rows }: { table: string; rows: number }) =>
    `${counted(rows, 'row')} of "${table}" are the same as another in every column.`,
  'found-near-duplicate-rows': ({ table, rows }: { table: string; rows: number }) =>
    `${counted(rows, 'row')} of "${table}" are the same as another but for case, spaces or the key.`,

  'found-invalid-e-mail': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'value')} of "${column}" ${being(rows)} no e-mail address: ${listed(values)}.`,
  'found-invalid-phone': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'value')} of "${column}" ${being(rows)} no telephone number: ${listed(values)}.`,
  'found-invalid-japanese-phone': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'value')} of "${column}" ${being(rows)} no telephone number of ten or eleven digits: ${listed(values)}.`,
  'found-invalid-postal-code': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'value')} of "${column}" ${being(rows)} no postal code as the others: ${listed(values)}.`,
  'found-invalid-corporate-number': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'value')} of "${column}" ${being(rows)} no corporate number: ${listed(values)} ` +
    `${rows === 1 ? 'has' : 'have'} not 13 digits or a wrong check digit.`,

  'found-negative-numbers': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'number')} of "${column}" ${being(rows)} negative, though the others are not: ${listed(values)}.`,
  'found-positive-numbers': ({ column, rows, values }: WithValues) =>
    `${counted(rows, 'number')} of "${column}" ${being(rows)} positive, though the others are not: ${listed(values)}.`,
  'found-unit-jumps': ({ column, rows, low, high, values }: WithValues & { low: number; high: number }) =>
    `${counted(rows, 'number')} of "${column}" ${being(rows)} a thousand times or more off the others, which lie between ` +
    `${grouped(low)} and ${grouped(high)}: ${listed(values)}.`,
  'found-outliers': ({ column, rows, low, high, values }: WithValues & { low: number; high: number }) =>
    `${counted(rows, 'number')} of "${column}" ${rows === 1 ? 'lies' : 'lie'} far from the others, of which 98 % are ` +
    `between ${grouped(low)} and ${grouped(high)}: ${listed(values)}.`,
  'found-outlying-rows': ({
    table,
    rows,
    count,
    columns,
  }: {
    table: string;
    rows: number;
    count: number;
    columns: Excerpt;
  }) =>
    `${counted(rows, 'row')} of "${table}" ${rows === 1 ? 'lies' : 'lie'} far from the others in ` +
    `${counted(count, 'column')}: ${listed(columns)}.`,
  'found-untagged-personal-data': ({ column, kind }: { column: string; kind: PersonalKind }) =>
    `"${column}" seems to hold ${personalKinds[kind]}, and no tag says so: no policy protects it.`,

  'found-sequence-gaps': ({
    column,
    missing,
    gaps,
    from,
    to,
  }: {
    column: string;
    missing: number;
    gaps: number;
    from: number;
    to: number;
  }) =>
    `"${column}" runs from first to last with ${counted(missing, 'number')} missing, in ${counted(gaps, 'gap')}: ` +
    `${grouped(from)}${from === to ? '' : ` to ${grouped(to)}`} first.`,
  'found-date-gaps': ({
    column,
    step,
    first,
    last,
    missing,
    before,
    after,
  }: {
    column: string;
    step: SeriesStep;
    first: string;
    last: string;
    missing: number;
    before: Param;
    after: Param;
  }) =>
    `"${column}" has every ${step} from ${first} to ${last} but ${counted(missing, step)}: ` +
    `nothing between ${before} and ${after}.`,
  'found-missing-period-columns': ({ table, before, after, missing }: { table: string } & PeriodGap) =>
    `"${table}" has a column for each period of a series but ${grouped(missing)}: none between "${before}" and "${after}".`,
  'found-missing-periods': ({ column, before, after, missing }: { column: string } & PeriodGap) =>
    `"${column}" has each period of a series but ${grouped(missing)}: none between "${before}" and "${after}".`,
  'found-overlapping-periods': ({
    table,
    rows,
    owner,
    started,
    ended,
  }: {
    table: string;
    rows: number;
    /** The column within whose values periods must not overlap. */
    owner: string | null;
    started: Param;
    ended: Param;
  }) =>
    `${counted(rows, 'period')} of "${table}" ${rows === 1 ? 'begins' : 'begin'} before the one before has ended` +
    `${owner === null ? '' : ` for the same "${owner}"`}: ${started} is before ${ended}.`,

  'found-spellings': ({
    column,
    count,
    rows,
    difference,
    pairs,
  }: OfColumn & { count: number; difference: SpellingDifference; pairs: { other: Param; usual: Param }[] }) =>
    `${counted(count, 'value')} of "${column}" in ${counted(rows, 'row')} ${being(count)} spelled unlike the same value ` +
    `elsewhere (${spellingDifferences[difference]}): ` +
    `${pairs.map(({ other, usual }) => `${quoted(other)} and ${quoted(usual)}`).join('; ')}.`,
  'found-mixed-width': ({ column, rows, values }: WithValues) =>
    `"${column}" is in half width, except for ${counted(rows, 'row')}: ${listed(values)}.`,
  'found-stale-table': ({ table, since }: { table: string; since: string }) =>
    `"${table}" is stale since ${since}: what it is computed from has changed.`,

  'found-number-as-text': ({ column, value }: { column: string; value: Param }) =>
    `"${column}" has only numbers, as text, such as ${quoted(value)}: they are not summed, and are sorted by their first digit.`,
  'found-dates-in-several-forms': ({
    column,
    usual,
    others,
    rows,
    value,
  }: OfColumn & { usual: string; others: Excerpt; value: Param }) =>
    `"${column}" has dates as text in several forms: mostly ${usual}, but ${listed(others)} in ` +
    `${counted(rows, 'row')}, such as ${quoted(value)}.`,
  'found-date-as-text': ({ column, form, value }: { column: string; form: string; value: Param }) =>
    `"${column}" has dates as text (${form}), such as ${quoted(value)}: they are not compared as dates.`,
  'found-mixed-types': ({ column, kind, rows, values }: WithValues & { kind: 'numbers' | 'dates' }) =>
    `"${column}" has ${kind}, except in ${counted(rows, 'row')}, which make the whole column text: ${listed(values)}.`,

  'found-total-rows': ({ table, column, rows, values }: WithValues & { table: string }) =>
    `${counted(rows, 'row')} of "${table}" ${rows === 1 ? 'is a total' : 'are totals'} among the records ` +
    `(${listed(values)} in "${column}"): every sum counts them twice.`,
  'found-row-totals': ({
    column,
    parts,
    others,
    rows,
    stated,
    computed,
  }: OfColumn & { parts: Excerpt; others: number; stated: number; computed: number }) =>
    `"${column}" is the sum of ${listed(parts)} in ${counted(others, 'row')}, but not in ${rows}: it says ` +
    `${grouped(stated)} where they add up to ${grouped(computed)}.`,
  'found-shares-not-whole': ({
    column,
    count,
    sum,
    whole,
  }: {
    column: string;
    count: number;
    sum: number;
    whole: number;
  }) => `The ${counted(count, 'share')} of "${column}" add up to ${grouped(sum)}, not to ${whole}.`,
  /** A model says it in its own words. */
  'found-by-model': ({ text }: { text: string }) => text,
  'found-hiding-overrides': ({ cells }: { cells: number }) =>
    `Edits stand over values that have changed since, in ${counted(cells, 'cell')}.`,
  'found-overwritten-cells': ({ cells }: { cells: number }) =>
    `Both sides of a merge had changed ${counted(cells, 'cell')}; the value of the file stands.`,
};
