#!/usr/bin/env node
// Writes src/generated/ from docs/openapi.json: the types by @hey-api/openapi-ts, and for each endpoint a function.
// The catalogue of messages is copied, of the contract and of the libraries that read files: its types say what each code tells.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { operationsSource, problemsSource, withoutFailures } from './from-document.mjs';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(workspace, 'src', 'generated');
const document = JSON.parse(readFileSync(join(workspace, '../docs/openapi.json'), 'utf8'));

mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'operations.ts'), operationsSource(document));
writeFileSync(join(generated, 'problems.ts'), problemsSource(document));
rmSync(join(generated, 'messages'), { recursive: true, force: true });
for (const part of ['messages.ts', 'messages'])
  cpSync(join(workspace, '../contract/src', part), join(generated, part), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
for (const [from, name] of [
  ['sheets/src/core/file-sentences.ts', 'files.ts'],
  ['sheets/src/core/value-sentences.ts', 'values.ts'],
  ['sheets/src/formula/formula-sentences.ts', 'formulas.ts'],
  ['structure/src/reading-sentences.ts', 'readings.ts'],
])
  cpSync(join(workspace, '..', from), join(generated, 'messages', name));
await createClient({
  input: withoutFailures(document),
  output: { path: generated, clean: false, entryFile: false, fileName: { name: '{{name}}', suffix: null } },
  plugins: [{ name: '@hey-api/typescript', enums: false }],
  logs: { level: 'silent' },
});
