// Words that indicate the purpose of a line, in the most frequent languages.

/** "Total", "Sub-total", "合計": the line sums others. */
export function saysTotal(text: string): boolean {
  return /\b(?:sub-?|grand )?totals?\b|\btotal\d|\bsum\b|\ball (?:items|industries|ages|races|states|countries|cities|areas|categories|sources)\b|[合小総累]\s*計|^[\s　]*計[\s　]*$|\bsumme\b|\bgesamt/i.test(
    text,
  );
}

/** A total by its very first word, which is stronger than a mention inside a sentence. */
export function opensWithTotal(text: string): boolean {
  return /^\W*(?:sub-?|grand )?totals?(?:\b|\d)|^\W*all\b|^\W*overall\b|^[\s　]*[合小総累]?[\s　]*計/i.test(
    text,
  );
}

/** "Average", "Net income", "% change", "前年比": the line is computed from others in another way. */
export function saysComputed(text: string): boolean {
  return /\b(?:average|avg|mean|median|min(?:imum)?|max(?:imum)?|std|stdev|count|net|balance|gross (?:profit|margin)|surplus|deficit|difference|variance|per ?cent change|% change|change)\b|平均|差引|増減|前年比|構成比|純額|残高/i.test(
    text,
  );
}

/** "Source:", "Note", "注", "資料": remarks below a table. */
export function opensLikeNote(text: string): boolean {
  return /^[\s　]*(?:notes?\b|source|sources\b|footnote|n\.?b\.|remark|see\b|includes?\b|excludes?\b|data (?:are|is)\b|figures\b|symbols?\b|\(?\s*注|※|[*＊]|資料|出典|備考|（注)/i.test(
    text,
  );
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
  return /^[\s　]*(?:(?:fy|cy)?\s*['’]?(?:19|20)\d\d(?:\.0)?(?:[-/–]\d{2,4})?\b|q[1-4]\b|[1-4]q\b|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\b|(?:明治|大正|昭和|平成|令和)|[HSR]\d{1,2}\b|\d{1,2}月|\d{4}年)/i.test(
    text,
  );
}

/** A calendar date written out in a cell. */
export function readsAsDate(text: string): boolean {
  return /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ]\d{2,4}|\d{4}年\d{1,2}月)/i.test(
    text,
  );
}
