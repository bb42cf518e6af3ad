import { lowerAscii } from './lower-ascii.js';

/** The allowed functions whose result is another each time, or at another time, for the same arguments. */
export const changingFunctions: ReadonlySet<string> = new Set([
  'gen_random_uuid',
  'random',
  'uuid',
  'uuidv4',
  'uuidv7',
  'age',
  'ago',
  'current_date',
  'current_localtime',
  'current_localtimestamp',
  'get_current_time',
  'get_current_timestamp',
  'now',
  'today',
  'transaction_timestamp',
]);

/** Bare names that DuckDB turns into a call of such a function where no column has them. */
const changingNames = new Set([
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
]);

export function isChangingName(name: string): boolean {
  return changingNames.has(lowerAscii(name));
}
