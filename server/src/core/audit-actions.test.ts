import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditActionOf } from './audit-actions.js';

test.each([
  ['rows.upsert', 'rows.upserted'],
  ['rows.undo', 'rows.undone'],
  ['rows.delete', 'rows.deleted'],
  ['column.tag', 'column.tagged'],
  ['sheet.unbind', 'sheet.unbound'],
  ['formula.set', 'formula.set'],
  ['transform.run', 'transform.run'],
  ['table.archive', 'table.archived'],
  ['source.correct_spec', 'source.spec_corrected'],
] as const)('what the op %s did is logged as %s', (kind, action) => {
  expect(auditActionOf(kind)).toBe(action);
});

const root = new URL('../', import.meta.url);

test('every audit action that is written out is in the past tense', () => {
  const present =
    /(?:^|[._])(?:create|delete|update|remove|bind|unbind|tag|untag|recompute|upsert|rename|add|drop)$/;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const actions = files.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/\baction: '([a-z_.]+\.[a-z_.]+)'/g)].map(
      ([, action]) => action ?? '',
    ),
  );
  expect(actions.length).toBeGreaterThan(80);
  expect(actions.filter((action) => present.test(action))).toEqual([]);
});
