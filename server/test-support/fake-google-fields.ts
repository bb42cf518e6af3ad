type Fields = Map<string, Fields | undefined>;

/** The part of an answer that its `fields` parameter names. Without one, Google leaves most of it out. */
export function onlyFields(answer: Record<string, unknown>, url: URL): unknown {
  const fields = url.searchParams.get('fields');
  return fields === null
    ? pick(answer, parse('kind,id,name,mimeType,files,user,nextPageToken'))
    : pick(answer, parse(fields));
}

/** Reads `a,b(c,d)`. */
function parse(text: string): Fields {
  const fields: Fields = new Map();
  for (const [, name = '', inner] of text.matchAll(/([A-Za-z0-9]+)(?:\(((?:[^()]|\([^()]*\))*)\))?/g))
    fields.set(name, inner === undefined ? undefined : parse(inner));
  return fields;
}

function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields));
  const entries = Object.entries(value as Record<string, unknown>).filter(([name]) => fields.has(name));
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      const within = fields.get(name);
      return [name, within && typeof inner === 'object' && inner !== null ? pick(inner, within) : inner];
    }),
  );
}
