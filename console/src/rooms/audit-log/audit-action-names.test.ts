import { expect, test } from 'vitest';
import { auditWords } from './audit-action-names.js';

test.each([
  ['rows.upserted', 'rows.upsert'],
  ['policy.removed', 'policy.remove'],
  ['table.deleted', 'table.delete'],
  ['transform.created', 'transform.create'],
  ['transforms.recomputed', 'transforms.recompute'],
  ['sheet.bound', 'sheet.bind'],
])('%s is told in words, and so is %s of earlier releases', (now, before) => {
  for (const action of [now, before]) {
    expect(auditWords(action, 'en')).not.toContain('.');
    expect(auditWords(action, 'ja')).toMatch(/[ぁ-ん一-龠]/);
  }
});

test('what was done is said with the name of what it was done to', () => {
  expect(auditWords('table.deleted', 'en', 'Orders')).toBe('Deleted table Orders');
  expect(auditWords('table.deleted', 'en')).toBe('Deleted a table');
  expect(auditWords('source.ingested', 'ja', '売上.xlsx')).toBe('ファイル「売上.xlsx」を追加');
  expect(auditWords('rows.upserted', 'en', 'Orders')).toBe('Wrote rows: Orders');
});

test('an action that is not known is shown as it is', () => {
  expect(auditWords('of.a_newer_release', 'ja')).toBe('of.a_newer_release');
});
