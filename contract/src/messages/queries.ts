/** About SQL and results. */
export const queriesSentences = {
  'engine-ended': () => 'The statement ended the engine process.',
  'shutting-down': () => 'The service is shutting down.',
  'rows-share-key': ({ rows, key }: { rows: number; key: string }) => `${rows} rows have the key ${key}.`,
  'engine-cannot-run': () => 'The engine cannot run this statement.',
  'sql-outside-workbook': () => 'The statement reaches for something outside the workbook.',
  'field-without-name': () => 'A field of a column has no name, so the result cannot be kept.',
  'fix-field-without-name': () => `Write {'a': x, 'b': y} in place of row(x, y).`,
  'fix-sql-parameters': () =>
    'Give params as a list for ? and $1, or as an object for $name, with one value for each.',
  'row-too-large': ({ max }: { max: string }) =>
    `A single row takes more than ${max}, the maximum for one answer.`,
  'fix-row-too-large': () =>
    'Ask for fewer columns: name them in `columns` or in the SELECT list. An export has no such limit.',
  'sql-no-statement': () => 'the SQL contains no statement',
  'sql-empty': () => 'the SQL is empty',
  'result-unknown': ({ result }: { result: string }) => `No result ${result}.`,
  'result-expired': ({ result }: { result: string }) =>
    `The result ${result} has expired, or made room for newer ones.`,
  'fix-run-again': () => 'Run the query again.',
  'timeout-limit': ({ max }: { max: number }) => `timeout_ms is at most ${max} on this service.`,
  'table-loading': () => 'A long log of edits is still being loaded; loading continues.',
  'query-interrupted': () => 'Other queries interrupted this one, and there was not enough time left.',
};
