/** What texts of the service call by its endpoint, and the tool that does the same for an agent. */
const toolFor: Readonly<Record<string, string>> = {
  'GET …/tables': '`list_tables`',
  'GET …/columns': '`describe_table`',
  'GET …/schema': '`describe_table`',
  'GET …/rows': '`read_rows`',
  'POST …/rows/upsert': '`upsert_rows`',
  'POST …/query/validate': '`validate_query`',
  'GET …/parse-spec': '`read_parse_spec`',
  'PUT …/parse-spec': '`correct_parse_spec`',
  'POST …/sources/{name}/analyze': '`analyze`',
  'PUT …/transforms/{name}': '`create_transform` with `replace`',
  'GET …/charts': '`list_charts`',
  'GET …/ops': '`list_ops`',
  'GET …/versions': '`list_versions`',
  'GET …/snapshots': '`list_versions`',
  'GET …/conflicts': '`list_conflicts`',
};

const shapes = Object.entries(toolFor).map(([endpoint, tool]) => ({ segments: endpoint.split('/'), tool }));

/** The path ends before the punctuation of its sentence. */
export const endpointInText = /\b(?:GET|POST|PUT|PATCH|DELETE) …(?:\/[\w{}%~.-]*[\w{}%~-])+(?:\?[\w=&-]+)?/g;

const adviceForPaths = /; percent-encode [a-z ]+ in the path/g;

/**
 * A text of the service, as a description or a `suggested_fix`, for an agent: with tools in place of endpoints. What
 * only the HTTP API does, the agent can tell its user.
 */
export function inToolWords(text: string): string {
  return text
    .replaceAll(adviceForPaths, '')
    .replaceAll(endpointInText, (endpoint) => toolOf(endpoint) ?? `${endpoint} of the HTTP API`);
}

/** Undefined if there is none. */
export function toolOf(endpoint: string): string | undefined {
  const [path = ''] = endpoint.split('?');
  const named = path.split('/');
  return shapes.find(({ segments }) => isOfShape(named, segments))?.tool;
}

function isOfShape(named: readonly string[], shape: readonly string[]): boolean {
  return (
    named.length === shape.length &&
    shape.every((segment, i) => segment.startsWith('{') || segment === named[i])
  );
}
