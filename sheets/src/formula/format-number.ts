import { createRequire } from 'node:module';
import { inCalendar } from './civil-days.js';
import { boundedText, numberOfText, type Scalar, textOfNumber, VALUE } from './formula-values.js';

/** The small part of SheetJS' format library used here. */
interface NumberFormats {
  format(format: string, value: number | string | boolean): string;
  is_date(format: string): boolean;
}

let loaded: NumberFormats | undefined;

/** Loaded on the first TEXT: the package is large, and most formulas do not need it. */
function numberFormats(): NumberFormats {
  loaded ??= (createRequire(import.meta.url)('@e965/xlsx') as { SSF: NumberFormats }).SSF;
  return loaded;
}

/** Excel accepts no longer ones. */
const LONGEST_FORMAT = 255;
/** Serials below this day differ by one from Excel's, which counts a 29 February 1900. */
const FIRST_OF_MARCH_1900 = 61;

/** TEXT: a value formatted with an Excel format code, in English. */
export function formatNumber(value: number | string | boolean, format: string): Scalar {
  if (format.length > LONGEST_FORMAT) return VALUE;
  if (format === '') return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const number = typeof value === 'string' ? numberOfText(value) : value;
  if (/^general$/i.test(format)) return typeof number === 'number' ? textOfNumber(number) : value;
  try {
    const formats = numberFormats();
    if (number === undefined) return boundedText(formats.format(format, value));
    if (!formats.is_date(format)) return boundedText(formats.format(format, number));
    const elapsed = /\[(?:h+|m+|s+)\]/i.test(format);
    const serial = !elapsed && number >= 1 && number < FIRST_OF_MARCH_1900 ? number - 1 : number;
    return serial < 0 || !inCalendar(serial) ? VALUE : boundedText(formats.format(format, serial));
  } catch {
    // The library throws on an unknown code.
    return VALUE;
  }
}

/** Letters beyond ASCII stand for themselves, such as △; the library knows them in quotes only. */
export function withQuotedLetters(format: string): string {
  return format.replace(/"[^"]*"|\\.|\[[^\]]*\]|[^\p{ASCII}]+/gu, (part) =>
    /^[^\p{ASCII}]/u.test(part) ? `"${part}"` : part,
  );
}
