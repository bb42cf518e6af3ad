import { expect, test } from 'vitest';
import { splitUnit, unitOfTitle } from './header-units.js';

test.each([
  ['売上高(百万円)', '売上高', '百万円'],
  ['人口（人）', '人口', '人'],
  ['Share (%)', 'Share', '%'],
  ['Persons (1,000)', 'Persons', '1,000'],
  ['Revenue ($ million)', 'Revenue', '$ million'],
  ['(単位:千円)', '', '千円'],
  ['Consumption (l/100 km)', 'Consumption', 'l/100 km'],
  ['Rent (€/m2)', 'Rent', '€/m2'],
  ['2006 (1,000 acres)', '2006', '1,000 acres'],
  ['Price (dollars per bushel)', 'Price', 'dollars per bushel'],
  ['Rate (5 years)', 'Rate (5 years)', undefined],
  ['Pupils (m/f)', 'Pupils (m/f)', undefined],
  ['Name (last)', 'Name (last)', undefined],
  ['高校（全日制）', '高校（全日制）', undefined],
])('the unit of %s', (heading, name, unit) => {
  expect(splitUnit(heading)).toEqual(unit ? { name, unit } : { name });
});

test.each([
  ['単位:百万円', '百万円'],
  ['（単位　千円）', '千円'],
  ['Table 3. Exports [In thousands]', 'In thousands'],
  ['(Millions of dollars)', 'Millions of dollars'],
  ['Numbers in thousands of dollars', 'in thousands of dollars'],
  ['Population of Japan', undefined],
])('the unit that "%s" gives', (title, unit) => {
  expect(unitOfTitle(title)).toBe(unit);
});
