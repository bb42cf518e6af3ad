import { expect, test } from 'vitest';
import { asksToConfirmDeletes, warningTexts } from './warning-texts.js';

const merged = {
  warnings: [
    '"sales": Every row is new. Every row would be replaced. Send confirm_deletes=true.',
    'Of a newer service.',
  ],
  warning_messages: [
    {
      code: 'warn-of-table',
      params: {
        table: 'sales',
        why: 'Every row is new. Every row would be replaced. Send confirm_deletes=true.',
        why_code: 'warn-replaces-rows',
        why_params: { why: 'Every row is new.', why_code: null, why_params: {} },
      },
    },
    {},
  ],
};

test('warnings are told in the language of the reader, by their codes', () => {
  expect(warningTexts(merged, 'ja')).toEqual([
    '「sales」: Every row is new. すべての行が置き換わります。続けるには、削除を確認してください。',
    'Of a newer service.',
  ]);
  expect(warningTexts({ warnings: merged.warnings }, 'ja')).toEqual(merged.warnings);
  expect(warningTexts({}, 'ja')).toEqual([]);
});

test('a merge that deletes much asks to be confirmed, also within the warning of a table', () => {
  expect(asksToConfirmDeletes(merged)).toBe(true);
  expect(
    asksToConfirmDeletes({ warning_messages: [{ code: 'warn-table-absent', params: { table: 'x' } }] }),
  ).toBe(false);
});
