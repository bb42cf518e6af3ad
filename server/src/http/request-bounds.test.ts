import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.js';
import { endpoints } from './endpoints.js';

type Schema = Record<string, unknown>;

/** The paths at which a schema lets a value grow without a bound. */
function unbounded(schema: Schema, path: string): string[] {
  const below = (inner: unknown, name: string) => unbounded(inner as Schema, `${path}/${name}`);
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as Schema[]);
  if (choices.length > 0) return choices.flatMap((choice, i) => below(choice, `(${i})`));
  if (schema.enum || 'const' in schema) return [];
  switch (schema.type) {
    case 'string':
      return typeof schema.maxLength === 'number' || isShortPattern(schema.pattern)
        ? []
        : [`${path}: no maxLength`];
    case 'array':
      return [
        ...(typeof schema.maxItems === 'number' ? [] : [`${path}: no maxItems`]),
        ...(schema.items ? below(schema.items, 'items') : [`${path}: no items`]),
      ];
    case 'object':
      return [
        ...unboundedMembers(schema, path),
        ...memberSchemas(schema).flatMap(([name, inner]) => below(inner, name)),
      ];
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return [];
    default:
      // A cell or the default of a column: any JSON value, whose content is limited by the bounds of the
      // body.
      return schema['x-any-json'] === true ? [] : [`${path}: of no type`];
  }
}

/** `^#[0-9a-f]{6}$` allows no long text, but unbounded repetition does. */
const isShortPattern = (pattern: unknown) =>
  typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern);

function unboundedMembers(schema: Schema, path: string): string[] {
  const isClosed = schema.additionalProperties === false && !schema.patternProperties;
  return isClosed || typeof schema.maxProperties === 'number'
    ? []
    : [`${path}: neither closed nor maxProperties`];
}

function memberSchemas(schema: Schema): [string, unknown][] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema as Record<string, object>;
  const others =
    typeof additionalProperties === 'object' ? [['*', additionalProperties] as [string, unknown]] : [];
  return [...Object.entries(properties), ...Object.entries(patternProperties), ...others];
}

/**
 * Path and query are closed in other ways: the route names its parameters, and unknown query parameters are
 * refused.
 */
const closed = (schema: unknown): Schema => ({ ...(schema as Schema), additionalProperties: false });

const parts: [string, (endpoint: Endpoint) => Schema | undefined][] = [
  ['params', ({ params }) => params && closed(params)],
  ['query', ({ query }) => query && closed(query)],
  ['body', ({ body }) => body as Schema | undefined],
];

test.each(parts)('every text, list and object in the %s of every endpoint has a bound', (_, schemaOf) => {
  const found = endpoints.flatMap((endpoint) => {
    const schema = schemaOf(endpoint);
    return schema ? unbounded(schema, endpoint.id) : [];
  });
  expect(found).toEqual([]);
});
