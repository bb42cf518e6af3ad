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
  });
  const text = { type: ['string', 'null'] };
  const required = ['workbook_id', 'title', 'rows'];
  const fields = { workbook_id: { type: 'string' }, rows: { type: 'array', items: { type: 'object' } } };
  expect(leanSchema(schema, 'output')).toEqual({
    type: 'object',
    required,
    properties: {
      ...fields,
      title: text,
      description: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      state: text,
    },
  });
  expect(leanSchema(schema, 'input')).toEqual({
    type: 'object',
    required,
    properties: {
      ...fields,
      title: { ...text, description: 'What it is called' },
      description: { anyOf: [{ type: 'integer', maximum: 9 }, { type: 'string' }] },
      state: { anyOf: [{ type: 'string', enum: ['on', 'off'] }, { type: 'null' }] },
    },
  });
});

test('a record stays open to the names that its pattern allows', () => {
  const schema = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String({ maxLength: 9 }), {
    additionalProperties: false,
  });
  expect(leanSchema(schema, 'input')).toEqual({ type: 'object', additionalProperties: { type: 'string' } });
});
