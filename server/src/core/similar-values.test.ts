import { expect, test } from 'vitest';
import { similarTexts } from './similar-values.js';

const groupsOf = (...texts: [string, number][]) =>
  similarTexts(texts.map(([value, rows]) => ({ value, rows }))).map(({ likeness, values }) => [
    likeness,
    ...values.map(({ value }) => value),
  ]);

test('one name in several spellings is a group, the most frequent one first', () => {
  expect(groupsOf(['TOKYO', 2], ['Tokyo', 9], ['Tōkyō ', 1], ['Osaka', 5])).toEqual([
    ['spelling', 'Tokyo', 'TOKYO', 'Tōkyō '],
  ]);
  expect(groupsOf(['㈱山田', 3], ['株式会社 山田', 1], ['ｶﾞｽ', 1], ['カス', 1])).toEqual([
    ['spelling', '㈱山田', '株式会社 山田'],
  ]);
});

test('the words of a name may stand in another order', () => {
  expect(groupsOf(['Ann Smith', 4], ['Smith, Ann', 1], ['SMITH ANN', 1])).toEqual([
    ['words', 'Ann Smith', 'SMITH ANN', 'Smith, Ann'],
  ]);
});

test('a letter more or less is a slip, a digit or an ending is not', () => {
  expect(groupsOf(['Liverpool', 8], ['Livrepool', 1], ['Liverpol', 2])).toEqual([
    ['letters', 'Liverpool', 'Liverpol', 'Livrepool'],
  ]);
  expect(groupsOf(['Building 12', 3], ['Building 13', 3], ['North A', 2], ['North B', 2])).toEqual([]);
});
