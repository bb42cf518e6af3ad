import { splitUnit } from './header-units.js';
import { type Period, readPeriod } from './periods.js';
import { sureness } from './sureness.js';

const footnoteMark = /\s*(?:[*†‡]+|\\\d+|\s\/?\d\/?|\(\d\)|\[\d\])\s*$/;
/** Whether figures are those of a plan or what came of it: a measure, unless each period has but one of them. */
const stage =
  /[\s,、-]*[(（[]?(?:actuals?|outturn|budget|plan(?:ned)?|target|実績値?|計画値?|予算|目標|決算|確定値?)[)）\]]?$/i;
const minStaged = 3;
const dayInBrackets = /\s*[(（]([^()（）]{3,15})[)）]$/;

/**
 * `2005 \\1` is 2005 with a footnote, `2005 (dollars)` with a unit, and 2005.0 is how some exports write it; but `Week 1` has no
 * footnote.
 */
export function withoutMarks(text: string): string {
  const bare = splitUnit(text)
    .name.replace(footnoteMark, '')
    .replace(/^(\d{4})\.0$/, '$1');
  return (readPeriod(bare) ?? readWithoutRemark(bare)) ? bare : text;
}

/** The footnote mark of `2001 \\2`. */
export function markBehindPeriod(text: string): string | undefined {
  const { name } = splitUnit(text);
  const mark = footnoteMark.exec(name)?.[0];
  return mark && readPeriod(name.slice(0, -mark.length)) ? mark.trim() : undefined;
}

/** A measure without what it says of how sure its figures are: `£ billion` of `£ billion Forecast`. */
export const withoutRemark = (measure: string) =>
  measure
    .replace(sureness, '')
    .replace(/^\s*outturn$|\s+outturn$/i, '')
    .trim();

/** `2009` of `2009, projection`: a year is a number, whatever is said of how sure its figures are. */
export function yearWithoutRemark(text: string): string {
  const bare = splitUnit(text).name.replace(footnoteMark, '').replace(sureness, '').trim();
  return /^(\d{4})(?:\.0)?$/.exec(bare)?.[1] ?? text;
}

/** The period of `2009, projection`, `2010 (est.)`, `1960 (April)`; the remark stays in what is shown of it, but for years. */
export function readWithoutRemark(label: string, year?: number): Period | null {
  const text = splitUnit(label).name.replace(footnoteMark, '');
  const day = dayInBrackets.exec(text);
  const isDay = day !== null && readPeriod(day[1] ?? '') !== null;
  const bare = isDay ? text.slice(0, day.index) : text.replace(sureness, '');
  return bare === text ? null : readPeriod(bare.trim(), year);
}

/**
 * The periods of `6月実績 | 7月予測 | 8月予測`, `2023 actual | 2024 actual | 2025 budget`: several of one kind, each once, whose labels
 * say at the end what their figures are. Undefined for other labels.
 */
export function stagedPeriods(labels: readonly (string | undefined)[]): (Period | undefined)[] {
  const endings = new Set<string>();
  const periods = labels.map((label) => {
    const bare = label?.replace(stage, '').replace(sureness, '').trim() ?? '';
    const period = bare === '' ? null : readPeriod(bare);
    if (period && label !== undefined) endings.add(label.slice(bare.length).trim());
    return period ?? undefined;
  });
  const found = periods.filter((period) => period !== undefined);
  const areStaged =
    found.length >= minStaged &&
    endings.size > 1 &&
    [...endings].some((ending) => stage.test(ending)) &&
    new Set(found.map(({ kind }) => kind)).size === 1 &&
    new Set(found.map(({ value }) => value)).size === found.length;
  return areStaged ? periods : labels.map(() => undefined);
}
