import { expect, test } from 'vitest';
import { preferredLanguage } from './preferred-language.js';

test.each([
  ['ja', 'ja'],
  ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
  ['en-US,en;q=0.9,ja;q=0.8', 'en'],
  ['en;q=0.5, ja;q=0.7', 'ja'],
  ['fr,ja;q=0.3', 'ja'],
  ['fr, ja;q=0', 'en'],
  ['*', 'en'],
  [undefined, 'en'],
])('of %s the page is in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
