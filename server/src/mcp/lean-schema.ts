type Schema = Record<string, unknown>;

/** Checked by the service, and of no use to a model. */
const omitted = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxProperties',
  'patternProperties',
  'x-any-json',
]);

const omittedOfAnswers = new Set(['description', 'required']);

/**
 * A schema with the same meaning in fewer tokens: a model reads the definitions of all tools before it begins. The
 * fields of an answer explain themselves, and are there or not, so that is left out.
 */
export function leanSchema(schema: Schema, part: 'input' | 'output'): Schema {
  const lean = Object.entries(openRecord(nullableType(schema))).flatMap(([key, value]) => {
    if (omitted.has(key) || (part === 'output' && omittedOfAnswers.has(key))) return [];
    // Unknown fields are refused with a message that names them.
    if (key === 'additionalProperties' && value === false) return [];
    return [[key, key === 'properties' ? leanFields(value as Schema, part) : leanPart(value, part)]];
  });
  return Object.fromEntries(lean);
}

function leanFields(fields: Schema, part: 'input' | 'output'): Schema {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, leanPart(field, part)]));
}

function leanPart(value: unknown, part: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => leanPart(item, part));
  return typeof value === 'object' && value !== null ? leanSchema(value as Schema, part) : value;
}

/** `{anyOf: [{type: T}, {type: 'null'}]}` as `{type: [T, 'null']}`. */
function nullableType(schema: Schema): Schema {
  const [first, second, ...others] = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [];
  if (second?.type !== 'null' || others.length > 0 || typeof first?.type !== 'string' || first.enum)
    return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...first, ...rest, type: [first.type, 'null'] };
}

/** A record whose names have a pattern, by the schema of its values alone: without the pattern it would be closed. */
function openRecord(schema: Schema): Schema {
  const { patternProperties: byPattern, additionalProperties } = schema;
  if (!byPattern || additionalProperties !== false) return schema;
  return { ...schema, additionalProperties: Object.values(byPattern)[0] };
}
