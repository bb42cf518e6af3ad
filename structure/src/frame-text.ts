import { isUnit } from './values/header-units.js';

const opening =
  /^\W*(?:as (?:of|at)\b|(?:reporting|report|issue|print|due) date\b|date[d:]|page \d|printed\b|created\b|generated\b|updated\b|last update|prepared\b|version [\dv]|confidential\b|draft\b|currency\s*:|units?\s*:|in (?:thousands|millions|billions)\b|(?:印刷|作成|出力|発行|更新|調査|基準|集計|提出|現在)(?:日|者|時点|年月日)|単位|版|社外秘|取扱注意)/i;
const ending = /(?:現在|時点|末日?|付け?|調べ|作成)[)）]?\s*$/;
const page = /^(?:p\.?\s*)?\d{1,3}\s*\/\s*\d{1,3}\s*(?:ページ|頁|pages?)?$/i;
const pageWord =
  /^[-–—\s]*(?:(?:page|seite|blatt|p\.)\s*\d{1,4}(?:\s*(?:\/|of|von|de|sur)\s*\d{1,4})?|(?:第\s*)?\d{1,4}\s*(?:\/\s*\d{1,4}\s*)?(?:ページ|頁))[-–—\s]*$/i;
const field = /^[^\d:：][^:：]{0,24}[:：]\s*\S/;

/** `Checked by: Ann`, `判定：合格`: a label and its value in one text. */
export const isField = (text: string) => field.test(text) && !/^\w+:\/\//.test(text);

/** `Page 2 of 3`, `2/3`, `- 2ページ -`. */
export const isPageNumber = (text: string) => {
  const plain = text.normalize('NFKC').trim();
  return page.test(plain) || pageWord.test(plain);
};

/**
 * Whether a text above a table speaks about the sheet and names no column: its unit, the day it is from,
 * who printed it, the page, `部署：営業部`.
 */
export function isFrameText(text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  const bracketed = /^[([](.*)[)\]]$/.exec(plain)?.[1];
  return (
    (bracketed !== undefined && isUnit(bracketed)) ||
    opening.test(bracketed ?? plain) ||
    (ending.test(plain) && /\d|[元一二三四五六七八九十]年/.test(plain)) ||
    isPageNumber(plain) ||
    field.test(plain)
  );
}
