import { monthName, monthOf } from '../values/month-names.js';

/** What a workspace says about its files, one rule a line. */
export type Rule =
  | { kind: 'ignore_sheet'; pattern: string }
  | { kind: 'missing'; texts: string[] }
  | { kind: 'decimal_comma' }
  | { kind: 'day_first' }
  | { kind: 'fiscal_year'; month: number }
  | { kind: 'total'; words: string[] }
  | { kind: 'periods_wide' }
  | { kind: 'one_table' }
  | { kind: 'header_rows'; rows: number; pattern: string }
  | { kind: 'english_names' };

/** A line of the rules as it was written. */
export interface RuleLine {
  line: string;
  /** Undefined where it is not understood. */
  rule?: Rule;
}

const maxLines = 100;
const maxWords = 50;
const maxHeaderRows = 20;

/** The lines of the rules, without blank ones. */
export function readRules(text: string): RuleLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, maxLines)
    .map((line) => {
      const rule = readRule(line);
      return rule ? { line, rule } : { line };
    });
}

/** The rules of lines that are understood. */
export const rulesOf = (lines: readonly string[]): RuleLine[] => lines.flatMap((line) => readRules(line));

function readRule(line: string): Rule | undefined {
  const text = line
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();
  for (const read of readers) {
    const rule = read(text);
    if (rule) return rule;
  }
  return undefined;
}

const readers: ((text: string) => Rule | undefined)[] = [
  (text) => {
    const pattern = /^(?:ignore|skip|leave out) (?:the )?sheets? (.+)$/i.exec(text)?.[1];
    return pattern === undefined ? undefined : { kind: 'ignore_sheet', pattern: unquoted(pattern) };
  },
  (text) => listed(text, /^missing(?: values?)?: ?(.+)$/i, (texts) => ({ kind: 'missing', texts })),
  (text) => (/^decimal comma$/i.test(text) ? { kind: 'decimal_comma' } : undefined),
  (text) => (/^days? first$/i.test(text) ? { kind: 'day_first' } : undefined),
  (text) => {
    const name = /^(?:the )?fiscal year (?:begins|starts) (?:in|with) (\S+)$/i.exec(text)?.[1];
    const month = name === undefined ? undefined : monthNamed(name);
    return month === undefined ? undefined : { kind: 'fiscal_year', month };
  },
  (text) => listed(text, /^totals?: ?(.+)$/i, (words) => ({ kind: 'total', words })),
  (text) => (/^keep (?:the )?periods wide$/i.test(text) ? { kind: 'periods_wide' } : undefined),
  (text) => (/^one table (?:per|for each|a) report$/i.test(text) ? { kind: 'one_table' } : undefined),
  (text) => {
    const [, count, pattern = '*'] = /^header rows:? (\d{1,2})(?: in (?:sheets? )?(.+))?$/i.exec(text) ?? [];
    const rows = Number(count ?? 0);
    return rows >= 1 && rows <= maxHeaderRows
      ? { kind: 'header_rows', rows, pattern: unquoted(pattern) }
      : undefined;
  },
  (text) => (/^names in english$/i.test(text) ? { kind: 'english_names' } : undefined),
];

function listed(text: string, form: RegExp, make: (words: string[]) => Rule): Rule | undefined {
  const words = (form.exec(text)?.[1] ?? '')
    .split(/[,、，]/)
    .map((word) => unquoted(word.trim()))
    .filter(Boolean)
    .slice(0, maxWords);
  return words.length > 0 ? make(words) : undefined;
}

const unquoted = (text: string) => text.replace(/^(["'“‘「])(.*)["'”’」]$/, '$2');

const wholeMonth = new RegExp(`^(?:${monthName})\\.?$`);

function monthNamed(name: string): number | undefined {
  const number = Number(/^(\d{1,2})月?$/.exec(name)?.[1] ?? 0);
  if (number >= 1 && number <= 12) return number;
  const text = name.toLowerCase();
  return wholeMonth.test(text) ? Number(monthOf(text.replace('.', ''))) : undefined;
}

/** Whether a name fits a pattern, in which `*` stands for anything; letters may be of either case. */
export function fits(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.normalize('NFKC').toLowerCase().split('*');
  const text = name.normalize('NFKC').toLowerCase();
  if (parts.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = parts.pop() ?? '';
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
