// What the benches of growth fill workbooks with.

const LINES_A_PART = 10_000;

/** The path of a new workbook. */
export async function newBook(api, title) {
  return `/api/v1/workbooks/${(await api('POST', '/api/v1/workbooks', { title })).id}`;
}

/** A table from the lines of a csv file, whose first names the columns. */
export async function uploadCsv(api, book, name, lines) {
  const parts = [];
  const part = [];
  for (const line of lines) {
    part.push(line);
    if (part.length === LINES_A_PART) parts.push(`${part.splice(0).join('\n')}\n`);
  }
  parts.push(part.join('\n'));
  const form = new FormData();
  form.append('structuring', 'skip');
  form.append('file', new Blob(parts), `${name}.csv`);
  await api('POST', `${book}/sources`, form);
}

/** Goods with names, quantities and prices. */
export function* stockLines(rows) {
  yield 'name,qty,price';
  for (let i = 0; i < rows; i++) yield `name ${i % 5000},${i % 100},${i / 4}`;
}

export async function upsert(api, table, rows) {
  return await api('POST', `${table}/rows/upsert`, { rows, expected_version: null });
}
