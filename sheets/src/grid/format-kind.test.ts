import { expect, it } from 'vitest';
import { formatKind } from './format-kind.js';

it.each([
  ['General', 'plain'],
  ['#,##0.00', 'plain'],
  ['0.00E+00', 'plain'],
  ['"day "0', 'plain'],
  ['[Red]0;[Blue]-0', 'plain'],
  ['_-* #,##0.00\\ "kr"_-', 'plain'],
  ['@', 'plain'],
  ['0.0%', 'percent'],
  ['m/d/yy', 'date'],
  ['mmm\\-yy', 'date'],
  ['[$-411]ggge"年"m"月"d"日"', 'date'],
  ['m/d/yy h:mm', 'timestamp'],
  ['[$-409]d/m/yyyy\\ h:mm\\ AM/PM;@', 'timestamp'],
  ['h:mm:ss', 'time'],
  ['mm:ss.0', 'time'],
  ['[h]:mm', 'duration'],
])('%s is %s', (code, kind) => {
  expect(formatKind(code)).toBe(kind);
});
