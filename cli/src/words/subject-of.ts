/** The option or argument of a command by which a part of a request is given. */
const given: Readonly<Record<string, string>> = {
  against: 'the second version',
  as_of: '--as-of',
  branch_id: '--branch',
  columns: '--columns',
  email: '--email',
  expected_version: '--if-version',
  expires_in_days: '--expires-in-days',
  file: 'the file',
  filter: '--filter',
  label: 'the label',
  limit: '--limit',
  match_on: '--key',
  name: 'the name',
  order_by: '--order-by',
  params: '--param',
  resource: '--resource',
  row_ids: '--row',
  rows: 'the rows:',
  scopes: '--scope',
  sql: 'the statement',
  summary: '--summary',
  tables: 'the tables',
  title: 'the title',
};

/** What a pointer into a request points to, in the words of a command: the cell of a row, or an option. */
export function subjectOf(pointer: string): string {
  const parts = pointer
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [first = '', index = '', column] = parts;
  if (first === 'rows' && /^\d+$/.test(index)) {
    const row = `row ${Number(index) + 1}`;
    return column === undefined ? row : `${row}, “${column}”:`;
  }
  return Object.hasOwn(given, first) ? (given[first] as string) : first.replaceAll('_', ' ');
}
