import { expect, test } from 'vitest';
import { arrangementOf, layoutOf, neighbour, shownColumns, withLook, withMoved } from './column-layout.js';

const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'VARCHAR' }));
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('');

test('a layout forgets columns that are gone, and new ones come last', () => {
  const said = layoutOf([{ name: 'gone' }, { name: 'c' }, { name: 'a' }], []);
  expect(namesOf(layoutOf(columns, said))).toBe('cabd');
});

test('frozen columns come first and hidden ones not at all, and the cells follow', () => {
  let layout = withLook(layoutOf(columns, []), 'c', { frozen: true, width: 90 });
  layout = withLook(layout, 'b', { hidden: true });
  const shown = shownColumns(columns, layout);
  expect(shown).toMatchObject([{ name: 'c', isFrozen: true, width: 90 }, { name: 'a' }, { name: 'd' }]);
  expect(arrangementOf(columns, shown)?.({ id: '1', cells: [1, 2, 3, 4] }).cells).toEqual([3, 1, 4]);
  expect(arrangementOf(columns, columns)).toBeUndefined();
});

test('a column moves to the place of another, past hidden ones but not past the line behind the frozen', () => {
  const layout = withLook(layoutOf(columns, []), 'b', { hidden: true });
  expect(namesOf(withMoved(layout, 'd', 'a'))).toBe('dabc');
  expect(namesOf(withMoved(layout, 'a', 'd'))).toBe('bcda');
  expect(neighbour(layout, 'a', 1)).toBe('c');
  expect(neighbour(withLook(layout, 'a', { frozen: true }), 'c', -1)).toBeUndefined();
});
