/** Year 1 of each era is the year after this one. */
const eras: Record<string, number> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  m: 1867,
  t: 1911,
  s: 1925,
  h: 1988,
  r: 2018,
};

/** The year of a label and the rest of the label. */
interface YearAndRest {
  year: number | null;
  rest: string;
  fiscal: boolean;
}

type YearReader = (match: RegExpExecArray) => { year: number; fiscal: boolean };

const gregorian: YearReader = (match) => ({
  year: fullYear(Number(match[1])),
  fiscal: /年度|fy|gj|gesch|exercice/.test(match[0]),
});

const ofEra: YearReader = (match) => ({
  year: (eras[match[1] ?? ''] ?? 0) + (match[2] === '元' ? 1 : Number(match[2])),
  fiscal: match[0].includes('年度'),
});

const separators = /^[\s\-–/.,'_]+|[\s\-–/.,'_]+$/g;
const fourDigits = '(?:18|19|20|21)\\d\\d';

/** The first that matches at the start or the end of the label wins, so longer spellings come first. */
const spellings: { pattern: RegExp; read: YearReader }[] = [
  { pattern: /^(明治|大正|昭和|平成|令和)\s?(元|\d{1,2})(?:年度|年)?/, read: ofEra },
  { pattern: /^([mtshr])(元|\d{1,2})(?:年度|年)/, read: ofEra },
  { pattern: /^([mtshr])(\d{1,2})(?=[./]\d)/, read: ofEra },
  // Alone, a letter and a number are a year only where a half (H1, H2) or a code (S1, T4) is unlikely.
  { pattern: /^(r)(0?[1-9]|1\d)$/, read: ofEra },
  { pattern: /^(h)(0[1-9]|[3-9]|[12]\d|3[01])$/, read: ofEra },
  { pattern: /^(s)([3-6]\d)$/, read: ofEra },
  {
    pattern: new RegExp(`^(${fourDigits})\\s?[-–/]\\s?(?:${fourDigits}|\\d{2})(?:\\s?年度)$`),
    read: gregorian,
  },
  // Behind the year, an analyst's A, B, E, F or P: actual, budget, estimate, forecast, plan.
  { pattern: new RegExp(`^(?:fy|cy)?\\s?'?(${fourDigits})\\s?[abefp]$`), read: gregorian },
  { pattern: /^(?:fy|cy)\s?'?(\d{2})\s?[abefp]$/, read: gregorian },
  {
    pattern:
      /^(?:fy|cy|gj|fiscal year|year|gesch[äa]ftsjahr|jahr|exercice|ann[ée]e|ejercicio|a[ñn]o|anno)\s?'?(\d{4}|\d{2})(?:[/-]\d{2,4})?(?!\d)/,
    read: gregorian,
  },
  { pattern: /(?:fy|cy)\s?'?(\d{4}|\d{2})$/, read: gregorian },
  { pattern: new RegExp(`^(${fourDigits})\\s?(?:年度|年)`), read: gregorian },
  { pattern: new RegExp(`^(${fourDigits})(?=\\d\\d$)`), read: gregorian },
  { pattern: new RegExp(`^(${fourDigits})(?!\\d)`), read: gregorian },
  { pattern: new RegExp(`(?<!\\d)(${fourDigits})$`), read: gregorian },
  { pattern: /^(\d{2})(?:年度$|年(?=\d{1,2}月))/, read: gregorian },
  { pattern: /^'(\d{2})$/, read: gregorian },
  { pattern: /(?<=^[1-4]q|^q[1-4]|^[12]h|^h[12])[ -]?'?(\d{2})$/, read: gregorian },
];

/** A year that spans two, such as `2019-20` or `2019/2020`, is the one it starts with. */
const span = new RegExp(`^(${fourDigits})\\s?[-–/]\\s?(${fourDigits}|\\d{2})$`);

export function readYear(text: string): YearAndRest {
  const spanned = span.exec(text);
  if (spanned && isNextYear(Number(spanned[1]), Number(spanned[2])))
    return { year: Number(spanned[1]), rest: '', fiscal: true };
  for (const { pattern, read } of spellings) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { year, fiscal } = read(match);
    const rest = `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`;
    return { year, rest: rest.replaceAll(separators, ''), fiscal };
  }
  return { year: null, rest: text.replaceAll(separators, ''), fiscal: false };
}

/** `2019-20` is a span of years, `2019-04` a month. */
const isNextYear = (from: number, to: number) => (to >= 100 ? to === from + 1 : to === (from + 1) % 100);

/** Two digits are years from 1970 to 2069. */
export const fullYear = (year: number) => (year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year);
