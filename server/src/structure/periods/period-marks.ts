import { splitUnit } from '../headers/header-units.js';
import { type Period, readPeriod } from '../reshape/periods.js';

const footnoteMark = /\s*(?:[*†‡]+|\\\d+|\s\/?\d\/?|\(\d\)|\[\d\])\s*$/;
/** How sure figures are, or when in the period they were counted. */
const remark =
  /[\s,、-]*[(（[]?(?:projections?|projected|proj\.?|estimated?|estimates|est\.?|preliminary|prel(?:im)?\.?|provisional|prov\.?|forecast|revised|census|予測|見込み?|推計|速報値?|概算|確報値?|暫定)[)）\]]?$/i;
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

/** A measure without what it says of how sure its figures are: `£ billion` of `£ billion Forecast`. */
export const withoutRemark = (measure: string) =>
  measure
    .replace(remark, '')
    .replace(/^\s*outturn$|\s+outturn$/i, '')
    .trim();

/** `2009` of `2009, projection`: a year is a number, whatever is said of how sure its figures are. */
export function yearWithoutRemark(text: string): string {
  const bare = splitUnit(text).name.replace(footnoteMark, '').replace(remark, '').trim();
  return /^(\d{4})(?:\.0)?$/.exec(bare)?.[1] ?? text;
}

/** The period of `2009, projection`, `2010 (est.)`, `1960 (April)`; the remark stays in what is shown of it, but for years. */
export function readWithoutRemark(label: string, year?: number): Period | null {
  const text = splitUnit(label).name.replace(footnoteMark, '');
  const day = dayInBrackets.exec(text);
  const isDay = day !== null && readPeriod(day[1] ?? '') !== null;
  const bare = isDay ? text.slice(0, day.index) : text.replace(remark, '');
  return bare === text ? null : readPeriod(bare.trim(), year);
}
