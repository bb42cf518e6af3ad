import { expect, test } from 'vitest';
import { dateLocaleOf } from './date-locales.js';

test.each([
  [['en-GB', 'en'], '5 Jan 2026'],
  [['en-US'], 'Jan 5, 2026'],
  [['de-DE', 'en-US'], 'Jan 5, 2026'],
  [['de-DE', 'de'], '5 Jan 2026'],
  [['ja'], 'Jan 5, 2026'],
])('a reader of English whose browser speaks %j reads %s', (languages, shown) => {
  const format = new Intl.DateTimeFormat(dateLocaleOf('en', languages), { dateStyle: 'medium' });
  expect(format.format(new Date(2026, 0, 5))).toBe(shown);
});
