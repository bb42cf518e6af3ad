import { describe, expect, test } from 'vitest';
import { readPeriod } from './periods.js';

const spellings: Record<string, string[]> = {
  '2025': [
    '2025',
    '２０２５',
    '2025年',
    'FY2025',
    'FY25',
    '2025年度',
    '令和7年',
    '令和７年度',
    'R7',
    'R7年',
    '2025-26',
    '2025/2026',
    'FY2025E',
    '2025A',
    'Geschäftsjahr 2025',
    'Exercice 2025',
  ],
  '2019': ['令和元年', '平成31年', 'H31', 'CY2019', "FY'19"],
  '1987': ['昭和62年', 'S62'],
  '1868': ['明治元年'],
  '1925': ['大正14年'],
  '2025-04': [
    'Apr-25',
    'April 2025',
    '2025-04',
    '2025/4',
    '4/2025',
    '202504',
    '2025年4月',
    '令和7年4月',
    'R7.4',
    "Apr '25",
    'Avril 2025',
  ],
  '2025-03': ['März 2025', 'Mrz 25', 'mars 2025'],
  '2025-02': ['févr. 2025', 'Februar 2025'],
  '2025-Q1': [
    'Q1 2025',
    '1Q25',
    '2025Q1',
    'FY25 Q1',
    'Q1 FY2025',
    '2025年度第1四半期',
    '第一四半期 2025',
    'Q1-25',
    'T1 2025',
    '1. Quartal 2025',
    '1er trimestre 2025',
  ],
  '2025-H1': ['2025年度上期', 'H1 2025', '1H25', 'FY2025 上半期', '令和7年度 上期'],
  '2025-H2': ['2025年下期', '2025 2H'],
  '2025-04-01': [
    '2025-04-01',
    '2025/4/1',
    '4/1/2025',
    '01.04.2025',
    '1-Apr-25',
    'April 1, 2025',
    '2025年4月1日',
    'R7.4.1',
    '1. April 2025',
    '1er avril 2025',
  ],
  '--W14': ['KW 14', 'CW 14', 'Week 14', 'Semaine 14'],
  '--04': ['Apr', 'April', '4月', '４月分'],
  '--04-09': ['9-Apr', '9 April', '4月9日'],
  '--Q1': ['Q1', '1Q', '第1四半期', '1st quarter'],
  '--H1': ['上期', '1H', 'H1', 'first half'],
};

describe('a label names a period', () => {
  for (const [value, labels] of Object.entries(spellings)) {
    test.each(labels)(`%s is ${value}`, (label) => expect(readPeriod(label)?.value).toBe(value));
  }
});

test.each([
  '',
  'Total',
  '1',
  '12',
  '1234',
  '25',
  'A1',
  'May be',
  'Marketing',
  'Sector',
  '2025 sales',
  '13月',
  '前年比',
  'T4',
  'S1',
  'Out',
  '12345',
])('%s names no period', (label) => expect(readPeriod(label)).toBeNull());

test('a month takes its year from the header above', () => {
  expect(readPeriod('4月', 2025)).toEqual({ kind: 'month', value: '2025-04', fiscal: false });
});

test('fiscal years are distinguished', () => {
  expect(readPeriod('2025年度')?.fiscal).toBe(true);
  expect(readPeriod('2025年')?.fiscal).toBe(false);
});

test.each(['w/c 3 Jun', 'Week ending 9 June', '3 Jun - 9 Jun', '6/3~6/9', '6月3日~6月9日'])(
  '%s is a week told by its days',
  (label) => {
    expect(readPeriod(label)?.kind).toBe('week');
  },
);

test('ranges of anything but days are no weeks', () => {
  for (const label of ['10-19', 'week off', '1/2-3/4 inch', 'A - B']) expect(readPeriod(label)).toBeNull();
});

test('weeks are counted from 0 on', () => {
  expect(['Wk 0', 'Week 53', 'Week 54'].map((label) => readPeriod(label)?.kind)).toEqual([
    'week',
    'week',
    undefined,
  ]);
});
