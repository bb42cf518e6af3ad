import { expect, test } from 'vitest';
import { type StoredSaying, sayingIn, storedSaying } from './stored-saying.js';

test('what was said is kept with its code and parameters', () => {
  const said = { code: 'zip-damaged', params: { fault: 'cut-short' }, text: 'It is damaged.' };
  expect(sayingIn(storedSaying(said))).toEqual(said);
});

test('how to mend it is kept beside it, with and without a code', () => {
  const fix = { code: 'fix-unreadable-file', params: {}, text: 'Save it anew.' };
  for (const said of [
    { code: 'zip-damaged', params: { fault: 'cut-short' }, text: 'Damaged.' },
    { text: 'Parser Error' },
  ])
    expect(sayingIn(storedSaying({ ...said, fix }))).toEqual({ ...said, fix });
});

test('a text without a code is kept as it is, and so read from earlier releases', () => {
  expect(storedSaying({ text: 'It failed.' })).toBe('It failed.');
  expect(sayingIn('It failed.' as StoredSaying)).toEqual({ text: 'It failed.' });
  expect(sayingIn('{"a": 1} is no value.' as StoredSaying)).toEqual({ text: '{"a": 1} is no value.' });
});

test.each(['{"code": broken', '{"code":"x"}', '{"code":"zip-damaged","params":{},"text":"Another text."}'])(
  'the text %s is what somebody wrote, not a message',
  (text) => {
    expect(sayingIn(storedSaying({ text }))).toEqual({ text });
  },
);

test('a text of an earlier release that looks like a message is shown', () => {
  expect(sayingIn('{"code":1}' as StoredSaying)).toEqual({ text: '{"code":1}' });
});
