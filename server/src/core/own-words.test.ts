import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);

/** Files whose problems are told in English alone, in words that are not in the catalogue of messages. */
const speaksFreely = [
  // What DuckDB says, and what its guard says about a statement.
  'engine/child/errors.ts',
  'engine/encode/bind-parameters.ts',
  'engine/guard/inspect-select.ts',
  'engine/guard/refusal.ts',
  // What drives and providers say.
  'features/drives/authorize-drive.ts',
  'features/drives/drive-problem.ts',
  'gateways/oidc.ts',
  // What Python, formulas and templates say about code.
  'core/formulas.ts',
  'features/sheets/check-blocks.ts',
  'features/transforms/compute-python.ts',
  'workbook/transforms/transform-statement.ts',
  // What parsers say about requests.
  'http/body/cut-json.ts',
  'http/body/parse-json-body.ts',
  'http/handle-errors.ts',
  'http/unknown-parameters.ts',
];

test('only these files tell problems in words without a code; the list may shrink, not grow', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'core/problems.ts',
  );
  const speaking = files.filter((file) => readFileSync(new URL(file, root), 'utf8').includes('inOwnWords('));
  expect(speaking.sort()).toEqual([...speaksFreely].sort());
});
