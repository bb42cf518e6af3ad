import {
  namesEuropeanDifference,
  namesEuropeanStatistic,
  namesEuropeanTotal,
} from '../european-vocabulary.js';
import type { Operator } from './aggregation.js';

const WORDS: Record<Operator, RegExp> = {
  Sum: /\b(sub-?)?totals?\b|\bsum\b|\ball\b|\bnet\b|\bgross\b|\bcombined\b|合計|総計|小計|総数|総額|総(?:製造|事業|営業)?(?:費用?|収入|支出|収益|原価|資産|負債|売上高?)(?:$|\s)|(?<![会統時家設集推温体圧重])計(?:$|\s)/i,
  Average: /\bave?r?a?ge?s?\b|\bmean\b|平均/i,
  Division:
    /%|\bper(cent)?\b|\bpercentage\b|\bpct\b|\bratio\b|\brate\b|\bshare\b|\bmargin\b|\/|率|比|割合|当たり|あたり/i,
  RelativeChange:
    /%|\bchange\b|\bgrowth\b|\bincrease\b|\bdecrease\b|\bvar(iance)?\b|増減|伸び|前年比|増加率/i,
};

/** `全国`, `全年齢層`: all that the rows beside it are parts of. */
const wholeWords = /(?:^|\s)全\s*(?:[国体市区県都道社校店]|世帯|産業|部門|\S*[層別型態齢種])\s*$/;

const namesInEurope: Partial<Record<Operator, (label: string) => boolean>> = {
  Sum: namesEuropeanTotal,
  Average: namesEuropeanStatistic,
};

/** `ann@corp.net` and `corp.net` are not net of anything, and the 10% of `Advertising (10%)` is not what the field is counted in. */
const notAName =
  /\bhttps?:\S+|\bwww\.\S+|(?<!\S)[^\s@]{1,64}@\S+|(?<!\S)(?:[a-z\d-]{1,63}\.)+[a-z]{2,10}(?!\S)|\d\s*%/gi;

/** `差　引` is 差引 with spaces for the layout. */
const spaced = /^\s*\p{Script=Han}(?:\s+\p{Script=Han})+\s*$/u;

function wordsOf(label: string): string {
  const words = label.normalize('NFKC').replaceAll(notAName, '');
  return spaced.test(words) ? words.replaceAll(/\s/g, '') : words;
}

/** Whether the name of a field says that it is computed in this way. */
export function namesOperator(label: string, operator: Operator): boolean {
  const words = wordsOf(label);
  if (operator === 'Sum' && wholeWords.test(words)) return true;
  return WORDS[operator].test(words) || namesInEurope[operator]?.(words) === true;
}

/** `Opening balance`, `前期繰越`: what an account begins with is stated, not computed from the rest. */
const openingWords =
  /\b(?:opening|starting|beginning|initial)\b|\bbrought (?:forward|down)\b|\bb\/[fd]\b|期首|月初|前(?:年度?|期|月|回|日)末?[\s　]*(?:から|より)?の?(?:繰越|残)/i;

/** Whether a name is that of a difference: profit, balance, change, what is carried to the next year. */
export function namesDifference(label: string): boolean {
  const words = wordsOf(label);
  if (openingWords.test(words)) return false;
  if (namesEuropeanDifference(words)) return true;
  return /利益|[次翌](?:年度?|期|月|回|日)[\s　]*(?:へ|への)?繰越|\bcarried (?:forward|down)\b|\bc\/[fd]\b|損益|損失|粗利|差引|差額|差異|収支|残高|残額|残数|増減|過不足|純額|\b(?:gross|operating|ordinary|net|pre-?tax)\b.*\b(?:profit|loss|margin|income|earnings|result)|\b(?:profit|ebitda?|ebt|surplus|deficit|difference|diff|variance|change|balance|remaining|left|net)\b/i.test(
    words,
  );
}

/** Whether a name is that of a balance carried from line to line. */
export function namesBalance(label: string): boolean {
  return /残高|残額|残数|累計|累積|在庫|\b(?:balance|cumulative|cum|running|year to date|ytd|stock|on hand)\b/i.test(
    wordsOf(label),
  );
}
