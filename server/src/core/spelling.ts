import type { SpellingDifference } from '@workbook-data-service/contract/messages/findings';

/** Forms of companies and of characters that are written in several ways. */
const companyForms: readonly (readonly [RegExp, string])[] = [
  [/株式会社|\(株\)|㈱/g, '㈱'],
  [/有限会社|\(有\)|㈲/g, '㈲'],
  [/合同会社|\(同\)/g, '㈿'],
  [/\b(?:incorporated|inc)\b\.?/g, 'inc'],
  [/\b(?:corporation|corp)\b\.?/g, 'corp'],
  [/\b(?:limited|ltd)\b\.?/g, 'ltd'],
  [/\b(?:company|co)\b\.?/g, 'co'],
];
const variants: Readonly<Record<string, string>> = {
  髙: '高',
  﨑: '崎',
  𠮷: '吉',
  邉: '辺',
  邊: '辺',
  濵: '浜',
  濱: '浜',
  齋: '斎',
  齊: '斎',
  斉: '斎',
  澤: '沢',
  櫻: '桜',
  廣: '広',
  國: '国',
  嶋: '島',
  嶌: '島',
  眞: '真',
  龍: '竜',
  瀧: '滝',
  曾: '曽',
  惠: '恵',
  榮: '栄',
  學: '学',
  會: '会',
  ヶ: 'ケ',
  ヵ: 'カ',
  舘: '館',
  冨: '富',
  德: '徳',
  鷗: '鴎',
  圓: '円',
  條: '条',
  藏: '蔵',
  應: '応',
  與: '与',
  實: '実',
};

/** Texts of one normal form are meant to be the same: case, width, spaces, marks and old characters aside. */
export function normalForm(text: string): string {
  let form = text.normalize('NFKC').toLowerCase();
  for (const [written, short] of companyForms) form = form.replace(written, short.normalize('NFKC'));
  return [...form]
    .map((character) => variants[character] ?? character)
    .join('')
    .replace(/[.,](?=\s|$)/g, '')
    .replace(/[\s　・･'’`´_]+/g, '')
    .replace(/[‐‑‒–—―−－-]+/g, '-')
    .replace(/(?<=[ァ-ヶ])[ー-]/g, '');
}

/** What differs between two spellings, for a message. */
export function differenceOf(one: string, other: string): SpellingDifference {
  if (one.trim() === other.trim()) return 'outer-spaces';
  const spaces = (text: string) => text.replace(/[\s　]+/g, '');
  if (spaces(one) === spaces(other)) return 'spaces';
  if (one.toLowerCase() === other.toLowerCase()) return 'case';
  if (one.normalize('NFKC') === other.normalize('NFKC')) return 'width';
  return 'spelling';
}

/** The single-character edit that turns one text into the other; undefined if it takes more. */
function slipBetween(one: string, other: string): 'left out' | 'replaced' | 'exchanged' | undefined {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1 || one === other) return undefined;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length + right.length === 1) return 'left out';
  if (left.length === 1 && right.length === 1) return 'replaced';
  const areTwo = left.length === 2 && right.length === 2;
  return areTwo && left[0] === right[1] && left[1] === right[0] ? 'exchanged' : undefined;
}

/** Many names differ in one letter (Iceland and Ireland), but few of this length. */
const LONG_NAME = 10;

/** Not if the letter distinguishes two things: numbered items, a plural, or one Chinese character of a name. */
export function isSlip(rare: string, usual: string): boolean {
  const slip = slipBetween(rare, usual);
  if (!slip || normalForm(rare) === normalForm(usual)) return false;
  if (slip === 'replaced' && [...usual].length < LONG_NAME) return false;
  const digits = (text: string) => text.replace(/[^0-9０-９]/g, '');
  if (digits(rare) !== digits(usual)) return false;
  const latin = /^[\p{Script=Latin}\s\d.,&'()/-]+$/u;
  const kana = /^[\p{Script=Katakana}ー・\s]+$/u;
  if (latin.test(rare) && latin.test(usual)) return /[a-z]/i.test(rare) && !isInitialOrEnding(rare, usual);
  return kana.test(rare) && kana.test(usual);
}

/** `North 1a` and `North 1b`, `product` and `products`: the last letter often means something. */
function isInitialOrEnding(one: string, other: string): boolean {
  return one.slice(0, -1) === other || other.slice(0, -1) === one || one.slice(0, -1) === other.slice(0, -1);
}
