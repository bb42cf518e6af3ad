import { readPeriod } from '../values/periods.js';

const maxWords = 4;

/** The period that a file or sheet is of, by its name: `2026-03` of `sales-2026-03`, `Sales March 2026` or `売上2026年3月`. */
export function periodOfName(name: string): string | undefined {
  const text = name.normalize('NFKC').replaceAll(/(?<!\d)(20\d\d)(0[1-9]|1[0-2])(?!\d)/g, '$1-$2');
  const words = text.split(/[\s_.,()]+|(?<=\p{L})-|-(?=\p{L})/u).filter(Boolean);
  const [, inside] = /(\d{4}年(?:\d{1,2}月|度)?|\d{4}-\d{2}(?:-\d{2})?)/.exec(text) ?? [];
  const tries = inside === undefined ? [] : [inside];
  for (let count = Math.min(maxWords, words.length); count > 0; count--)
    for (let at = 0; at + count <= words.length; at++) tries.push(words.slice(at, at + count).join(' '));
  for (const one of tries) {
    const value = readPeriod(one)?.value;
    if (value !== undefined && /^\d{4}/.test(value)) return value;
  }
  return undefined;
}
