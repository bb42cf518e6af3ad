import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inWordsOf, say } from '../messages.js';
import { httpEdge } from './edge.js';

test('a message has its code, its parameters, and the sentence that they make', () => {
  expect(say('column-unknown', { column: 'qty', table: 'sales' })).toEqual({
    code: 'column-unknown',
    params: { column: 'qty', table: 'sales' },
    text: 'There is no column "qty" in "sales".',
  });
});

test('what is no message of the catalogue stays as it was said', () => {
  expect(inWordsOf(httpEdge, { text: 'Parser Error' })).toBe('Parser Error');
  expect(inWordsOf(httpEdge, { code: 'of-a-newer-release', params: {}, text: 'Later.' })).toBe('Later.');
});

test('no two sentences have the same code', async () => {
  const files = readdirSync(new URL('./', import.meta.url)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const codes: string[] = [];
  for (const file of files) {
    const books = (await import(new URL(file, import.meta.url).href)) as Record<string, object>;
    for (const [name, book] of Object.entries(books))
      if (name.endsWith('Sentences')) codes.push(...Object.keys(book));
  }
  expect(codes.length).toBeGreaterThan(500);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});
