import { Type } from '@sinclair/typebox';
import { nullable, strictObject } from '@workbook-data-service/contract/common';
import { Row } from '@workbook-data-service/contract/tables';
import { expect, test } from 'vitest';
import { leanSchema } from './lean-schema.js';

test('a schema keeps its meaning, and loses what a model does not need', () => {
  const schema = strictObject({
    title: nullable(Type.String({ maxLength: 9, description: 'What it is called' })),
    description: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.String()])),
    rows: Type.Array(Row),
  });
  const text = { type: ['string', 'null'] };
  const fields = {
    description: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
    rows: { type: 'array', items: { type: 'object' } },
  };
  expect(leanSchema(schema, 'output')).toEqual({ type: 'object', properties: { title: text, ...fields } });
  const title = { ...text, description: 'What it is called' };
  const required = ['title', 'rows'];
  expect(leanSchema(schema, 'input')).toEqual({ type: 'object', required, properties: { title, ...fields } });
});

test('a record stays open to the names that its pattern allows', () => {
  const schema = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String({ maxLength: 9 }), {
    additionalProperties: false,
  });
  expect(leanSchema(schema, 'input')).toEqual({ type: 'object', additionalProperties: { type: 'string' } });
});
