import { formatNumber } from './format-number.js';
import {
  boundedText,
  type FormulaError,
  finite,
  isError,
  MAX_TEXT,
  NA,
  numberOfText,
  type Scalar,
  toBoolean,
  toNumber,
  toText,
  VALUE,
} from './formula-values.js';
import {
  type FunctionGroup,
  numberFunction,
  scalarFunction,
  textFunction,
  withNumber,
} from './function-kinds.js';
import { roundHalfAway } from './round-decimals.js';
import { searchPattern } from './search-pattern.js';

const { trunc } = Math;

function joined(parts: Iterable<Scalar>, delimiter = '', skipEmpty = false): Scalar {
  let result = '';
  let first = true;
  for (const part of parts) {
    const text = toText(part);
    if (isError(text)) return text;
    if (skipEmpty && text === '') continue;
    if (result.length + delimiter.length + text.length > MAX_TEXT) return VALUE;
    result += first ? text : delimiter + text;
    first = false;
  }
  return result;
}

/** Counts the occurrences before it builds anything: the result may be far longer than its parts. */
function substitute(text: string, old: string, fresh: string, instance: number | undefined): Scalar {
  if (old === '') return text;
  const pieces = text.split(old);
  if (instance !== undefined) {
    if (instance < 1) return VALUE;
    const nth = trunc(instance);
    if (nth >= pieces.length) return text;
    return boundedText([pieces.slice(0, nth).join(old), pieces.slice(nth).join(old)].join(fresh));
  }
  const length = text.length + (pieces.length - 1) * (fresh.length - old.length);
  return length > MAX_TEXT ? VALUE : pieces.join(fresh);
}

function texts(values: readonly Scalar[]): string[] | FormulaError {
  const all: string[] = [];
  for (const value of values) {
    const text = toText(value);
    if (isError(text)) return text;
    all.push(text);
  }
  return all;
}

function find(search: (needle: string, text: string, from: number) => number) {
  return scalarFunction([2, 3], 'BIGINT', ([needle = null, within = null, start]) => {
    const both = texts([needle, within]);
    if (isError(both)) return both;
    const [wanted = '', text = ''] = both;
    return withNumber(start, 1, (from) => {
      if (from < 1 || from > text.length + 1) return VALUE;
      const found = search(wanted, text, trunc(from) - 1);
      return found < 0 ? VALUE : found + 1;
    });
  });
}

/** Before or after the nth delimiter; a negative n counts from the end. */
function around(side: 'before' | 'after') {
  return scalarFunction([2, 3], 'VARCHAR', ([value = null, delimiter = null, instance]) => {
    const both = texts([value, delimiter]);
    if (isError(both)) return both;
    const [text = '', mark = ''] = both;
    return withNumber(instance, 1, (number) => {
      const nth = trunc(number);
      if (nth === 0 || mark === '') return VALUE;
      const pieces = text.split(mark);
      const cut = nth > 0 ? nth : pieces.length + nth;
      if (cut < 1 || cut >= pieces.length) return NA;
      return (side === 'before' ? pieces.slice(0, cut) : pieces.slice(cut)).join(mark);
    });
  });
}

function grouped(value: number, decimals: number, group: boolean): string {
  const rounded = roundHalfAway(value, decimals);
  const places = Math.max(0, Math.min(100, decimals));
  const [whole = '', fraction] = Math.abs(rounded).toFixed(places).split('.');
  const spaced = group ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

export const textFunctions: FunctionGroup = {
  CONCAT: scalarFunction([1, 255], 'VARCHAR', (args) => joined(args)),
  CONCATENATE: scalarFunction([1, 255], 'VARCHAR', (args) => joined(args)),
  TEXTJOIN: scalarFunction([3, 255], 'VARCHAR', ([delimiter = null, skip = null, ...rest]) => {
    const [mark, skipEmpty] = [toText(delimiter), toBoolean(skip)];
    if (isError(mark)) return mark;
    return isError(skipEmpty) ? skipEmpty : joined(rest, mark, skipEmpty);
  }),
  LEFT: textFunction([1, 2], 'VARCHAR', (text, [count]) =>
    withNumber(count, 1, (length) => (length < 0 ? VALUE : text.slice(0, trunc(length)))),
  ),
  RIGHT: textFunction([1, 2], 'VARCHAR', (text, [count]) =>
    withNumber(count, 1, (length) =>
      length < 0 ? VALUE : text.slice(Math.max(0, text.length - trunc(length))),
    ),
  ),
  MID: textFunction(3, 'VARCHAR', (text, [start, count]) =>
    withNumber(start, 1, (from) =>
      withNumber(count, 0, (length) =>
        from < 1 || length < 0 ? VALUE : text.slice(trunc(from) - 1, trunc(from) - 1 + trunc(length)),
      ),
    ),
  ),
  LEN: textFunction(1, 'BIGINT', (text) => text.length),
  TRIM: textFunction(1, 'VARCHAR', (text) => text.split(' ').filter(Boolean).join(' ')),
  CLEAN: textFunction(1, 'VARCHAR', (text) => [...text].filter((letter) => letter >= ' ').join('')),
  UPPER: textFunction(1, 'VARCHAR', (text) => text.toUpperCase()),
  LOWER: textFunction(1, 'VARCHAR', (text) => text.toLowerCase()),
  PROPER: textFunction(1, 'VARCHAR', (text) =>
    text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ),
  SUBSTITUTE: textFunction([3, 4], 'VARCHAR', (text, [old = null, fresh = null, instance]) => {
    const both = texts([old, fresh]);
    if (isError(both)) return both;
    const [from = '', to = ''] = both;
    const nth = instance === undefined ? undefined : toNumber(instance);
    return isError(nth) ? nth : substitute(text, from, to, nth);
  }),
  REPLACE: textFunction(4, 'VARCHAR', (text, [start, count, fresh = null]) =>
    withNumber(start, 1, (from) =>
      withNumber(count, 0, (length) => {
        const put = toText(fresh);
        if (isError(put)) return put;
        if (from < 1 || length < 0) return VALUE;
        const at = trunc(from) - 1;
        return boundedText(text.slice(0, at) + put + text.slice(at + trunc(length)));
      }),
    ),
  ),
  REPT: textFunction(2, 'VARCHAR', (text, [count]) =>
    withNumber(count, 0, (times) =>
      times < 0 || text.length * trunc(times) > MAX_TEXT
        ? VALUE
        : text === ''
          ? ''
          : text.repeat(trunc(times)),
    ),
  ),
  FIND: find((needle, text, from) => text.indexOf(needle, from)),
  SEARCH: find(searchPattern),
  EXACT: scalarFunction(2, 'BOOLEAN', (args) => {
    const both = texts(args);
    return isError(both) ? both : both[0] === both[1];
  }),
  TEXTBEFORE: around('before'),
  TEXTAFTER: around('after'),
  CHAR: numberFunction(1, 'VARCHAR', (code = 0) =>
    code >= 1 && code < 256 ? windowsLetter(trunc(code)) : VALUE,
  ),
  CODE: textFunction(1, 'BIGINT', (text) => (text === '' ? VALUE : windowsCode(text.charAt(0)))),
  UNICHAR: numberFunction(1, 'VARCHAR', (code = 0) => {
    const point = trunc(code);
    const exists = point >= 1 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return exists ? String.fromCodePoint(point) : VALUE;
  }),
  UNICODE: textFunction(1, 'BIGINT', (text) => text.codePointAt(0) ?? VALUE),
  VALUE: scalarFunction(1, 'DOUBLE', ([value = null]) => {
    if (value === null || typeof value === 'number') return value ?? 0;
    return typeof value === 'string' ? (numberOfText(value) ?? VALUE) : VALUE;
  }),
  NUMBERVALUE: textFunction([1, 3], 'DOUBLE', (text, [decimal = '.', group = ',']) => {
    const marks = texts([decimal, group]);
    if (isError(marks)) return marks;
    const [point = '.', comma = ','] = marks.map((mark) => mark.charAt(0));
    if (point === '' || text.length > 255) return VALUE;
    const plain = text
      .replace(/\s/g, '')
      .replaceAll(comma || ' ', '')
      .replaceAll(point, '.');
    if (plain === '') return 0;
    const percents = /%*$/.exec(plain)?.[0].length ?? 0;
    const spelled = plain.slice(0, plain.length - percents);
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(spelled)) return VALUE;
    return finite(Number(spelled) / 100 ** percents);
  }),
  TEXT: scalarFunction(2, 'VARCHAR', ([value = null, format = null]) => {
    const code = toText(format);
    if (isError(code)) return code;
    return isError(value) ? value : formatNumber(value ?? 0, code);
  }),
  FIXED: scalarFunction([1, 3], 'VARCHAR', ([value = null, decimals, plain = false]) =>
    withNumber(value, 0, (number) =>
      withNumber(decimals, 2, (digits) => {
        const noCommas = toBoolean(plain);
        if (isError(noCommas)) return noCommas;
        if (digits > 127) return VALUE;
        return (number < 0 ? '-' : '') + grouped(number, trunc(digits), !noCommas);
      }),
    ),
  ),
  DOLLAR: numberFunction([1, 2], 'VARCHAR', (number = 0, digits = 2) => {
    if (digits > 127) return VALUE;
    const amount = `$${grouped(number, trunc(digits), true)}`;
    return number < 0 ? `(${amount})` : amount;
  }),
};

/** Windows code page 1252 from 128 to 159; elsewhere it equals Unicode. Not every TextDecoder supports it. */
const windowsLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function windowsLetter(code: number): string {
  return windowsLetters[code - 128] ?? String.fromCharCode(code);
}

/** Letters that the code page lacks count as a question mark, as in Excel on Windows. */
function windowsCode(letter: string): number {
  const special = windowsLetters.indexOf(letter);
  if (special >= 0) return special + 128;
  return letter <= '\u00ff' ? letter.charCodeAt(0) : 63;
}
