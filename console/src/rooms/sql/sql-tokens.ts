/** A parameter of a statement: `$name`, `$1`, or `?`, which has no name. */
interface Parameter {
  from: number;
  to: number;
  name: string;
}

/** Strings, quoted names and comments come first, so that nothing in them counts. */
const TOKEN =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$\$[\s\S]*?(?:\$\$|$)|\$([\p{L}_][\p{L}\p{N}_]*|\d+)|\?/gu;

/** The parameters in the order of the text; one that occurs twice is there twice. */
function parametersIn(sql: string): Parameter[] {
  return [...sql.matchAll(TOKEN)]
    .filter(([token, name]) => name !== undefined || token === '?')
    .map(({ 0: token, 1: name, index }) => ({ from: index, to: index + token.length, name: name ?? '?' }));
}

export type ParameterValue = string | number | boolean | null;
/** By name; of `?`, by their place, as `?1`. */
export type ParameterValues = Record<string, ParameterValue>;

/** The parameters that a form asks for, each once. */
export function askedFor(sql: string): string[] {
  const names = placed(sql).map(({ name }) => name);
  return [...new Set(names)];
}

/** As the service takes them: named ones as an object, others as a list; undefined where there are none. */
export function boundValues(
  sql: string,
  values: ParameterValues,
): ParameterValue[] | ParameterValues | undefined {
  const names = askedFor(sql);
  if (names.length === 0) return undefined;
  if (names.every((name) => name.startsWith('?'))) return names.map((name) => values[name] ?? null);
  if (names.every((name) => /^\d+$/.test(name))) {
    const most = Math.max(...names.map(Number));
    return Array.from({ length: most }, (_, place) => values[place + 1] ?? null);
  }
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** The statement with its values written into it, for what has no parameters, such as a transform. */
export function withValues(sql: string, values: ParameterValues): string {
  return placed(sql).reduceRight(
    (text, { from, to, name }) => text.slice(0, from) + literalOf(values[name] ?? null) + text.slice(to),
    sql,
  );
}

function placed(sql: string): Parameter[] {
  let count = 0;
  return parametersIn(sql).map((one) => (one.name === '?' ? { ...one, name: `?${++count}` } : one));
}

function literalOf(value: ParameterValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** A name as it stands in SQL, quoted where it is not a plain word. */
export function quotedName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
