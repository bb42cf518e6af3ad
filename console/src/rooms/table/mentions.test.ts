import { expect, test } from 'vitest';
import { mentionedIn, peopleNamed, typedMention } from './mentions.js';

const people = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Ann Lee' },
  { id: '3', name: 'bob@example.com' },
];

test.each([
  ['@', 1, { from: 0, typed: '' }],
  ['see @an', 7, { from: 4, typed: 'an' }],
  ['確認@an', 5, { from: 2, typed: 'an' }],
  ['a@example', 9, undefined],
  ['@ann did', 8, undefined],
])('in %j, the caret at %i names %j', (text, caret, typed) => {
  expect(typedMention(text, caret)).toEqual(typed);
});

test('people are found by the beginning of any word of their names', () => {
  const found = (typed: string) => peopleNamed(people, typed).map(({ id }) => id);
  expect([found('AN'), found('lee'), found('exa'), found('x')]).toEqual([['1', '2'], ['2'], ['3'], []]);
});

test('who is named in a text is mentioned, by the longest name that fits', () => {
  expect(mentionedIn('@Ann Lee and @bob@example.com', people)).toEqual(['3', '2']);
  expect(mentionedIn('@Ann Lee, @Ann', people)).toEqual(['2', '1']);
});
