import { readPeriod } from '../values/periods.js';

/** What a label has in common with the one of the next month: letters and marks count, cases, digits and spacing do not. */
export function labelKey(text: string): string {
  return plain(text)
    .replaceAll(/\p{Nd}+/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const plain = (text: string) => text.slice(0, longestLabel).normalize('NFKC').toLowerCase();

/** Longer texts are sentences. */
export const longestLabel = 80;

/** A label as written, but for its letter case and spacing. */
export const writtenKey = (label: string) =>
  label.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The key of every period. */
export const periodKey = '<period>';

/** The key of a column's label: all periods are the same, since the next file has others. */
export function columnKey(label: string): string {
  return readPeriod(label) ? periodKey : labelKey(label);
}

const hasLetters = /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What a column that is left out is known by: where one that is taken has the same key, as another period has, what is written. */
export function leftOutKey(label: string, taken: readonly { key: string }[]): string {
  const key = columnKey(label);
  return taken.some((one) => one.key === key) ? writtenKey(label) : key;
}

/** Tables of all kinds have them. */
const isTotal = /^(?:grand )?totals?$|^sum$|^(?:総|合|総合|小)?計$|^総数$/;

/** How much a label tells of what a table is about. */
export function weightOf(key: string): number {
  if (key === '') return 0;
  return key !== periodKey && hasLetters.test(key) && !isTotal.test(key) ? 1 : 0.5;
}

const generic =
  /^(?:#|the|a|my|new|copy|of|final|draft|latest|file|files|data|dataset|sheet|sheets|book|workbook|table|tables|list|lists|report|reports|export|exports|exported|download|downloads|import|upload|untitled|unnamed|results?|output|input|test|page|tab|tabelle|blatt|mappe|liste|bericht|feuille|feuil|classeur|rapport|hoja|libro|foglio|cartel|dati|datos|donnees|daten|シート|ブック|一覧|一覧表|表|データ|資料|集計|集計表|コピー|新規|v|ver|version|rev|v#|q#|h#|fy|fy#|年|月|日|年度|期|分|度|csv|xlsx?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/u;

/** What a name of a sheet or file says without its digits, dates and words that any file may have; '' where that is nothing. */
export function nameKey(name: string): string {
  const words = labelKey(name)
    .replaceAll(/#\s?(?:年度?|月|日|期|分)/gu, '#')
    .split(/[^\p{L}\p{M}#]+|(?<=#)(?=[^#])|(?=#)/u)
    .filter((word) => word !== '' && !generic.test(word));
  return words.join(' ');
}

/** Thirty-two bits of a key, for comparing many. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
