import {
  CellKind,
  type GridColumn,
  type Sheet,
  type TextIndex,
  textIndexAt,
} from '@workbook-data-service/sheets/grid';
import { type Rule, rulesOf } from './rule.js';

type Rewrite = (text: string) => string;

/**
 * The sheet as its rules want its texts to be read, and the lines of those that changed any: marks for missing values are blank,
 * and numbers and dates are written so that they can be read in one way only.
 */
export function ruledSheet(sheet: Sheet, lines: readonly string[]): { sheet: Sheet; used: string[] } {
  const rewrites = rulesOf(lines).flatMap(({ line, rule }) => {
    const rewrite = rule && rewriteOf(rule);
    return rewrite ? [{ line, rewrite }] : [];
  });
  const used = new Set<string>();
  const changed = new Map<number, string>();
  if (rewrites.length > 0)
    for (const index of textsOf(sheet)) {
      const text = sheet.texts.at(index) ?? '';
      if (text.length > longestRewritten) continue;
      let now = text;
      for (const { line, rewrite } of rewrites) {
        const next = rewrite(now);
        if (next !== now) used.add(line);
        now = next;
      }
      if (now !== text) changed.set(index, now);
    }
  if (changed.size === 0) return { sheet, used: [] };
  const { texts } = sheet;
  return {
    sheet: {
      ...sheet,
      // What is known of a column is kept by its object, and holds for the texts as they were.
      columns: sheet.columns.map((column): GridColumn | null => column && { ...column }),
      texts: { at: (index) => changed.get(index) ?? texts.at(index), sharedCount: texts.sharedCount },
    },
    used: [...used],
  };
}

const longestRewritten = 100;

function* textsOf({ columns }: Sheet): Iterable<TextIndex> {
  const seen = new Set<number>();
  for (const column of columns) {
    if (!column) continue;
    for (let slot = 0; slot < column.kinds.length; slot++) {
      if (column.kinds[slot] !== CellKind.text) continue;
      const index = textIndexAt(column.values, slot);
      if (seen.has(index)) continue;
      seen.add(index);
      yield index;
    }
  }
}

function rewriteOf(rule: Rule): Rewrite | undefined {
  switch (rule.kind) {
    case 'missing': {
      const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
      const missing = new Set(rule.texts.map(plain));
      return (text) => (missing.has(plain(text)) ? '' : text);
    }
    case 'decimal_comma':
      return withPoint;
    case 'day_first':
      return withYearFirst;
    default:
      return undefined;
  }
}

/** `1.234,50` and `1 234,50` are 1234.50, and `1.234` is 1234. */
function withPoint(text: string): string {
  const [, sign = '', digits, decimals = '', rest = ''] =
    /^\s*([-+−(]?)(\d{1,3}(?:[.\u00a0\u202f ']\d{3})+|\d+)(,\d+)?(\)?\s*(?:[%€$£]|[A-Z]{3}|kr|zł|Kč|Ft)?)\s*$/u.exec(
      text,
    ) ?? [];
  if (digits === undefined || (decimals === '' && !/\D/.test(digits))) return text;
  return `${sign}${digits.replaceAll(/\D/g, '')}${decimals.replace(',', '.')}${rest}`;
}

const firstYearOfLastCentury = 70;

/** `03/04/2026` is 3 April. */
function withYearFirst(text: string): string {
  const [, day = '', month = '', year = '', time = ''] =
    /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})((?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?)\s*$/.exec(text) ?? [];
  if (!day || Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return text;
  const whole = year.length === 4 ? year : `${Number(year) < firstYearOfLastCentury ? 20 : 19}${year}`;
  return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`;
}
