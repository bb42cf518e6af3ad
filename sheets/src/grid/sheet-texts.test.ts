import { expect, test } from 'vitest';
import { SheetTexts } from './sheet-texts.js';

test.each([
  [['a', '北'], [], true],
  [['a'], ['b'], true],
  [['a', ' '], [], false],
  [['a', ''], [], false],
  [['a'], ['\u00a0'], false],
  [[], [''], false],
])('of the shared texts %j and its own %j, all begin visibly: %s', (shared, own, all) => {
  const texts = new SheetTexts(shared);
  for (const text of own) texts.add(text);
  expect(texts.allBeginVisibly).toBe(all);
});

test('a text that is added later counts', () => {
  const texts = new SheetTexts(['a']);
  expect(texts.allBeginVisibly).toBe(true);
  texts.add(' ');
  expect(texts.allBeginVisibly).toBe(false);
});
