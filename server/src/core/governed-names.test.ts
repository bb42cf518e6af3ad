import { expect, test } from 'vitest';
import { customRoleFault, governedName, roleFault, tagFault } from './governed-names.js';

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
  const reported = tagFault(tag)?.text;
  if (fault === undefined) expect(reported).toBeUndefined();
  else expect(reported).toContain(fault);
});

test('custom roles have names of their own, and no role contains a comma', () => {
  expect(['*', 'viewer', 'hr'].map(roleFault)).toEqual([undefined, undefined, undefined]);
  expect(['*', 'admin', 'editor', 'viewer'].filter((role) => !customRoleFault(role))).toEqual([]);
  expect(customRoleFault('hr')).toBeUndefined();
  expect(roleFault('a,b')?.text).toContain('comma');
});
