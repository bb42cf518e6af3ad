import { expect, test } from 'vitest';
import { afterPosition, orderClause, parseOrder } from './row-order.js';

const columns = [
  { name: 'qty', type: 'BIGINT' },
  { name: '-day', type: 'DATE' },
];

test('the row id makes every order total', () => {
  expect(orderClause(parseOrder(undefined, columns))).toBe('"__svc_row_id" asc nulls last');
  expect(orderClause(parseOrder('-qty', columns))).toBe(
    '"qty" desc nulls last, "__svc_row_id" asc nulls last',
  );
  expect(orderClause(parseOrder('-__svc_row_id', columns))).toBe('"__svc_row_id" desc nulls last');
});

test('a column whose name begins with a dash wins over a descending order', () => {
  expect(orderClause(parseOrder('-day', columns))).toBe(
    '"-day" asc nulls last, "__svc_row_id" asc nulls last',
  );
  expect(orderClause(parseOrder('--day', columns))).toBe(
    '"-day" desc nulls last, "__svc_row_id" asc nulls last',
  );
});

test('rows after a position include empty cells, which come last', () => {
  const parameters: unknown[] = [];
  const terms = parseOrder('qty', columns);
  expect(afterPosition(terms, ['5', '9'], parameters)).toBe(
    '((("qty" > try_cast($1 as BIGINT) or "qty" is null)) or ("qty" = try_cast($1 as BIGINT) and "__svc_row_id" > try_cast($2 as BIGINT)))',
  );
  expect(parameters).toEqual(['5', '9']);
  expect(afterPosition(terms, [null, '9'], [])).toBe(
    '(("qty" is null and "__svc_row_id" > try_cast($1 as BIGINT)))',
  );
});

test('an unknown column is refused', () => {
  expect(() => parseOrder('nope', columns)).toThrow(/names no column/);
});
