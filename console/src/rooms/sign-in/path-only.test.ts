import { expect, test } from 'vitest';
import { pathOnly } from './path-only.js';

test.each([
  '//evil.com',
  '/\t/evil.com',
  '/\n/evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  'https://evil.com',
  'javascript:alert(1)',
  '///evil.com/%09',
  '/.//evil.com',
  '/a/..//evil.com',
  '',
])('a link to %j leads to the workbooks instead', (path) => {
  expect(pathOnly(path)).toBe('/workbooks');
});

test.each(['/workbooks', '/workbooks/wb_1/tables/売上?sort=-qty#row', '/settings/drives'])(
  'a link to the page %s leads there',
  (path) => expect(decodeURI(pathOnly(path))).toBe(path),
);
