import { Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum, WorkbookId } from '@workbook-data-service/contract/common';
import { Row } from '@workbook-data-service/contract/tables';
import { expect, test } from 'vitest';
import { leanSchema } from './lean-schema.js';

test('a schema keeps its meaning, and loses what a model does not need', () => {
  const schema = strictObject({
    workbook_id: WorkbookId,
    title: nullable(Type.String({ maxLength: 9, description: 'What it is called' })),
    description: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 9 }), Type.String()])),
    state: Type.Optional(nullable(textEnum(['on', 'off']))),
    rows: Type.Array(Row, { maxItems: 100_000 }),
    skip: Type.Optional(Type.Integer({ default: 0 })),
  });
  const text = { type: ['string', 'null'] };
  const fields = { workbook_id: { type: 'string' }, skip: { type: 'integer' } };
  expect(leanSchema(schema, 'output')).toEqual({
    type: 'object',
    properties: {
      ...fields,
      title: text,
      description: { type: ['integer', 'string'] },
      state: text,
      rows: { type: 'array' },
    },
  });
  expect(leanSchema(schema, 'input')).toEqual({
    type: 'object',
    required: ['workbook_id', 'title', 'rows'],
    properties: {
      ...fields,
      title: { ...text, description: 'What it is called' },
      description: { type: ['integer', 'string'], maximum: 9 },
      rows: { type: 'array', items: { type: 'object' } },
      state: { anyOf: [{ type: 'string', enum: ['on', 'off'] }, { type: 'null' }] },
    },
  });
});

test('choices of which each says something else stay apart', () => {
  const some = (key: string) => Type.Object({ [key]: Type.String() });
  const schema = Type.Union([Type.Array(some('a')), Type.Array(some('b')), Type.Null()]);
  expect(leanSchema(schema, 'input')).toMatchObject({ anyOf: [{}, {}, { type: 'null' }] });
  const nested = nullable(
    Type.Union([Type.String(), Type.Integer()], { description: 'A label or a number' }),
  );
  expect(leanSchema(nested, 'input')).toEqual({
    type: ['string', 'integer', 'null'],
    description: 'A label or a number',
  });
});

test('a record stays open to the names that its pattern allows', () => {
  const schema = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String({ maxLength: 9 }), {
    additionalProperties: false,
  });
  expect(leanSchema(schema, 'input')).toEqual({ type: 'object', additionalProperties: { type: 'string' } });
});
