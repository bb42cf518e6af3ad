import { lowerAscii } from './lower-ascii.js';

// Names that DuckDB itself resolves without a schema. A common table expression of such a name is refused
// too: whether it or the system view is meant depends on scoping rules we would have to mirror exactly.
const systemPrefixes = ['duckdb_', 'pg_', 'sqlite_', 'pragma_'];
const systemNames = new Set(['information_schema', 'pg_catalog', 'duckdb', 'recurring', 'excluded']);

/** Whether a name belongs to the engine and so can be neither a table nor a common table expression. */
export function isReservedName(name: string): boolean {
  const lower = lowerAscii(name);
  return systemNames.has(lower) || systemPrefixes.some((prefix) => lower.startsWith(prefix));
}

// Unbound column names that DuckDB turns into a call of the function of that name. `user` is not among them:
// it is a common header, and where no such column exists it gives a constant.
const sessionValues = new Set([
  'current_catalog',
  'current_role',
  'current_schema',
  'current_user',
  'session_user',
]);

/** Whether a bare column name would read the session where no column has it. */
export function isSessionValue(name: string): boolean {
  return sessionValues.has(lowerAscii(name));
}
