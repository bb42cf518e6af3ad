import { Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum, WorkbookId } from '@workbook-data-service/contract/common';
import { Row } from '@workbook-data-service/contract/tables';
import { expect, test } from 'vitest';
import { leanInput, leanSchema } from './lean-schema.js';
import { tools } from './tools.js';

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
      description: { type: ['integer', 'string'] },
      rows: { type: 'array', items: { type: 'object' } },
      state: { type: 'string', enum: ['on', 'off'] },
    },
  });
});

test('a note stands for all that a schema says of a field', () => {
  const step = strictObject({ kind: textEnum(['a', 'b']), rows: Type.Array(Type.Integer()) });
  const input = strictObject({ steps: Type.Array(step), label: Type.String({ description: 'Any text' }) });
  expect(leanInput(input, { steps: '{kind: a|b, rows}', label: '' }).properties).toEqual({
    steps: { type: 'array', items: { type: 'object' }, description: '{kind: a|b, rows}' },
    label: { type: 'string' },
  });
});

test('the notes on objects name each of their fields and choices', () => {
  const missing = tools.flatMap(({ name: tool, input, notes = {} }) =>
    Object.entries(notes).flatMap(([field, note = '']) =>
      wordsIn(input.properties[field] as object)
        .filter((word) => !note.includes(word))
        .map((word) => `${tool}.${field}: ${word}`),
    ),
  );
  expect(missing).toEqual([]);
});

/** Names of fields, and choices of them, at any depth below an object or a list of objects. */
function wordsIn(schema: object, isBelow = false): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties')
      return Object.entries(value).flatMap(([name, field]) => [name, ...wordsIn(field as object, true)]);
    if (key === 'enum') return isBelow ? (value as string[]) : [];
    if (key === 'const') return [value as string];
    return typeof value === 'object' && value !== null ? wordsIn(value, isBelow) : [];
  });
}

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
