import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as api from '../src/api.js';
import { operationsSource, problemsSource, withoutFailures } from './from-document.mjs';

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));

test('every endpoint that answers a program is a function, once', () => {
  const operations = Object.entries<Record<string, { operationId?: string; responses: object }>>(
    document.paths,
  )
    .filter(([path]) => !path.includes('/artifacts'))
    .flatMap(([, item]) => Object.values(item))
    .filter(({ responses }) => Object.keys(responses).some((status) => status.startsWith('2')));
  expect(Object.keys(api).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

test('a function knows how its endpoint is called', () => {
  const source = operationsSource(document);
  expect(source).toContain(`('GET', '/api/v1/me');`);
  expect(source).toMatch(/upsertRows = .*\{ isKeyed: true, namesActor: true \}/);
  expect(source).toMatch(/uploadSource = .*\{ isKeyed: true, body: 'form' \}/);
  expect(source).toMatch(/putUpload = .*\{ isOpen: true, body: 'bytes' \}/);
  expect(source).toMatch(/exportTables = .*\{ answer: 'blob' \}/);
});

test('the slugs of all problems are known', () => {
  expect(problemsSource(document)).toMatch(/ \| 'version-conflict'/);
});

test('every reference in what types are generated from leads somewhere', () => {
  const lean = withoutFailures(document);
  const references = [...JSON.stringify(lean).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  const missing = references.filter(([, kind = '', name = '']) => !(name in (lean.components[kind] ?? {})));
  expect(missing).toEqual([]);
});
