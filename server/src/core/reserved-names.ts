// Names that the SQL engine itself resolves without a schema.
const systemPrefixes = ['duckdb_', 'pg_', 'sqlite_', 'pragma_'];
const systemNames = new Set(['information_schema', 'pg_catalog', 'duckdb', 'recurring', 'excluded']);

/** Whether the engine reserves a name, so that it can be neither a table nor a common table expression. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase();
  return systemNames.has(lower) || systemPrefixes.some((prefix) => lower.startsWith(prefix));
}
