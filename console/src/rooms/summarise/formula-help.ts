import type { Language } from '../../preferences.js';

interface FormulaFunction {
  /** As it is inserted. */
  sample: string;
  about: Record<Language, string>;
}

/** Functions that people of spreadsheets look for; a formula may use every other one of DuckDB that the service allows. */
export const formulaFunctions: readonly FormulaFunction[] = [
  of("if(condition, 'yes', 'no')", 'One of two values, by a condition', '条件によって二つの値のどちらか'),
  of("coalesce(value, 'other')", 'The first value that is not blank', '空でない最初の値'),
  of('nullif(value, 0)', 'Blank in place of a value, such as 0', '特定の値（0 など）を空にする'),
  of('round(number, 2)', 'Rounded to so many decimal places', '指定した桁で四捨五入'),
  of('ceil(number)', 'Rounded up to a whole number', '整数に切り上げ'),
  of('floor(number)', 'Rounded down to a whole number', '整数に切り捨て'),
  of('abs(number)', 'Without its sign', '絶対値'),
  of('greatest(a, b)', 'The larger of several values', '複数の値のうち最大のもの'),
  of('least(a, b)', 'The smaller of several values', '複数の値のうち最小のもの'),
  of("concat(a, ' ', b)", 'Texts, one after the other', '文字列をつなげる'),
  of('upper(text)', 'In capital letters', '大文字にする'),
  of('lower(text)', 'In small letters', '小文字にする'),
  of('trim(text)', 'Without spaces at both ends', '前後の空白を除く'),
  of('length(text)', 'How many characters it has', '文字数'),
  of('left(text, 3)', 'Its first characters', '先頭の文字'),
  of('right(text, 3)', 'Its last characters', '末尾の文字'),
  of("replace(text, 'old', 'new')", 'With a part of it replaced', '一部を置き換える'),
  of("split_part(text, '-', 1)", 'The part between separators', '区切り文字の間の部分'),
  of("contains(text, 'part')", 'Whether a part is in it', '含まれるかどうか'),
  of('year(date)', 'The year of a date', '日付の年'),
  of('month(date)', 'The month, from 1 to 12', '日付の月（1 から 12）'),
  of("date_trunc('month', date)", 'The first day of its month', '月の最初の日'),
  of("date_diff('day', start, end)", 'Days from one date to another', '二つの日付の間の日数'),
  of("strftime(date, '%Y-%m')", 'A date as a text of this form', '日付をこの形の文字列にする'),
];

function of(sample: string, en: string, ja: string): FormulaFunction {
  return { sample, about: { en, ja } };
}
