import { expect, test } from 'vitest';
import type { ViewCell } from '../../workbook/reading/view-rows.js';
import { type CellForm, cellText } from './cell-text.js';

const form = (type: CellForm['type'], format?: string, name = 'amount'): CellForm => ({ name, type, format });

test.each<[ViewCell, CellForm, string]>([
  [null, form('BIGINT'), ''],
  ['1234567', form('BIGINT'), '1,234,567'],
  ['-1234.50', form('DECIMAL(10,2)'), '-1,234.50'],
  ['12345678901234567890.12', form('DECIMAL(38,2)'), '12,345,678,901,234,567,890.12'],
  [1234.5, form('DOUBLE'), '1,234.5'],
  [0.1 + 0.2, form('DOUBLE'), '0.3'],
  [1e-9, form('DOUBLE'), '1e-9'],
  [1e300, form('DOUBLE'), '1e+300'],
  ['2026', form('BIGINT', undefined, 'fiscal_year'), '2026'],
  ['10023', form('BIGINT', undefined, '顧客番号'), '10023'],
  ['0.256', form('DECIMAL(5,3)', '0.0%'), '25.6%'],
  ['-1200', form('BIGINT', '#,##0;[Red]△#,##0'), '△1,200'],
  ['2026-04-01', form('DATE'), '2026-04-01'],
  ['2026-04-01', form('DATE', 'yyyy"年"m"月"d"日"'), '2026年4月1日'],
  ['2026-04-01T09:30:00', form('TIMESTAMP'), '2026-04-01 09:30:00'],
  ['2026-04-01T09:30:00Z', form('TIMESTAMPTZ'), '2026-04-01 09:30:00 UTC'],
  [true, form('BOOLEAN'), 'TRUE'],
  ['plain', form('VARCHAR', '0.00'), 'plain'],
])('%s of %o is written as "%s"', (value, column, text) => {
  expect(cellText(value, column)).toBe(text);
});
