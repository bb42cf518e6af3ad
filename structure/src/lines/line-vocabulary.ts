import { namesEuropeanTotal } from '../european-vocabulary.js';

// Words that indicate the purpose of a line, in the most frequent languages.

/**
 * 合計, 小 計, 中計, 総合計: at its end, before a bracket, or with what is summed (合計金額), but not as the
 * beginning of another word (合計所得, 小計算).
 */
const sumWord =
  /[合小中総累通][\s　]*計(?=$|[\s　(（[［【:：・/／※*＊）)\]］】0-9０-９A-Za-z]|(?:金額|数量|点数|人数|件数|時間|残高|[額数値欄行])(?:$|[\s　(（:：]))/;
/** 部門計, 計（税込）: 計 as a word or the end of a name, unlike in 会計, 統計 or 計画. */
const bareSum = /(?<!(?:[会統設時集推家生余計]|温度)[\s　]*)計[\s　]*(?:$|[(（[［:：/／])/;
const grandTotal =
  /^[\s　]*(?:総[\s　]*数|総[\s　]*額|全[\s　]*体|全[\s　]*国|全市|全社|全店|全校|合算)[\s　]*(?:$|[(（])/;

/** "Total", "Sub-total", "合計": the line sums others. */
export function saysTotal(text: string): boolean {
  return (
    /\b(?:sub-?|sub |grand )?totals?\b|\btotal\d|\bsum\b|\ball (?:items|industries|ages|races|states|countries|cities|areas|categories|sources)\b/i.test(
      text,
    ) ||
    namesEuropeanTotal(text) ||
    sumWord.test(text) ||
    bareSum.test(text) ||
    grandTotal.test(text)
  );
}

/** A total by its very first word, which is stronger than a mention inside a sentence. */
export function opensWithTotal(text: string): boolean {
  if (namesEuropeanTotal(text)) return true;
  // Most texts contain none of these words, so this is the quick way.
  if (!/total|all|計/i.test(text)) return false;
  return (
    /^\W*(?:sub-?|sub |grand )?totals?(?:\b|\d)|^\W*overall\b/i.test(text) ||
    opensWithAll(text) ||
    (/^[\s　【[(（]*(?:税込|税抜き?|総)?[\s　]*(?:[合小中総累通][\s　]*)?計/.test(text) && saysTotal(text))
  );
}

/** "All", "All races", "ALL STATES", but not "All other" nor the name "All Saints". */
function opensWithAll(text: string): boolean {
  const [, all, next] = /^\W*(all)\b[\s,]*(\S*)/i.exec(text) ?? [];
  if (all === undefined || next === undefined) return false;
  if (/^others?\b/i.test(next)) return false;
  return (
    next === '' || /^(?:items|industries|ages|races|states|countries)\b/i.test(next) || isLikeAll(all, next)
  );
}

/** Both in capitals, or a word that is no name. */
function isLikeAll(all: string, next: string): boolean {
  return all === 'ALL' ? next === next.toUpperCase() : /^[^\p{Lu}]/u.test(next);
}

/** "Average", "Net income", "% change", "前年比": the line is computed from others in another way. */
export function saysComputed(text: string): boolean {
  return /\b(?:averages?|avg|mean|median|min(?:imum)?|max(?:imum)?|std|stdev|count|(?<!\.)net|balance|gross (?:profit|margin)|operating (?:profit|income)|ebitda?|surplus|deficit|difference|variance|per ?cent change|% change|change|ytd|year[- ]to[- ]date|running|cumulative|(?:brought|carried) (?:forward|down)|achievement)\b|\b[bc]\/[fd]\b|平\s*均|最[大小高低](?:値|$)|中央値|標準偏差|差[\s　]*引|差額|差異|増減|(?:前|対)(?:年|月|期|週|日)?(?:同[月期])?(?:度)?(?:比|差)|構成比|達成率|進捗率|利益率|純額|残[\s　]*高|繰越|繰り越し|(?:売上総|粗|営業|経常|税引前当期?純?|当期純?|純)(?:利益|損益|損失)|粗利/i.test(
    text,
  );
}

/** "Source:", "Note", "注", "資料": remarks below a table. */
export function opensLikeNote(text: string): boolean {
  return /^[\s　]*(?:notes?\b|source|sources\b|footnote|n\.?b\.|remarks?\b|legend\b|disclaimer|see\b|includes?\b|excludes?\b|data (?:are|is)\b|figures\b|symbols?\b|[(（[［【〔]?\s*注(?:$|[\d０-９①-⑳\s　:：.．,、)）\]］】〕記釈])|※|[*＊]|[(（]?(?:資料|出典|出所|備考|凡例)(?:[\s　:：)）は]|元)|なお[、,]|ただし[、,])/i.test(
    text,
  );
}

/** "x = present", "◎…優": what a mark or a code of a table means. */
export function explainsMark(text: string): boolean {
  return /^[\s　]*\S{1,8}(?:\s\S{1,8})?[\s　]*(?:[=＝→]|…+|\.{3,})[\s　]*\S/.test(text);
}

/** "1 Does not include…", "\2 …", "(a) …", "* …": begins with a footnote mark. */
export function opensWithFootnoteMark(text: string): boolean {
  return /^[\s　]*(?:\\?\d{1,2}[\s./)]+\D|\\\d|\((?:\d{1,2}|[a-z])\)\s*\D|\[\w{1,2}\]|[*†‡§#-]+\s*\w|[a-z]\s*[./)]\s+\w|[①-⑳※])/.test(
    text,
  );
}

/** "Table 12.", "Figure 3", "Exhibit", "表1", "別表". */
export function opensLikeTitle(text: string): boolean {
  return /^[\s　]*(?:table|figure|fig\.|exhibit|schedule|appendix|chart|annex|report|summary|list of|[第別付]?\s*[0-9０-９一二三四五六七八九十]*\s*表)(?:[\s.:：\d０-９-]|$)/i.test(
    text,
  );
}

/** "(in thousands)", "[Percent]", "単位:百万円", "Million dollars": the unit of a table. */
export function saysUnit(text: string): boolean {
  return /単位|\bunits?\b|\bin (?:thousands|millions|billions|percent)\b|\b(?:thousand|million|billion)s?\b|\bpercent\b|^\s*[[(（].*[\])）]\s*$|[$%€£¥]/i.test(
    text,
  );
}

/** A year, a fiscal year, a month or a quarter, as written in a header cell. */
export function readsAsPeriod(text: string): boolean {
  return /^[\s　]*(?:(?:fy|cy)?\s*['’]?(?:19|20)\d\d(?:\.0)?(?:[-/–]\d{2,4})?\b|q[1-4]\b|[1-4]q\b|t[1-4]\s(?:19|20)\d\d\b|kw\s?\d{1,2}\b|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|okt|dez)[a-z]*\.?\b|(?:mai|juin|juil(?:let)?|ao[uû]t|mrz|avr(?:il)?|m[äa]rz|f[ée]v(?:r(?:ier)?)?|d[ée]c(?:embre)?)\.?(?![\p{L}])|(?:明治|大正|昭和|平成|令和)|[HSR]\d{1,2}\b|\d{1,2}月|\d{4}年)/iu.test(
    text,
  );
}

/** A calendar date written out in a cell. */
export function readsAsDate(text: string): boolean {
  return /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ]\d{2,4}|\d{4}年\d{1,2}月)/i.test(
    text,
  );
}

/** "Printed: 2024-05-01", "担当：佐藤": one cell with a name and its value, unlike a time or an address. */
export function readsAsField(text: string): boolean {
  return /^[\s　]*[^\s:：\d][^:：]{0,23}[:：][\s　]*[^\s/]/.test(text) && text.length <= 60;
}

/** "as of 31 March", "令和6年3月31日現在", "作成日", "Page 1": when and how a sheet was made. */
export function saysWhenMade(text: string): boolean {
  return /\b(?:as (?:of|at)|printed|prepared|created|updated|revised|generated|exported|date[:：]|page \d|confidential|draft)\b|現在|作成|印刷|出力|発行|更新|改訂|時点|ページ|\d頁|社外秘|取扱注意/i.test(
    text,
  );
}

/** "(thousand yen)", "単位：千円", "[人]": nothing but a unit. */
export function isUnitLine(text: string): boolean {
  return /^[\s　]*[(（[［【<＜]?[\s　]*(?:単[\s　]*位|units?\b|in (?:thousands|millions|billions)|(?:thousand|million|billion)s?\b|(?:千|万|百万|億|十億)?円|[人件個台世]帯?|％|%|千[人件]|㎡|ha|kg|t)[^。.]{0,24}$/i.test(
    text,
  );
}

/** "【売上】", "■ 概要", "1. Sales", "第2章", "<Members>": the heading of a part. */
export function opensLikeHeading(text: string): boolean {
  return /^[\s　]*(?:[【■●◆◎○□▼▽◇★☆▶▷〔《〈＜<]|第\s*[\d０-９一二三四五六七八九十]+|[\d０-９]{1,2}[.．)）、]\s*\D|[IVXⅠ-Ⅻ]+[.．\s])/.test(
    text,
  );
}

/** "Acme Inc.", "株式会社みなと 御中", "担当 佐藤様": a person or a company. */
export function namesParty(text: string): boolean {
  return /(?:[\s　]?(?:様|御中|殿|先生))[\s　]*$|株式会社|有限会社|合同会社|\b(?:inc|ltd|corp|llc|gmbh|co)\b\.?[\s　]*$/i.test(
    text,
  );
}
