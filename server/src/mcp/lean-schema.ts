type Schema = Record<string, unknown>;

/** Checked by the service, and of no use to a model. */
const omitted = new Set(['maxLength', 'x-any-json', 'patternProperties']);

/**
 * A schema with the same meaning in fewer tokens: a model reads the definitions of all tools before it begins. The
 * fields of an answer explain themselves, so their descriptions are left out.
 */
export function leanSchema(schema: Schema, part: 'input' | 'output'): Schema {
  const lean = Object.entries(nullableType(schema)).flatMap(([key, value]) => {
    if (omitted.has(key) || (part === 'output' && key === 'description')) return [];
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
