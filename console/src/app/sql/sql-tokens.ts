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

/** Words that are no names unless they are quoted: what PostgreSQL reserves, which DuckDB follows, and what DuckDB adds. */
const RESERVED = new Set(
  (
    'all analyse analyze and anti any array as asc asof asymmetric authorization binary both case cast check collate ' +
    'collation column columns concurrently constraint create cross default deferrable desc describe distinct do else ' +
    'end except false fetch for foreign freeze from full generated glob group having ilike in initially inner ' +
    'intersect into is isnull join lambda lateral leading left like limit map natural not notnull null offset on only ' +
    'or order outer overlaps pivot pivot_longer pivot_wider placing positional primary qualify references returning ' +
    'right select semi show similar some struct summarize symmetric table tablesample then to trailing true union ' +
    'unique unpivot using variadic when where window with'
  ).split(' '),
);

/** A name as it stands in SQL, quoted where it is not a plain word. */
export function quotedName(name: string): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name);
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
