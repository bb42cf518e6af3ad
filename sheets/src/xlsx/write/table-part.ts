import { columnLetters } from '../../core/column-letters.js';
import { MAIN, XML } from './package-parts.js';
import { cellText, escapeXml } from './xml-text.js';

const LONGEST_HEADING = 255;

export function tablePath(number: number): string {
  return `xl/tables/table${number}.xml`;
}

/** The whole range of a sheet from its headings to its last row, which counts from 1. */
export function rangeOfSheet(columnCount: number, lastRow: number): string {
  return `A1:${columnLetters(columnCount - 1)}${lastRow}`;
}

/** Whether an Excel table can have these headings; with others Excel would repair the file. */
export function areTableHeadings(names: readonly string[]): boolean {
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  return names.length > 0 && distinct.size === names.length && names.every(isTableHeading);
}

function isTableHeading(name: string): boolean {
  // A line break is the only control character that a heading may contain.
  return name.trim() !== '' && name.length <= LONGEST_HEADING && !/[^\n\P{Cc}]|\p{Cs}/u.test(name);
}

/** A table over a whole sheet, headings first. */
export function tablePart(
  number: number,
  name: string,
  headings: readonly string[],
  lastRow: number,
): string {
  const range = rangeOfSheet(headings.length, lastRow);
  const columns = headings.map((heading, i) => `<tableColumn id="${i + 1}" name="${attribute(heading)}"/>`);
  return `${XML}<table xmlns="${MAIN}" id="${number}" name="${escapeXml(name)}" displayName="${escapeXml(name)}" \
ref="${range}" totalsRowShown="0"><autoFilter ref="${range}"/>\
<tableColumns count="${columns.length}">${columns.join('')}</tableColumns>\
<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}

/** XML turns a line break in an attribute into a space, so it is escaped. */
function attribute(heading: string): string {
  return cellText(heading).replaceAll('"', '&quot;').replaceAll('\n', '_x000a_');
}
