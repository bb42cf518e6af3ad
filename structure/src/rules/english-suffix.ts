import type { SheetSpec } from '../parse-spec.js';
import { rulesOf } from './rule.js';

const suffixes: readonly [RegExp, string][] = [
  [/^_階層(\d+)_計算項目$/, '_level$1_computed'],
  [/^_階層(\d+)$/, '_level$1'],
  [/^_計算項目$/, '_computed'],
  [/^_科目$/, '_accounts'],
  [/^_補足情報$/, '_notes'],
];

/** How the tables of a sheet are told apart by their names: in Japanese, unless a rule asks for English. */
export function suffixIn(spec: Pick<SheetSpec, 'rules'>): (suffix: string) => string {
  const isEnglish = rulesOf(spec.rules ?? []).some(({ rule }) => rule?.kind === 'english_names');
  if (!isEnglish) return (suffix) => suffix;
  return (suffix) => suffixes.reduce((name, [japanese, english]) => name.replace(japanese, english), suffix);
}
