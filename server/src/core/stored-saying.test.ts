import { expect, test } from 'vitest';
import { type StoredSaying, sayingIn, storedSaying } from './stored-saying.js';

test('what was said is kept with its code and parameters', () => {
  const said = { code: 'zip-damaged', params: { fault: 'cut-short' }, text: 'It is damaged.' };
  expect(sayingIn(storedSaying(said))).toEqual(said);
});

test('a text without a code is kept as it is, and so read from earlier releases', () => {
  expect(storedSaying({ text: 'It failed.' })).toBe('It failed.');
  expect(sayingIn('It failed.' as StoredSaying)).toEqual({ text: 'It failed.' });
  expect(sayingIn('{"a": 1} is no value.' as StoredSaying)).toEqual({ text: '{"a": 1} is no value.' });
});
