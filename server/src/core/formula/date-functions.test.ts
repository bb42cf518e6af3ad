import { describe, expect, test } from 'vitest';
import type { CellValue } from '../row-edits.js';
import { compileFormula } from './evaluate-formula.js';
import { parseFormula } from './parse-formula.js';

const columns = [
  { id: 'n', type: 'DOUBLE' },
  { id: 'text', type: 'VARCHAR' },
  { id: 'number text', type: 'VARCHAR' },
  { id: 'yes', type: 'BOOLEAN' },
  { id: 'empty', type: 'DOUBLE' },
  { id: 'day', type: 'DATE' },
] as const;
const cells = { n: 4, text: 'abc', 'number text': '5', yes: true, empty: null, day: '2024-01-31' };

function answer(formula: string): CellValue {
  const result = compileFormula(parseFormula(formula), columns, 'JSON')(cells);
  return 'error' in result ? result.error : result.value;
}

function check(formula: string, wanted: CellValue): void {
  const value = answer(formula);
  if (typeof wanted === 'number' && typeof value === 'number') expect(value).toBeCloseTo(wanted, 9);
  else expect(value).toEqual(wanted);
}

const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000 + 25569;

describe('days', () => {
  test.each<[string, CellValue]>([
    ['=DATE(2024,1,31)', 45322],
    ['=DATE(2024,14,1)', day('2025-02-01')],
    ['=DATE(2024,1,0)', day('2023-12-31')],
    ['=DATE(2024,-3,2)', day('2023-09-02')],
    ['=DATE(108,1,2)', day('2008-01-02')],
    ['=DATE(10000,1,1)', '#NUM!'],
    ['=DATE(-1,1,1)', '#NUM!'],
    ['=YEAR([day])', 2024],
    ['=MONTH("2024-03-05")', 3],
    ['=DAY([day])', 31],
    ['=YEAR("x")', '#VALUE!'],
    ['=YEAR(1e9)', '#NUM!'],
    ['=HOUR(0.75)', 18],
    ['=MINUTE("12:45 PM")', 45],
    ['=SECOND("4:48:18 PM")', 18],
    ['=HOUR("12:10 AM")', 0],
    ['=TIME(12,0,0)', 0.5],
    ['=TIME(27,0,0)', 0.125],
    ['=DATEVALUE("8/22/2011")', day('2011-08-22')],
    ['=DATEVALUE("22-MAY-2011")', day('2011-05-22')],
    ['=DATEVALUE("2011/02/23")', day('2011-02-23')],
    ['=DATEVALUE("May 22, 2011")', day('2011-05-22')],
    ['=DATEVALUE("1/2/29")', day('2029-01-02')],
    ['=DATEVALUE("1/2/30")', day('1930-01-02')],
    ['=DATEVALUE("2024-01-31T13:05:00")', 45322],
    ['=DATEVALUE("2023-02-29")', '#VALUE!'],
    ['=DATEVALUE("5-JUL")', '#VALUE!'],
    ['=TIMEVALUE("2:24 AM")', 0.1],
    ['=TIMEVALUE("22-Aug-2011 6:35 AM")', 0.274305555555556],
    ['=EDATE("2011-01-31",1)', day('2011-02-28')],
    ['=EDATE([day],1)', day('2024-02-29')],
    ['=EDATE([day],-11)', day('2023-02-28')],
    ['=EOMONTH("2011-01-01",1)', day('2011-02-28')],
    ['=EOMONTH("2011-01-01",-3)', day('2010-10-31')],
    ['=WEEKDAY("2008-02-14")', 5],
    ['=WEEKDAY("2008-02-14",2)', 4],
    ['=WEEKDAY("2008-02-14",3)', 3],
    ['=WEEKDAY("2008-02-14",16)', 6],
    ['=WEEKDAY("2008-02-14",9)', '#NUM!'],
    ['=WEEKNUM("2012-03-09")', 10],
    ['=WEEKNUM("2012-03-09",2)', 11],
    ['=WEEKNUM("2021-01-01",21)', 53],
    ['=ISOWEEKNUM("2012-03-09")', 10],
  ])('%s', check);
});

describe('spans', () => {
  test.each<[string, CellValue]>([
    ['=DATEDIF("2001-01-01","2003-01-01","Y")', 2],
    ['=DATEDIF("2001-06-01","2002-08-15","D")', 440],
    ['=DATEDIF("2001-06-01","2002-08-15","YD")', 75],
    ['=DATEDIF("2001-06-20","2002-08-15","m")', 13],
    ['=DATEDIF("2001-06-20","2002-08-15","ym")', 1],
    ['=DATEDIF("2001-06-20","2002-08-15","md")', 26],
    ['=DATEDIF("2003-01-01","2001-01-01","Y")', '#NUM!'],
    ['=DATEDIF("2001-01-01","2003-01-01","W")', '#NUM!'],
    ['=DAYS("2021-03-15","2021-02-01")', 42],
    ['=DAYS360("2011-01-30","2011-02-01")', 1],
    ['=DAYS360("2011-01-01","2011-12-31")', 360],
    ['=DAYS360("2011-01-01","2011-12-31",TRUE)', 359],
    ['=YEARFRAC("2012-01-01","2012-07-30")', 0.580555555555556],
    ['=YEARFRAC("2012-01-01","2012-07-30",1)', 0.576502732240437],
    ['=YEARFRAC("2012-01-01","2012-07-30",3)', 0.578082191780822],
    ['=YEARFRAC("2012-01-01","2012-07-30",9)', '#NUM!'],
    ['=NETWORKDAYS("2012-10-01","2013-03-01")', 110],
    ['=NETWORKDAYS("2012-10-01","2013-03-01","2012-11-22")', 109],
    ['=NETWORKDAYS("2024-01-06","2024-01-07")', 0],
    ['=NETWORKDAYS("2024-01-08","2024-01-01")', -6],
    ['=WORKDAY("2008-10-01",151)', day('2009-04-30')],
    ['=WORKDAY("2024-01-06",5)', day('2024-01-12')],
    ['=WORKDAY("2024-01-06",1)', day('2024-01-08')],
    ['=WORKDAY("2024-01-05",1)', day('2024-01-08')],
    ['=WORKDAY("2024-01-05",-5)', day('2023-12-29')],
    ['=WORKDAY("2024-01-05",1,"2024-01-08")', day('2024-01-09')],
    ['=WORKDAY("2024-01-07",-1)', day('2024-01-05')],
  ])('%s', check);
});
