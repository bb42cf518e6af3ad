import { expect, it } from 'vitest';
import { columnNames } from './column-names.js';

it.each<[string, (string | null)[], string[]]>([
  ['are kept where they can be', ['Name', 'Größe (cm)', '🙂'], ['Name', 'Größe (cm)', '🙂']],
  ['lose line breaks, control characters and outer spaces', [' a\r\n b\u0000c '], ['a b c']],
  ['are the letters of the column where there is nothing to see', ['', null, ' \u200b '], ['A', 'B', 'C']],
  ['differ in any letter case', ['a', 'A', 'a_2', 'a'], ['a', 'A_2', 'a_2_2', 'a_3']],
  ['are never the name of the row identifiers', ['__SVC_row_id'], ['__SVC_row_id_2']],
  [
    'have 200 characters at most',
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(200), `${'x'.repeat(198)}_2`],
  ],
])('names %s', (_, texts, names) => {
  expect(columnNames(texts.map((text, column) => ({ column, text })))).toEqual(names);
});

it('numbers thousands of equal names in linear time', () => {
  const before = process.cpuUsage();
  const names = columnNames(Array.from({ length: 16_384 }, (_, column) => ({ column, text: 'c' })));
  expect(names.at(-1)).toBe('c_16384');
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});
