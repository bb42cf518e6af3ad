/** Functions and modules whose result differs each time, or each day. */
const changing = {
  sql: /\b(random|uuid|uuidv4|uuidv7|gen_random_uuid|now|today|age|ago|current_\w+|get_current_\w+|localtime\w*|transaction_timestamp|sample|tablesample)\b/i,
  python: /\b(random|secrets|uuid|time|datetime|date)\b/,
};

/**
 * Whether code may give different results over the same inputs. Also true of code that only mentions such a
 * word.
 */
export function mayBeNondeterministic({ kind, code }: { kind: 'sql' | 'python'; code: string }): boolean {
  return changing[kind].test(code);
}
