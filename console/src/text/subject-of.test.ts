import { expect, test } from 'vitest';
import { subjectOf } from './subject-of.js';

test('a cell is named by its column, and a field of a form as people call it', () => {
  expect(subjectOf('/rows/0/Price', 'en')).toBe('“Price”');
  expect(subjectOf('/rows/12/円~1個', 'ja')).toBe('「円/個」');
  expect(subjectOf('/new_password', 'en')).toBe('The new password');
  expect(subjectOf('/columns/3/name', 'ja')).toBe('名前');
});

test('what people never see is not named', () => {
  expect(subjectOf('/spec/blocks/0/view/on_existing', 'en')).toBe('What was entered');
  expect(subjectOf('/', 'ja')).toBe('入力した内容');
  expect(subjectOf('/constructor', 'en')).toBe('What was entered');
});
