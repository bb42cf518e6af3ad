import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);

/** Files whose problems are told in English alone, in words that are not in the catalogue of messages. */
const speaksFreely = [
  // What DuckDB says about a statement.
  'engine/child/errors.ts',
  'engine/guard/inspect-select.ts',
  // What Python says about code.
  'features/transforms/compute-python.ts',
  // What the framework says about requests.
  'http/handle-errors.ts',
];

test('only these files tell problems in words without a code; the list may shrink, not grow', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'core/problems.ts',
  );
  const speaking = files.filter((file) => readFileSync(new URL(file, root), 'utf8').includes('asWorded('));
  expect(speaking.sort()).toEqual([...speaksFreely].sort());
});
