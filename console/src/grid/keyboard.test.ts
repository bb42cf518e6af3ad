import { expect, test } from 'vitest';
import { commandOf } from './keyboard.js';

const key = (name: string, ...held: string[]) => ({
  key: name,
  shiftKey: held.includes('shift'),
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
});

test('keys mean what they mean in Excel', () => {
  expect(commandOf(key('ArrowDown'))).toEqual({
    do: 'move',
    step: { rows: 1, columns: 0 },
    isExtending: false,
  });
  expect(commandOf(key('ArrowRight', 'ctrl', 'shift'))).toEqual({
    do: 'move',
    step: { rows: 0, columns: Number.POSITIVE_INFINITY },
    isExtending: true,
  });
  expect(commandOf(key('Tab', 'shift'))).toEqual({ do: 'advance', by: 'column', direction: -1 });
  expect(commandOf(key('Enter'))).toEqual({ do: 'advance', by: 'row', direction: 1 });
  expect(commandOf(key('F2'))).toEqual({ do: 'edit' });
  expect(commandOf(key('d', 'ctrl'))).toEqual({ do: 'fill-down' });
  expect(commandOf(key('Z', 'meta', 'shift'))).toEqual({ do: 'redo' });
});

test('keys that type, and those of the browser, are left alone', () => {
  for (const event of [key('a'), key(' '), key('あ'), key('c', 'ctrl'), key('r', 'ctrl'), key('Process')])
    expect(commandOf(event)).toBeUndefined();
});
