import { type DecimalSign, withDecimalPoint } from './decimal-sign.js';
import { isUnit } from './header-units.js';
import { sureness } from './sureness.js';

/** `1,234*`, `1,234 r`, `12 (a)`, `7[2]`, `2008 \1`: footnote marks, which are not part of the number. */
const footnoteMark = /(?<=\S)(?:\s*[*†‡]+|\s+[rpef]|\s*\((?:[a-z]|\d)\)|\s*\[\w{1,2}\]|(?:\s*\\\d{1,2},?)+)$/;
/** `*3.5`, `(c) 3.9`: a mark before the number, as in tables that flag what is significant. */
const markBefore = /^(?:[*†‡]+\s*|\([a-z]\)\s+)(?=[-−–△▲+.\d(])/;
const grouped = /^\d{1,3}(?:[, '’]\d{3})+(?:\.\d*)?$/;
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const scientific = /^[-+]?\d+(?:\.\d*)?e[+-]?\d+$/i;
const missing =
  /^(?:[-‐‑–—―−ー]+(?: [-‐‑–—―−ー]+)*|\.+|…+|[‥・･]+|\*+|n[.,]?\/?a\.?\**|n\.d\.?|#n\/a|(?:0\.)?nan|0\.inf|null|none|nil|unknown|\((?:n[./]?a\.?|[a-z])\)|\(\\\d{1,2}\)|\\n|\[(?:\d{1,2}|[a-z]|low)\]|x|不明|不詳|該当なし|秘)$/i;
/** Words for it, perhaps with the number of the footnote that says why: `Insufficient(2)`. */
const withheld =
  /^(?:see (?:foot)?note|not (?:available|applicable|reported|disclosed)|insufficient(?: data)?|suppressed|withheld|confidential|秘匿|非公表|非公開)(?:\s*[([]\w{1,2}[)\]]|\s*\d{1,2}|\s*\*+)?$/i;
const currencySigns = String.raw`(?:us|ca|au|nz|hk|nt|[ars])?\$|[€£¥₩₹₽฿]`;
const currencyWords =
  'usd|eur|gbp|jpy|chf|sfr|cad|aud|nzd|cny|rmb|hkd|sgd|inr|krw|twd|thb|sek|nok|dkk|pln|czk|huf|brl|mxn|zar|kr|kč|zł';
const currencyBefore = new RegExp(`^(?:${currencySigns}|(?:${currencyWords})\\.?\\s)\\s*`, 'i');
const unitBehind = /^([\d.,\s'’万億兆]*[\d.万億兆])\s*([^\d\s.,'’万億兆][^\d.,]*[23]?)$/;
const scaled = /^([\d.,]+兆)?([\d.,]+億)?([\d.,]+万)?([\d.,]+)?$/;
const exponents: Record<string, number> = { 兆: 12, 億: 8, 万: 4 };
/** `2008, preliminary` is a year. */
const beginsWithYear = /^(?:19|20)\d\d(?:, | \()\p{L}/u;
const longestNumber = 40;
const longestMark = 24;

/** A text for a value that is unknown, not applicable or withheld: `n.a.`, `..`, `-`, `(X)`, `[1]`, `(\\5)`. */
export function isMissingMark(text: string): boolean {
  if (text.length > longestMark) return false;
  const trimmed = text.trim();
  const plainText = isAscii(trimmed) ? trimmed : trimmed.normalize('NFKC');
  return missing.test(plainText) || (plainText.length > 1 && withheld.test(plainText));
}

/** A number as a person writes it. */
export interface WrittenNumber {
  value: number;
  /** `¥`, `千円`, `kg`; '' for a number alone. A share (`46.8%`) is its value, 0.468, and has no unit. */
  unit: string;
  isShare: boolean;
  /** Negative as in accounting, `(300)`, or the numbering of a list, `(3)`. */
  isBracketed: boolean;
  /** Whether digits are written behind a point, even if they are zeros. */
  hasFraction: boolean;
}

/**
 * A text as the number that a person would read; NaN for other text: `(1,234)`, `$(84.20)`, `△5`, `12.5%`, `$3`, `１２`.
 */
export function readNumber(text: string, sign: DecimalSign = 'point'): number {
  if (isDigits(text)) return Number(text);
  const plain = sign === 'comma' ? withDecimalPoint(text.normalize('NFKC').trim()) : text;
  const written = plain === undefined ? undefined : readWrittenNumber(plain);
  return written && (written.unit === '' || isMoney(written.unit)) ? written.value : Number.NaN;
}

/** The number of a text with all that is written around it; undefined for other text. */
export function readWrittenNumber(text: string): WrittenNumber | undefined {
  if (text.length > longestNumber || cannotBeNumber(text)) return undefined;
  const trimmed = (isAscii(text) ? text : text.normalize('NFKC')).trim();
  if (plain.test(trimmed)) return written(Number(trimmed), { hasFraction: trimmed.includes('.') });
  if (scientific.test(trimmed)) return written(Number(trimmed), { hasFraction: true });
  const bare = trimmed.replace(footnoteMark, '').replace(markBefore, '');
  return readMarked(beginsWithYear.test(bare) ? bare.replace(sureness, '') : bare);
}

/** Whether a unit is money, perhaps in thousands or millions: `円`, `$`, `百万円`. */
export const isMoney = (unit: string) => money.test(unit);

const money = new RegExp(
  `^(?:${currencySigns}|(?:${currencyWords})\\.?|(?:百|千|百万|十億)?(?:円|ドル|ユーロ|元))$`,
  'i',
);

function readMarked(text: string): WrittenNumber | undefined {
  const bracketed = /^\((.*)\)$/.exec(text);
  let rest = bracketed ? (bracketed[1] ?? '').trim() : text;
  let sign = bracketed ? -1 : 1;
  const takeSign = () => {
    // `±0` is no change, while `±5` is a range.
    const mark = /^(?:[-−–△▲+]|±(?=[0.]+\s*%?$))\s*/.exec(rest)?.[0];
    if (!mark) return;
    if (!/^[+±]/.test(mark)) sign = -sign;
    rest = rest.slice(mark.length);
  };
  takeSign();
  const before = currencyBefore.exec(rest)?.[0] ?? '';
  rest = rest.slice(before.length);
  if (before) takeSign();
  const minusBehind = /^([\d.,]*\d)\s?[-−]$/.exec(rest);
  if (minusBehind && !bracketed && sign > 0) {
    rest = minusBehind[1] ?? '';
    sign = -1;
  }
  const inner = before && !bracketed ? /^\((.*)\)$/.exec(rest) : null;
  if (inner) {
    rest = inner[1] ?? '';
    sign = -sign;
  }
  const behind = unitBehind.exec(rest);
  if (behind) rest = behind[1] ?? '';
  const suffix = (behind?.[2] ?? '').trim();
  const unit = before.trim() || suffix;
  const isShare = unit === '%';
  const isKnown = isShare || isMoney(unit) || isUnitOfNumbers(unit, rest.includes('.'));
  if ((before && suffix) || (unit && !isKnown)) return undefined;
  const value = readDigits(rest, isShare ? -2 : 0);
  if (value === undefined) return undefined;
  return written(sign * value, {
    unit: isShare ? '' : unit,
    isShare,
    isBracketed: bracketed !== null || inner !== null,
    hasFraction: rest.includes('.') && !/[兆億万]$/.test(rest),
  });
}

const written = (value: number, rest: Partial<WrittenNumber>): WrittenNumber => ({
  value: value === 0 ? 0 : value,
  unit: '',
  isShare: false,
  isBracketed: false,
  hasFraction: false,
  ...rest,
});

/** `1,234.5`, `1.5億`, `1億2,000万`. */
function readDigits(text: string, exponent: number): number | undefined {
  if (grouped.test(text) || plain.test(text)) return shifted(text, exponent);
  const parts = /[兆億万]/.test(text) ? (scaled.exec(text)?.slice(1).filter(Boolean) ?? []) : [];
  let sum: number | undefined;
  for (const part of parts) {
    const scale = exponents[part.at(-1) ?? ''];
    const digits = scale ? part.slice(0, -1) : part;
    if (!grouped.test(digits) && !plain.test(digits)) return undefined;
    sum = (sum ?? 0) + shifted(digits, scale ?? 0);
  }
  return sum;
}

/** The same digits with another exponent, since 46.8 / 100 is not 0.468 in binary. */
const shifted = (digits: string, exponent: number) =>
  Number(`${digits.replaceAll(/[, '’]/g, '')}e${exponent}`);

/** Some do not count what is before them but name the third one: `3年`, `3日`, `3度`, `3A`, unlike `3.5年`. */
const isUnitOfNumbers = (text: string, hasFraction: boolean) =>
  !(hasFraction ? namesOne : namesOneOrCounts).test(text) && (isUnit(text) || counters.test(text));

const namesOne = /^(?:[A-Z]|no\.|number)$/;
const namesOneOrCounts = /^(?:[年日度A-Z]|no\.|number)$/;

const counters =
  /^(?:[°箱袋缶杯錠株口坪畳尾食泊巻体束玉膳着足双脚基両便品滴粒斤丁歩通俵房樽皿]|ケース|セット|ダース|パック|ページ|pcs?|ea|[kmgt]i?b|m[va]|kv|[kmg]?hz|cc|ml|ft|inch(?:es)?|oz|yd|mph|km\/h|m\/s|px|dpi|mins?|secs?|hrs?|yrs?|steps|items?|pieces?|boxes|times|kcal|cal|ppm|rpm|db)$/i;

/** Most text cells begin with a letter, so one character rules them out. */
function cannotBeNumber(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first >= 0x61 && first <= 0x7a && !currencyBefore.test(text)) return true;
  return !/[\d０-９]/.test(text);
}

/** The common case without a regular expression. */
function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text.length > 0 && text.length <= longestNumber;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}
