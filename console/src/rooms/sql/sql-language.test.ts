import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { diagnosticOf } from './sql-language.js';

const doc = Text.of(['select regoin', 'from "my sales"']);
const marked = (fault: { line?: number; column?: number }) => {
  const diagnostic = diagnosticOf(doc, { message: 'wrong', ...fault });
  return diagnostic && doc.sliceString(diagnostic.from, diagnostic.to);
};

test('a fault marks the word at its place', () => {
  expect(marked({ line: 1, column: 8 })).toBe('regoin');
  expect(marked({ line: 2, column: 6 })).toBe('"my sales"');
});

test('a fault beyond the text, or without a place, marks nothing', () => {
  expect(marked({ line: 1, column: 99 })).toBe('');
  expect(marked({ line: 9 })).toBeUndefined();
  expect(marked({})).toBeUndefined();
});
