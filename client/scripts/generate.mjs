#!/usr/bin/env node
// Writes src/generated/ from docs/openapi.json: the types by @hey-api/openapi-ts, and for each endpoint a function.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
await createClient({
  input: withoutFailures(document),
  output: { path: generated, clean: false, entryFile: false, fileName: { name: '{{name}}', suffix: null } },
  plugins: [{ name: '@hey-api/typescript', enums: false }],
  logs: { level: 'silent' },
});
