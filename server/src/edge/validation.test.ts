import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { lazyValidator, refuseNul, validationProblem } from './validation.js';

/** A schema and a value that fails its keyword. */
const failing: [keyword: string, schema: object, value: unknown][] = [
  ['type', { type: 'integer' }, 'x'],
  ['type of several', { type: ['integer', 'null'] }, 'x'],
  ['minimum', { minimum: 3 }, 2],
  ['maximum', { maximum: 3 }, 4],
  ['exclusiveMinimum', { exclusiveMinimum: 3 }, 3],
  ['exclusiveMaximum', { exclusiveMaximum: 3 }, 3],
  ['multipleOf', { multipleOf: 2 }, 3],
  ['minLength', { minLength: 2 }, 'x'],
  ['maxLength', { maxLength: 1 }, 'xx'],
  ['pattern', { pattern: '^a' }, 'b'],
  ['minItems', { minItems: 1 }, []],
  ['maxItems', { maxItems: 1 }, [1, 2]],
  ['uniqueItems', { uniqueItems: true }, [1, 1]],
  ['minProperties', { minProperties: 1 }, {}],
  ['maxProperties', { maxProperties: 0 }, { a: 1 }],
  ['anyOf', { anyOf: [{ const: 1 }, { const: 2 }] }, 3],
  ['oneOf', { oneOf: [{ type: 'number' }, { type: 'integer' }] }, 3],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { ab: 1 }],
];

describe('a field that is not valid is told in the words of the validator, and as data', () => {
  test.each(failing)('%s', (_, schema, value) => {
    const plain = new Ajv({ strict: false, allErrors: true }).compile(schema);
    plain(value);
    const { errors } = problemFor(schema, value).members;
    expect(errors?.at(-1)).toMatchObject({
      message: plain.errors?.at(-1)?.message,
      code: expect.stringMatching(/^field-/),
    });
  });
});

test('the fields of an object are named, and what they may hold is listed', () => {
  const kind = { kind: { enum: ['a', 'b'] } };
  const schema = { type: 'object', required: ['name'], additionalProperties: false, properties: kind };
  expect(problemFor(schema, { kind: 'c', kinds: 1, other: 1 }).members.errors).toEqual([
    { path: '/name', message: 'is required', code: 'field-required', params: {} },
    {
      path: '/kinds',
      message: 'is not a known field; the nearest is kind',
      code: 'field-unknown-nearest',
      params: { nearest: 'kind' },
    },
    {
      path: '/other',
      message: 'is not a known field (known: kind)',
      code: 'field-unknown-listed',
      params: { fields: 'kind' },
    },
    { path: '/kind', message: 'must be one of a, b', code: 'field-one-of', params: { values: 'a, b' } },
  ]);
});

test('the detail holds the first fault as data within its parameters', () => {
  expect(problemFor({ type: 'integer' }, 'x').said.detail).toEqual({
    code: 'input-invalid',
    text: 'The body is not valid: / must be integer.',
    params: {
      part: 'body',
      path: '/',
      why: 'must be integer',
      why_code: 'field-type',
      why_params: { type: 'integer' },
    },
  });
  expect(() => refuseNul({ name: 'a\0' })).toThrow('The body is not valid: /name must not contain');
});

function problemFor(schema: object, value: unknown) {
  const validate = lazyValidator(schema, 'strict');
  expect(validate(value)).toBe(false);
  return validationProblem('body', validate.errors ?? []);
}
