import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const letter = '[ぁ-んァ-ヶー々一-龠]';

/** Lines with Japanese text. What people type or upload is not ours to spell. */
const lines = readdirSync(`${root}/console/src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/sample\/|typed-value\.ts$/.test(file))
  .flatMap((file) =>
    readFileSync(`${root}/console/src/${file}`, 'utf8')
      .split('\n')
      .map((text, i) => ({ place: `${file}:${i + 1}`, text })),
  )
  .filter(({ text }) => new RegExp(letter).test(text));

const withMatch = (pattern: RegExp): string[] =>
  lines.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place} ${text.trim()}`);

/** The words in the last column of the glossary, each as it stands alone: ロール, but not the end of スクロール. */
const avoided = readFileSync(`${root}/docs/japanese-terms.md`, 'utf8')
  .split('\n')
  .flatMap((row) => /^\|.*\|.*\|(.*)\|$/.exec(row)?.[1]?.trim().split('、') ?? [])
  .filter((word) => new RegExp(letter).test(word));

test('the glossary says which words are avoided, and there are texts to look at', () => {
  expect(avoided).toContain('ロール');
  expect(lines.length).toBeGreaterThan(1000);
});

test.each(avoided)('%s is not what the console says', (word) => {
  const script = /^[ァ-ヶ]/.test(word) ? '[ァ-ヶー]' : '[一-龠]';
  expect(withMatch(new RegExp(`(?<!${script})${word}(?![ァ-ヶー])`))).toEqual([]);
});

test('a space stands between Japanese and Latin letters or digits', () => {
  expect(withMatch(new RegExp(`${letter}[A-Za-z0-9]|[A-Za-z0-9]${letter}`))).toEqual([]);
});

test('no space stands beside corner brackets', () => {
  expect(withMatch(new RegExp(`」 ${letter}|${letter} 「`))).toEqual([]);
});

test('question marks, brackets, commas and full stops beside Japanese are full-width', () => {
  expect(withMatch(new RegExp(`[${letter.slice(1, -1)}」）] ?[?!(),.]|\\(${letter}|：`))).toEqual([]);
});
