import { expect, test } from 'vitest';
import { faultOfCustomRole, faultOfRole, faultOfTag, governedName } from './governed-names.js';

test('names are the same however they are spaced, cased or composed', () => {
  const same = [' PII ', 'pii', 'Pii'].map(governedName);
  expect(new Set(same)).toEqual(new Set(['pii']));
  expect(governedName('Gehälter')).toBe(governedName('Geha\u0308lter'));
});

test.each([
  ['pii', undefined],
  ['人事/給与', undefined],
  ['x'.repeat(120), undefined],
  ['x'.repeat(121), 'longer'],
  ['', 'blank'],
  ['a\nb', 'control'],
  ['\ud800', 'control'],
  ['*', 'every role'],
])('as a tag, %j', (tag, fault) => {
  const reported = faultOfTag(tag);
  if (fault === undefined) expect(reported).toBeUndefined();
  else expect(reported).toContain(fault);
});

test('custom roles have names of their own, and no role contains a comma', () => {
  expect(['*', 'viewer', 'hr'].map(faultOfRole)).toEqual([undefined, undefined, undefined]);
  expect(['*', 'admin', 'editor', 'viewer'].filter((role) => !faultOfCustomRole(role))).toEqual([]);
  expect(faultOfCustomRole('hr')).toBeUndefined();
  expect(faultOfRole('a,b')).toContain('comma');
});
