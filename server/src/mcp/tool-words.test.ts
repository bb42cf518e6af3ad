import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpointInText, inToolWords, toolOf } from './tool-words.js';
import { tools } from './tools.js';

test.each([
  [
    'GET …/tables lists the tables of the workbook; percent-encode names in the path.',
    '`list_tables` lists the tables of the workbook.',
  ],
  ['POST …/sources/Q1%20report.xlsx/analyze proposes one.', '`analyze` proposes one.'],
  [
    'Change the transform (PUT …/transforms/{name}); cells with POST …/rows/upsert.',
    'Change the transform (`create_transform` with `replace`); cells with `upsert_rows`.',
  ],
  ['GET …/schema?format=json-schema describes a row.', '`describe_table` describes a row.'],
  [
    'Freeze it: PUT …/formulas with formula: null.',
    'Freeze it: PUT …/formulas of the HTTP API with formula: null.',
  ],
])('%s', (text, expected) => {
  expect(inToolWords(text)).toBe(expected);
});

/** Endpoints that texts name, and for which agents have no tool; `{}s` are tables or charts. */
const onlyByHttp = [
  ...[
    'DELETE …/file-links/{link_id}',
    'DELETE …/sync-bindings/{id}',
    'GET …/branches',
    'GET …/branches?status=all',
  ],
  ...[
    'GET …/classifications',
    'GET …/file-links',
    'GET …/file-links/{}',
    'GET …/overrides',
    'GET …/policies',
  ],
  ...[
    'GET …/sheets',
    'GET …/sources',
    'GET …/sources/{source_name}',
    'GET …/sync-bindings',
    'GET …/transforms',
    'GET …/{}s',
  ],
  ...['POST …/columns', 'POST …/export', 'POST …/file-links/{link_id}/versions'],
  ...['POST …/file-links/{}/versions', 'POST …/overrides/drop', 'POST …/sync', 'POST …/tables/{name}/merge'],
  ...['POST …/uploads', 'PUT …/formulas'],
];

test('every endpoint that a text names has a tool, or is known to have none', () => {
  const root = new URL('../', import.meta.url);
  const files = ['core', 'features', 'workbook', 'file-workers'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`${folder}/${file}`, root), 'utf8')),
  );
  const named = files.flatMap((text) => text.replaceAll(/\$\{.*?\}/g, '{}').match(endpointInText) ?? []);
  const unknown = named.filter((endpoint) => toolOf(endpoint) === undefined);
  expect([...new Set(unknown)].sort()).toEqual(onlyByHttp);
  const words = named.flatMap((one) => toolOf(one)?.match(/[a-z_]+/)?.[0] ?? []);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(words));
});
