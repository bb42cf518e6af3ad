import type { TObject } from '@sinclair/typebox';
import { ChartParams } from '@workbook-data-service/contract/charts';
import { Cursor, limit, TableParams } from '@workbook-data-service/contract/common';
import { describedFor } from '@workbook-data-service/contract/describing';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { SheetParams } from '@workbook-data-service/contract/sheets';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { toolEdge } from './tool-edge.js';

type Schema = Record<string, unknown>;
type Part = 'input' | 'output';

/** Checked by the service, and of no use to a model. */
const omitted = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'minimum',
  'maximum',
  'discriminator',
  'pattern',
  'patternProperties',
  'x-any-json',
]);

/** The fields of an answer explain themselves, and their values are there to be seen. */
const omittedOfAnswers = new Set(['description', 'required', 'enum', 'const']);

/** Of fields that many tools have, and whose names say the same. */
const guessed = new Set<unknown>(
  [
    TableParams.properties.workbook_id,
    TableParams.properties.name,
    SourceParams.properties.source_name,
    ChartParams.properties.name,
    SheetParams.properties.name,
    DryRunQuery.properties.dry_run,
    limit(1),
    Cursor,
  ].map(({ description }) => description),
);

/** The input of a tool: its fields as their schemas describe them, or as a note does that stands for all of a schema. */
export function leanInput(input: TObject, notes: Readonly<Record<string, string | undefined>> = {}): Schema {
  const { properties, ...lean } = leanSchema(input, 'input');
  const fields = Object.entries(properties as Record<string, Schema>);
  const noted = fields.map(([name, field]) => [
    name,
    notes[name] === undefined ? field : withNote(field, notes[name]),
  ]);
  return { ...lean, properties: Object.fromEntries(noted) };
}

function withNote({ type, enum: choices, default: usual, items }: Schema, description: string): Schema {
  return {
    type,
    ...(choices !== undefined && { enum: choices }),
    ...(usual !== undefined && { default: usual }),
    ...(items !== undefined && { items: { type: (items as Schema).type } }),
    ...(description !== '' && { description }),
  };
}

/** A schema with the same meaning in fewer tokens: a model reads the definitions of all tools before it begins. */
export function leanSchema(schema: Schema, part: Part): Schema {
  const whole = openRecord(unionOfTypes(schema, part));
  const lean = Object.entries(whole).flatMap(([key, value]) => {
    if (omitted.has(key) || (part === 'output' && omittedOfAnswers.has(key))) return [];
    if (isGuessed(key, value) || (part === 'output' && key === 'items' && isAnyObject(value))) return [];
    if (key === 'description') return [[key, describedFor(toolEdge, whole)]];
    return [[key, key === 'properties' ? leanFields(whole, part) : leanPart(value, part)]];
  });
  return Object.fromEntries(lean);
}

function isGuessed(key: string, value: unknown): boolean {
  switch (key) {
    case 'description':
      return guessed.has(value);
    // Unknown fields are refused with a message that names them.
    case 'additionalProperties':
      return value === false;
    // What is absent is not so, and a number that may be absent need not be known.
    case 'default':
      return value === false || typeof value === 'number';
    default:
      return false;
  }
}

/** Says nothing that the objects in an answer do not show. */
const isAnyObject = (schema: unknown): boolean =>
  JSON.stringify(leanPart(schema, 'output')) === JSON.stringify({ type: 'object' });

function leanFields({ properties, required = [] }: Schema, part: Part): Schema {
  const isOptional = (name: string) => part === 'input' && !(required as string[]).includes(name);
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => [
    name,
    leanPart(isOptional(name) ? withoutNull(field) : field, part),
  ]);
  return Object.fromEntries(fields);
}

/** A field that may be absent is not told to be null as well. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = (anyOf as Schema[]).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? { ...choices[0], ...rest } : { ...rest, anyOf: choices };
}

function leanPart(value: unknown, part: Part): unknown {
  if (Array.isArray(value)) return value.map((item) => leanPart(item, part));
  return typeof value === 'object' && value !== null ? leanSchema(value as Schema, part) : value;
}

/** `{anyOf: [{type: T}, {type: U}, {type: 'null'}]}` as `{type: [T, U, 'null']}`, where nothing of T is said otherwise of U. */
function unionOfTypes(schema: Schema, part: Part): Schema {
  const choices = choicesOf(schema);
  const types = choices.map(({ type }) => type);
  if (choices.length === 0 || types.some((type) => typeof type !== 'string')) return schema;
  if (part === 'input' && choices.some((choice) => choice.enum)) return schema;
  const { anyOf: _, ...rest } = schema;
  const merged: Schema = { ...Object.assign({}, ...choices), ...rest, type: types };
  const isWhole = choices.every((choice) =>
    Object.keys(choice).every(
      (key) => key === 'type' || key === 'description' || choice[key] === merged[key],
    ),
  );
  return isWhole && new Set(types).size === types.length ? merged : schema;
}

/** The choices of a union, those of unions in it included; what describes one of those describes its choices. */
function choicesOf({ anyOf }: Schema): Schema[] {
  return Array.isArray(anyOf)
    ? (anyOf as Schema[]).flatMap((choice) => {
        const { anyOf: inner, ...rest } = choice;
        return inner ? choicesOf(choice).map((one) => ({ ...rest, ...one })) : [choice];
      })
    : [];
}

/** A record whose names have a pattern, by the schema of its values alone: without the pattern it would be closed. */
function openRecord(schema: Schema): Schema {
  const { patternProperties: byPattern, additionalProperties } = schema;
  if (!byPattern || additionalProperties !== false) return schema;
  return { ...schema, additionalProperties: Object.values(byPattern)[0] };
}
