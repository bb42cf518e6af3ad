import { expect, test } from 'vitest';
import { breakLines, fitBeside, fitLabels, textWidth } from './fit-labels.js';

test('full-width letters count as wide as they are high', () => {
  expect(textWidth('売上高', 10)).toBe(30);
  expect(textWidth('abc', 10)).toBeLessThan(20);
});

test.each([
  ['North America', 120, ['North America']],
  ['Middle East & Africa', 80, ['Middle East', '& Africa']],
  ['カスタマーサポートセンター', 100, ['カスタマー', 'サポートセンター']],
  ['独立行政法人国際協力機構', 60, ['独立行政', '法人国際', '協力機構']],
  ['Donaudampfschifffahrt', 60, undefined],
])('%s within %i pixels becomes %j', (text, width, lines) => {
  expect(breakLines(text, width)).toEqual(lines);
});

test('labels stand upright only if all of them fit in three lines', () => {
  expect(fitLabels(['東京都', '大阪府'], 40).isUpright).toBe(true);
  expect(fitLabels(['東京都', 'Incomprehensibility'], 40).isUpright).toBe(false);
  expect(fitLabels(['独立行政法人国際協力機構東京本部'], 40).isUpright).toBe(false);
});

test('a label beside the plot has as many lines as there is room for', () => {
  const name = 'Department of International Affairs and Trade Promotion';
  const roomy = fitBeside([name], { band: 40, limit: 200 });
  expect(roomy.lines.get(name)).toBe('Department of International\nAffairs and Trade Promotion');
  expect(roomy.axis.values).toEqual([roomy.lines.get(name)]);
  expect(fitBeside([name], { band: 14, limit: 200 }).lines.size).toBe(0);
});
