import { expect, test } from 'vitest';
import { cleanName, columnNameFault, nameFault } from './names.js';

test.each(['a', '売上 (税込)', 'x'.repeat(200), '🎉'.repeat(200), 'a,b', '\u200fשם'])(
  '%j is a name',
  (name) => {
    expect(nameFault(name)).toBeNull();
  },
);

test.each([
  ['', 'blank'],
  ['  ', 'blank'],
  ['a\0b', 'control'],
  ['a\nb', 'control'],
  ['a\u0085b', 'control'],
  ['a\ud83d', 'well-formed'],
  ['\ude00b', 'well-formed'],
  ['x'.repeat(201), 'longer'],
  ['🎉'.repeat(201), 'longer'],
])('%j is none', (name, fault) => {
  expect(nameFault(name)?.text).toContain(fault);
  expect(nameFault(cleanName(name) || 'name')).toBeNull();
});

test('a name that means the row id is reserved', () => {
  expect(columnNameFault('__SVC_row_id')?.text).toContain('row id');
});

test('a heading as long as a file is cut before it is looked at', () => {
  expect(cleanName(`${' '.repeat(1e6)}${'ab '.repeat(1e7)}`)).toHaveLength(200);
});
