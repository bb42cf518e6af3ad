import { expect, test } from 'vitest';
import { emptyDraft, requestOf } from './transform-draft.js';

test('a placeholder stands for the chosen table, or for the one with its name', () => {
  const draft = {
    ...emptyDraft('sql'),
    code: 'select * from {{ sales }} join {{costs}} using (id) join {{ sales }} s using (id)',
    args: { costs: 'all costs', gone: 'x' },
    output: 'both',
    key: 'id, 地域、 ',
  };
  expect(requestOf(draft, ['sales', 'all costs'])).toEqual({
    name: 'both',
    kind: 'sql',
    code: draft.code,
    args: { sales: 'sales', costs: 'all costs' },
    output: 'both',
    key: ['id', '地域'],
  });
});
