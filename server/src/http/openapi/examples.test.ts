import { NO_EXAMPLE } from '@workbook-data-service/contract/examples';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { endpoints } from '../endpoints.js';
import { openApiDocument } from './document.js';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { $ref?: string; content?: Record<string, Content> }>;
}
interface Schema {
  default?: unknown;
}
interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

const document = JSON.parse(JSON.stringify(openApiDocument(endpoints, undefined)));
const operations = Object.values<Record<string, Operation>>(document.paths).flatMap(
  Object.values,
) as Operation[];

const ajv = new Ajv({ strict: false, allErrors: true, formats: { binary: true } }).addSchema(
  document,
  'document',
);
const faults = (pointer: string, value: unknown): string =>
  ajv.validate({ $ref: `document#${pointer}` }, value) ? '' : ajv.errorsText(ajv.errors);

test('every request body and every success answer has an example', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const successes = Object.values(responses).filter(({ $ref }) => $ref === undefined);
    for (const { content } of [requestBody, ...successes].filter((one) => one !== undefined))
      for (const body of Object.values(content ?? {}))
        expect('examples' in body || 'example' in body, operationId).toBe(true);
  }
});

test.each(Object.keys(document.components.examples))('the example of %s is valid', (name) => {
  const { value } = document.components.examples[name];
  expect(faults(`/components/schemas/${name}`, value)).toBe('');
});

/** The fields without an example, as paths. */
function withoutExample(value: unknown, path: string): string[] {
  if (value === NO_EXAMPLE) return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) =>
    withoutExample(part, Array.isArray(value) ? `${path}[]` : `${path}.${name}`),
  );
}

test('every text in an example and every parameter has an example of its own', () => {
  const examples = Object.entries<{ value: unknown }>(document.components.examples);
  const missing = [
    ...examples.flatMap(([name, { value }]) => withoutExample(value, name)),
    ...operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...(parameters ?? []).flatMap(({ name, example }) => withoutExample(example, `${operationId} ${name}`)),
      ...withoutExample([requestBody, responses], operationId),
    ]),
  ];
  const fix = 'add a value to `fields` in contract/src/examples.ts, or to `schemas` there for one schema';
  expect(missing, fix).toEqual([]);
});

test('every parameter is described, has an example if it is required, and is not required if it has a default', () => {
  for (const { operationId, parameters = [] } of operations)
    for (const { name, in: place, required, description, schema, example } of parameters) {
      expect(description, `${operationId} ${name}`).toMatch(/\w/);
      if (required) expect(ajv.validate(schema, example), `${operationId} ${place} ${name}`).toBe(true);
      if (schema.default !== undefined) expect(required, `${operationId} ${name}`).toBe(false);
    }
});
