/** Why a statement is refused, and what is wrong with its parameters. */
export const statementSentences = {
  'sql-statements': ({ count }: { count: number }) => `the SQL contains ${count} statements; send one`,
  'sql-nul': () => 'the SQL contains a NUL character',
  'sql-too-long': ({ kilobytes }: { kilobytes: number }) => `the SQL is longer than ${kilobytes} KB`,
  'sql-expands': () => 'the SQL grows too large when CASE operands and named windows are written out',
  'fix-sql-expands': () => 'Compute the operand of CASE in a subquery, or use fewer named windows.',
  'sql-too-large': () => 'the statement is too large',
  'sql-number': () => 'the statement contains a number that is out of range',
  'sql-only-select': () => 'only SELECT statements are available',
  'fix-sql-only-select': () => 'Send one SELECT. A PIVOT needs the values of its columns in an IN list.',
  'sql-only-constants': () => 'the statement uses an expression where only constants are available',
  'fix-sql-only-constants': () => 'Write constants in the IN list of PIVOT and in the parameters of types.',
  'sql-nested': ({ max }: { max: number }) => `the statement is nested more than ${max} levels deep`,
  'sql-describes': () => 'DESCRIBE, SHOW and SUMMARIZE are not available in queries',
  'fix-sql-describes': () => 'Read the schema or the profile of the table with the calls made for that.',
  'sql-arrows': ({ max }: { max: number }) => `"->" is nested more than ${max} deep`,
  'fix-sql-arrows': () => "Use one path, as in x ->> '$.a.b.c', or json_extract.",
  'sql-session-value': ({ name }: { name: string }) => `"${name}" is not available in queries`,
  'sql-stars': ({ max }: { max: number }) => `"*" and COLUMNS may be used at most ${max} times`,
  'sql-macro-nested': ({ name }: { name: string }) => `${name} is nested too deep`,
  'sql-qualified': ({ table }: { table: string }) => `table "${table}" is qualified`,
  'fix-sql-qualified': () => 'Name tables of the workbook without a schema or database.',
  'sql-reserved-table': ({ name }: { name: string }) => `"${name}" is not a table of the workbook`,
  'sql-pivot-columns': ({ max }: { max: number }) => `PIVOT would make more than ${max} columns`,
  'sql-tables': ({ max }: { max: number }) => `the statement reads more than ${max} tables`,
  'sql-grouping-sets': ({ max }: { max: number }) => `GROUP BY makes more than ${max} grouping sets`,
  'sql-reserved-name': ({ name }: { name: string }) => `"${name}" cannot name a common table expression`,
  'sql-unavailable-syntax': () => 'the statement uses syntax that is not available in queries',
  'sql-unexpected-node': () => 'the statement uses an unexpected node, which is not available in queries',
  'sql-unavailable': ({ what }: { what: string }) =>
    `the statement uses ${what}, which is not available in queries`,
  'sql-function': ({ name }: { name: string }) => `function "${name}" is not available in queries`,
  'sql-type': ({ name }: { name: string }) => `type "${name}" is not available in queries`,
  'sql-function-form': ({ name }: { name: string }) => `${name} must be called as ${name}(…)`,
  'sql-literal-width': ({ name, max }: { name: string; max: number }) =>
    `the second argument of ${name} must be a number literal of at most ${max}`,
  'sql-literal-format': ({ name }: { name: string }) =>
    `the first argument of ${name} must be a text literal`,
  'sql-format-width': ({ name }: { name: string }) =>
    `widths in the format of ${name} must be written out and below 1000`,
  'sql-aggregate-name': ({ name }: { name: string }) =>
    `the second argument of ${name} must be the name of an aggregate as a text literal`,
  'sql-series': ({ name, max }: { name: string; max: number }) =>
    `${name} may make a list of at most ${max} values; use it in FROM for more`,
  'parameters-missing': ({ names }: { names: string[] }) => `no value is given for ${parameters(names)}`,
  'parameters-surplus': ({ names }: { names: string[] }) => `the statement has no ${parameters(names)}`,
  'parameters-gaps': () => 'parameters must be numbered from $1 without gaps',
  'parameter-type': ({ name }: { name: string }) =>
    `parameter $${name} must be text, a number, a boolean or null`,
  'parameter-digits': ({ name, max }: { name: string; max: number }) =>
    `parameter $${name} has more than ${max} digits; send it as text`,
};

function parameters(names: readonly string[]): string {
  return `parameter${names.length > 1 ? 's' : ''} ${names.map((name) => `$${name}`).join(', ')}`;
}
