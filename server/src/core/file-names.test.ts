import { expect, test } from 'vitest';
import { cleanFilename, cleanTableName, freeFilename, freeName, portableStem, stem } from './file-names.js';

test.each([
  ['report.xlsx', 'report.xlsx'],
  ['../../etc/pass wd.csv', 'pass wd.csv'],
  ['C:\\Users\\me\\売上.xlsx', '売上.xlsx'],
  ['a\u202egpj.xlsx', 'a gpj.xlsx'],
  ['line\nbreak.csv', 'line break.csv'],
  ['', 'upload'],
  ['..', 'upload'],
  [`${'x'.repeat(300)}.xlsx`, `${'x'.repeat(250)}.xlsx`],
])('the filename %j is kept as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept);
});

test('a table name is printable, not empty and at most 200 characters', () => {
  expect(cleanTableName(' Q1\t"sales" 🎉 ')).toBe('Q1 "sales" 🎉');
  expect(cleanTableName('\u0000')).toBe('table');
  expect(cleanTableName('pg_stats')).toBe('table pg_stats');
  expect(cleanTableName('🎉'.repeat(250))).toBe('🎉'.repeat(200));
  expect(cleanTableName('a\ud83db')).toBe('a\ufffdb');
});

test.each([
  ['売上 2026', '売上 2026'],
  ['a/b:c?', 'a_b_c_'],
  ['..', '_'],
  ['con', 'con_'],
  ['Nul.2026', 'Nul_.2026'],
  ['COM1', 'COM1_'],
  ['lpt² ', 'lpt²_ '],
  ['CONIN$', 'CONIN$_'],
  ['contact', 'contact'],
  ['com10', 'com10'],
])('a file for %j is named %j on every system', (name, portable) => {
  expect(portableStem(name)).toBe(portable);
});

test('a stem loses only its extension', () => {
  expect(['a.b.xlsx', '.hidden', 'plain', 'v1.2 final draft'].map(stem)).toEqual([
    'a.b',
    '.hidden',
    'plain',
    'v1.2 final draft',
  ]);
});

test('a taken name gets a number', () => {
  const taken = (name: string): boolean => ['a', 'a_2', 'r.csv'].includes(name);
  expect(freeName('a', taken)).toBe('a_3');
  expect(freeName('b', taken)).toBe('b');
  expect(freeFilename('r.csv', taken)).toBe('r (2).csv');
});
