import { lowerAscii } from './lower-ascii.js';

// Unbound column names that DuckDB turns into a call of the function of that name. `user` is not among them:
// it is a common header, and where no such column exists it is a constant.
const sessionValues = new Set([
  'current_catalog',
  'current_role',
  'current_schema',
  'current_user',
  'session_user',
]);

/** Whether a bare column name would read the session if no column has it. */
export function isSessionValue(name: string): boolean {
  return sessionValues.has(lowerAscii(name));
}
