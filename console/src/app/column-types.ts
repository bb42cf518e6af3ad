/** The types that people choose from for a column; others come with files and transforms. */
export const columnTypes: readonly string[] = [
  'VARCHAR',
  'BIGINT',
  'DOUBLE',
  'DECIMAL(18,2)',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'JSON',
];
