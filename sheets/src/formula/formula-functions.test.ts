import { describe, expect, test } from 'vitest';
import { checkFunctions, functionGroups, functionNamed, functionNames } from './formula-functions.js';
import { parseFormula } from './parse-formula.js';

describe('functions that may not be called are refused when the formula is set', () => {
  test.each([
    ['=NOW()', /NOW is not offered: its value changes by itself/],
    ['=TODAY()-[day]', /TODAY is not offered/],
    ['=1+RAND()', /RAND is not offered.*at character 4/],
    ['=VLOOKUP(1,2,3)', /sees only the other columns of its own row/],
    ['=WEBSERVICE("http://x")', /reaches nothing outside its table/],
    ['=SUMM(1)', /there is no function SUMM/],
    ['=CONSTRUCTOR(1)', /there is no function CONSTRUCTOR/],
    ['=IF(1)', /IF takes 2 to 3 arguments, not 1/],
    ['=ABS(1,2)', /ABS takes 1 argument, not 2/],
    ['=SUM()', /SUM takes at least 1 arguments?, not 0/],
    ['=IFS(TRUE,1,FALSE)', /in pairs/],
  ])('%s', (formula, message) => expect(() => checkFunctions(parseFormula(formula))).toThrow(message));
});

test('a wrong name is refused with the nearest one', () => {
  expect(() => checkFunctions(parseFormula('=ROUNDD(1,2)'))).toThrowError(
    expect.objectContaining({
      fix: expect.objectContaining({ text: expect.stringContaining('Did you mean ROUND') }),
    }),
  );
});

test('each name is in one group, and inherited names are not functions', () => {
  const names = Object.values(functionGroups).flatMap((group) => Object.keys(group));
  expect(names).toHaveLength(functionNames.length);
  expect(functionNamed('toString')).toBeUndefined();
  expect(functionNamed('__PROTO__')).toBeUndefined();
});

test('no function throws, whatever its arguments', async () => {
  const { compileFormula } = await import('./evaluate-formula.js');
  const values = [
    '',
    '0',
    '-1',
    '1.5',
    '1e15',
    '1e300',
    '-1e300',
    '""',
    '"x"',
    '"12"',
    'TRUE',
    '[empty]',
    '#N/A',
  ];
  for (const name of functionNames) {
    const { least = 0, most = 0 } = functionNamed(name) ?? {};
    for (let round = 0; round < 60; round += 1) {
      const count = Math.min(most, least + (round % 3));
      const args = Array.from(
        { length: count },
        (_, index) => values[(round * 7 + index * 5 + round ** index) % values.length],
      );
      const formula = `=${name}(${count === 1 && args[0] === '' ? '0' : args.join(',')})`;
      const before = process.cpuUsage();
      const result = compileFormula(parseFormula(formula), [{ id: 'empty', type: 'DOUBLE' }], 'VARCHAR')({});
      expect('value' in result ? typeof result.value : result.error, formula).toMatch(
        /^(string|object|#.*)$/,
      );
      expect(result, formula).not.toMatchObject({ value: expect.stringMatching(/NaN|undefined|Infinity/) });
      expect(process.cpuUsage(before).user, formula).toBeLessThan(500_000);
    }
  }
});
