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

/** What `sheets` and `structure` say, which clients translate by the same codes. */
const booksElsewhere = [
  ['sheets/src/core/file-sentences.ts', 'fileSentences'],
  ['sheets/src/core/value-sentences.ts', 'valueSentences'],
  ['sheets/src/formula/formula-sentences.ts', 'formulaSentences'],
  ['structure/src/reading-sentences.ts', 'readingSentences'],
] as const;

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
  for (const [path, name] of booksElsewhere) {
    const books = (await import(new URL(`../../../${path}`, import.meta.url).href)) as Record<string, object>;
    codes.push(...Object.keys(books[name] ?? {}));
  }
  expect(codes.length).toBeGreaterThan(900);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});
