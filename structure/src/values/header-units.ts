const japaneseUnit =
  /^[百千万億兆十]*(?:円|人|名|件|世帯|戸|棟|台|枚|冊|回|日|時間|分|秒|歳|年|か月|ヶ月|㎡|平方メートル|平方キロメートル|㎢|ヘクタール|アール|トン|リットル|メートル|キロ|ワット|度|校|学級|社|所|箇所|か所|ヶ所|か国|隻|羽|頭|匹|本|個|点|票|床|施設|人日|ポイント|パーセント|ドル|ユーロ)(?:\/.{1,6}|・.{1,6})?$/;
const symbolUnit =
  /^(?:%|‰|[$€£¥](?:\s?(?:000s?|thousands?|millions?|billions?|m|bn|k))?|(?:us\$|usd|eur|gbp|jpy|円|yen)(?:\s?(?:000s?|thousands?|millions?|billions?|m|bn|k))?|000s?|1,000|m2|m3|km2?|ha|k?g|mg|t|m|cm|mm|kl|l|kwh|mwh|gwh|kw|mw|°?c|℃|pts?|bps|hours?|minutes?|seconds?|days?|years?|months?|persons?|people|number|no\.|units?|(?:short |long |metric )?tons?|tonnes?|acres?|miles?|feet|pounds?|lbs?|bushels?|gallons?|barrels?|cwt|dollars?|cents?|dozens?|(?:\d{1,3}-lb\.? )?bales?|(?:k?g|t)-co2|μs\/cm|ntu|pp[mb]|db|k?bq|mmhg|[hkm]pa|lx|lux|rpm|k?cal|[kmg]j|[kmg]?hz|[mcd]l|°f|μ[gm])$/i;
const divisor = /^(?:h|hr|min|s|sec|day|night|week|month|year|yr|head|capita|seat|piece|pcs?|item)$/i;
const wordUnit =
  /^(?:in\s+)?(?:(?:hundreds?|thousands?|millions?|billions?|trillions?|quadrillions?)(?:\s+(?:of\s+)?[\w.$-]+){0,4}|per\s?cent(?:\s.{1,70})?|(?:current|constant|nominal|real)\s.{0,20}dollars|dollars|cents|euros|yen|(?:\d[\d,]*\s)(?:dollars|persons|tons|tonnes|people))$/i;

/** `2005 = 100`, `2020年=100`: what an index is relative to. */
const indexBase = /^.{4,12}?\s?=\s?100$/;

/** Whether a text is a unit: `千円`, `%`, `€/m2`, `in thousands`, `million dollars`. */
export function isUnit(text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  return (
    japaneseUnit.test(plain) ||
    symbolUnit.test(plain) ||
    wordUnit.test(plain) ||
    indexBase.test(plain) ||
    isUnitPerUnit(plain) ||
    isCounted(plain)
  );
}

/** `1,000 acres`, `dollars per bushel`; but 5 and 10 years are two things and not a unit. */
function isCounted(text: string): boolean {
  const [, counted = ''] =
    /^10{0,2}(?:,?000)*\s(\S.*)$/.exec(text) ?? /^(.{1,30}?)\sper\s\S.{0,20}$/i.exec(text) ?? [];
  return counted !== '' && isUnit(counted);
}

/** `l/100 km`, `€/m2`: one unit for each of another. */
function isUnitPerUnit(text: string): boolean {
  const [, counted, each = ''] =
    /^([^/]{1,8}?)\s?\/\s?(?:\d{1,4}\s?)?([a-z][a-z0-9]{0,9})$/i.exec(text) ?? [];
  return counted !== undefined && symbolUnit.test(counted) && (symbolUnit.test(each) || divisor.test(each));
}

/** A heading without the unit in brackets at its end. */
export function splitUnit(heading: string): { name: string; unit?: string } {
  const match = /^(.*?)\s*[([（［【〔]([^()[\]（）［］]{1,80})[)\]）］】〕]$/su.exec(heading.trim());
  const [, name = '', inner = ''] = match ?? [];
  const unit = inner.replace(/^単位\s*[:：・]?\s*/, '').trim();
  if (!isUnit(unit)) return { name: heading };
  return { name: name.trim(), unit };
}

/** The unit that a line above a table gives for all its numbers: `(単位:百万円)`, `In thousands of dollars`. */
export function unitOfTitle(text: string): string | undefined {
  const japanese = /単位\s*[:：・]?\s*([^\s()[\]（）［］、,。]{1,12})/.exec(text)?.[1];
  if (japanese) return japanese;
  const bracketed = /[([]([^()[\]]{1,60})[)\]]/.exec(text)?.[1];
  const candidates = [
    bracketed,
    text,
    /\b(in (?:thousands|millions|billions)(?: of [\w.$-]+(?: dollars)?)?)/i.exec(text)?.[1],
  ];
  return candidates
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => candidate.trim().replace(/\.$/, ''))
    .find((candidate) => candidate.length <= 40 && wordUnit.test(candidate));
}

/** Whether a heading is for shares or rates, which do not have the unit of the whole table. */
export function saysShare(heading: string): boolean {
  return /per\s?cent|%|％|\brates?\b|\bratio|\bshare|率|割合|比$|構成比|前年比/i.test(heading);
}
