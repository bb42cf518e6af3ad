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

test('an action that is not known is shown as it is', () => {
  expect(auditWords('of.a_newer_release', 'ja')).toBe('of.a_newer_release');
});
