import { literal } from '../../core/sql-text.js';

/** A form of text, the same for a value here and for a column in SQL. */
export interface TextPattern {
  matches(text: string): boolean;
  /** For an SQL expression of text; NULL for NULL. */
  sql(expression: string): string;
}

const FULL_WIDTH = '０１２３４５６７８９，．－＋／：％　';
const HALF_WIDTH = '0123456789,.-+/:% ';

/** With digits and the marks of numbers in half width, and without spaces around. */
export function halfWidth(text: string): string {
  return text
    .replace(/[０-９，．－＋／：％　]/g, (mark) => HALF_WIDTH[FULL_WIDTH.indexOf(mark)] ?? mark)
    .trim();
}

export function halfWidthSql(expression: string): string {
  return `trim(translate(${expression}, ${literal(FULL_WIDTH)}, ${literal(HALF_WIDTH)}))`;
}

/** `source` must mean the same to both engines of regular expressions. */
function pattern(source: string): TextPattern {
  const expression = new RegExp(`^(?:${source})$`);
  return {
    matches: (text) => expression.test(halfWidth(text)),
    sql: (column) => `regexp_full_match(${halfWidthSql(column)}, ${literal(source)})`,
  };
}

export const numberText = pattern(
  '[-+△▲(]?[¥￥$€£]? ?-?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?\\)? ?(?:%|円|千円|百万円)?',
);

const TIME = '(?:[ T][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:Z|[-+][0-9:]{2,5})?)?';
/** Each in its own order of day, month and year. */
export const dateTexts: Readonly<Record<string, TextPattern>> = {
  'year first': pattern(`[0-9]{4} ?[-/.年] ?[0-9]{1,2} ?[-/.月] ?[0-9]{1,2} ?日?${TIME}`),
  'year last': pattern(`[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}${TIME}`),
  'two-digit year': pattern(`[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2}${TIME}`),
  'Japanese era': pattern(
    '(?:明治|大正|昭和|平成|令和|[MTSHR]) ?(?:元|[0-9]{1,2}) ?[-/.年] ?[0-9]{1,2} ?[-/.月] ?[0-9]{1,2} ?日?',
  ),
  'month by name': pattern(
    '(?:[0-9]{1,2}[- ])?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[-. ,]*[0-9]{1,2}(?:[-, ]+[0-9]{2,4})?',
  ),
};

export const wholeNumber = pattern('[0-9]+');
export const email = pattern('[^@ ,;<>()]+@[^@ ,;<>().]+(?:\\.[^@ ,;<>().]+)*\\.[A-Za-z]{2,24}');
const japanesePostalCode = pattern('〒? ?[0-9]{3}-?[0-9]{4}');
export const postalCodes: readonly TextPattern[] = [
  japanesePostalCode,
  pattern('[0-9]{5}(?:-[0-9]{4})?'),
  pattern('[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}'),
  pattern('[0-9]{6}'),
  pattern('[0-9]{4}(?: ?[A-Za-z]{2})?'),
];
/** Ten digits, or eleven of mobile and free ones, grouped in any way. */
export const japanesePhone = pattern('\\(?0[0-9]{1,4}\\)?[- ]?\\(?[0-9]{1,4}\\)?[- ]?[0-9]{3,4}');
export const anyPhone = pattern('\\+?[0-9(][-0-9(). /]{5,18}[0-9)](?: ?(?:x|ext\\.?) ?[0-9]{1,6})?');
/** What a spreadsheet makes of a code such as 1-2. */
export const dateMadeOfCode = pattern(
  '[0-9]{1,2}月[0-9]{1,2}日|[0-9]{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-[0-9]{2}',
);
export const scientific = pattern('[0-9](?:\\.[0-9]+)?E\\+[0-9]{2}');

/** Texts that stand for a value that somebody meant to fill in later. */
const placeholders = [
  ...[
    'n/a',
    'na',
    '#n/a',
    'nan',
    'null',
    'none',
    'nil',
    'tbd',
    'tba',
    'tbc',
    'todo',
    'unknown',
    'undefined',
    'not found',
    'not_found',
  ],
  ...['xxx', 'xxxx', '???', '??', 'test', 'dummy', 'asdf', '(blank)', '(空白)'],
  ...['#ref!', '#value!', '#name?', '#div/0!', '#num!', '#null!', '######'],
  ...[
    '不明',
    '未定',
    '未記入',
    '未入力',
    '調査中',
    '確認中',
    '要確認',
    'ダミー',
    'テスト',
    '仮',
    '○○',
    '〇〇',
  ],
];

export const placeholder: TextPattern = {
  matches: (text) => placeholders.includes(text.trim().toLowerCase()),
  sql: (column) => `lower(trim(${column})) in (${placeholders.map(literal).join(', ')})`,
};
