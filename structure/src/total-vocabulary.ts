import { namesDifference } from './arithmetic/operation-vocabulary.js';
import { namesEuropeanStatistic, namesEuropeanTotal } from './european-vocabulary.js';

/** Words that end in 計 without being a total: 会計, 統計, 時計, 血圧計. */
const otherWords = /(?:会|統|時|家|設|集|推|温|体|圧|重)計$/;

/**
 * Whether a label names a total: `Total`, `North total`, `Subtotal 1`, `小計`, `東部計`, `合 計`, `計（A＋B）`. More
 * lenient than the words of a line, as it is asked where numbers confirm it.
 */
export function namesTotal(label: string): boolean {
  const text = label
    .normalize('NFKC')
    .replace(/(?<=\S)(?:\s*\\\d{1,2})+$/, '')
    .replaceAll(/\([^)]*\)\s*$/g, '')
    .trim();
  if (/^(?:sub-?\s?|grand\s)?totals?\b|\btotals?$|\b(?:sub-?\s?total|sum)\b/i.test(text)) return true;
  if (namesEuropeanTotal(text)) return true;
  const closed = text.replaceAll(/\s/g, '');
  return (
    /計$|^[合総]計|^総数$|^総額$|総(?:製造|事業|営業)?(?:費用?|収入|支出|収益|原価|資産|負債|売上高?)$/.test(
      closed,
    ) && !otherWords.test(closed)
  );
}

/** Whether a label names what is computed from others: a total, or what is left, such as a profit. */
export const namesResult = (label: string) => namesTotal(label) || namesDifference(label);

/**
 * Whether a label is the name of an average or a ratio of other rows (`平均`, `前年比`, `Per head`, `Gross margin %`), and not
 * of a figure of its own, such as `Yield per acre`.
 */
export function namesRatio(label: string): boolean {
  const text = label
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|[\s%]+$/g, '')
    .trim();
  return /(?:率|比|割合|平均|平均値)$|^per \w+$|^(?:average|avg\.?|mean)$|\b(?:ratio|margin|growth|share|yoy)$/i.test(
    text,
  );
}

/** Whether a label is the name of an average or an extreme of the rows above, and of nothing else. */
export function namesStatistic(label: string): boolean {
  const text = label.normalize('NFKC').trim();
  return (
    namesEuropeanStatistic(text) ||
    /^(?:average|avg|mean|median|max|maximum|min|minimum|highest|lowest|std|stdev|count)\.?$|^(?:平均|最大|最小|最高|最低|中央)値?$|^標準偏差$/i.test(
      text,
    )
  );
}

/**
 * Whether a label is that of a part of the row above, stated besides it: `うち単独分`, `of which: exports`. Without a name it
 * heads such parts.
 */
export function opensDetail(label: string): boolean {
  return /^[\s(]*(?:うち|of which\b)[\s:、,]*[^\s:)]/i.test(label.normalize('NFKC'));
}

/** Whether a label alone says that what follows are parts of the row above it: `Of which:`, `うち`, `内訳`. */
export function headsDetails(label: string): boolean {
  return /^[\s(]*(?:うち|内訳|再掲|別掲|of which|thereof|including|davon|darunter|dont)[\s:)]*$/i.test(
    label.normalize('NFKC'),
  );
}
