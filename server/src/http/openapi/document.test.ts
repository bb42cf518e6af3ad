import { readdirSync, readFileSync } from 'node:fs';
import { namedSchemas } from '@workbook-data-service/contract/schema-names';
import { expect, test } from 'vitest';
import { type ProblemSlug, problemKinds } from '../../core/problems.js';
import { endpoints } from '../endpoints.js';
import { problemsOf } from '../problems-of.js';
import { identityOf } from './components.js';
import { openApiDocument } from './document.js';

const root = new URL('../../../../', import.meta.url);

test('docs/openapi.json is current; if not, run npm run openapi', () => {
  const written = readFileSync(new URL('docs/openapi.json', root), 'utf8');
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(openApiDocument(endpoints, undefined))));
});

test('every name stands for one schema, and every schema has one name', () => {
  expect(new Set(namedSchemas.map(([name]) => name)).size).toBe(namedSchemas.length);
  expect(new Set(namedSchemas.map(([, schema]) => identityOf(schema))).size).toBe(namedSchemas.length);
});

test('the schemas of every module of the contract are named', () => {
  const listed = readFileSync(new URL('contract/src/schema-names.ts', root), 'utf8');
  const files = readdirSync(new URL('contract/src/', root)).filter((file) => file.endsWith('.ts'));
  const unlisted = files.filter((file) => {
    const source = readFileSync(new URL(`contract/src/${file}`, root), 'utf8');
    const holdsSchemas =
      /^export const [A-Z]\w+(?<!Params|Query) = (Type\.(Object|Composite)|strictObject)/m.test(source);
    return holdsSchemas && !listed.includes(`'./${file.replace(/ts$/, 'js')}'`);
  });
  expect(unlisted).toEqual([]);
});

test('every problem is declared by an endpoint, answered before one is found, by feeds, or to nobody', () => {
  const declared = new Set(endpoints.flatMap(problemsOf));
  const undeclared = Object.keys(problemKinds).filter((slug) => !declared.has(slug as ProblemSlug));
  expect(undeclared.sort()).toEqual([
    'cancelled',
    'method-not-allowed',
    'not-acceptable',
    'not-supported',
    'request-timeout',
    'route-not-found',
  ]);
});
