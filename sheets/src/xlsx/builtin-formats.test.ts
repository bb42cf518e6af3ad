import { expect, it } from 'vitest';
import { isDateFormat } from '../grid/format-kind.js';
import { builtinFormatId, numberFormatOf } from './builtin-formats.js';

it.each([
  [0, 'General'],
  [4, '#,##0.00'],
  [14, 'm/d/yy'],
  [22, 'm/d/yy h:mm'],
  [25, 'General'],
  [27, '[$-411]ge.m.d'],
  [46, '[h]:mm:ss'],
  [58, '[$-411]ggge"年"m"月"d"日"'],
  [163, 'General'],
])('knows the code of number %i', (id, code) => {
  expect(numberFormatOf(id, new Map())).toBe(code);
});

it('prefers the workbook, unless it says nothing', () => {
  const custom = new Map([
    [4, '0.0'],
    [14, ''],
    [164, 'yyyy'],
  ]);
  expect([4, 14, 164, 165].map((id) => numberFormatOf(id, custom))).toEqual([
    '0.0',
    'm/d/yy',
    'yyyy',
    'General',
  ]);
});

it('knows which codes are dates and times', () => {
  const ids = Array.from({ length: 60 }, (_, id) => id);
  const dates = ids.filter((id) => isDateFormat(numberFormatOf(id, new Map())));
  const between = (first: number, last: number) => ids.slice(first, last + 1);
  expect(dates).toEqual([...between(14, 22), ...between(27, 36), ...between(45, 47), ...between(50, 58)]);
});

it('knows the number of a built-in code, but of none that differs between languages', () => {
  expect(['0%', 'm/d/yy', '@', 'yyyy"年"m"月"', '0.000'].map(builtinFormatId)).toEqual([
    9,
    14,
    49,
    undefined,
    undefined,
  ]);
});
