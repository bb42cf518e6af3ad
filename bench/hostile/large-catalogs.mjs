const TABLES = 1000;
const TOGETHER = 20;

/** A workbook of a thousand small tables. */
async function thousandTables({ api, workbook }) {
  const columns = Array.from({ length: 20 }, (_, i) => ({ name: `column ${i}`, type: 'INTEGER' }));
  for (let start = 0; start < TABLES; start += TOGETHER) {
    const names = Array.from({ length: TOGETHER }, (_, i) => `table ${start + i}`);
    await Promise.all(names.map((name) => api('POST', `${workbook}/tables`, { name, columns })));
  }
}

/** Tables that are each derived from the one before. */
async function chainOfTables({ api, workbook }) {
  const columns = Array.from({ length: 50 }, (_, i) => ({ name: `c${i}`, type: 'INTEGER' }));
  await api('POST', `${workbook}/tables`, { name: 't0', columns });
  for (let i = 1; i <= 100; i++)
    await api('POST', `${workbook}/transforms`, {
      name: `step ${i}`,
      kind: 'sql',
      code: 'select * from {{ t }}',
      args: { t: `t${i - 1}` },
      output: `t${i}`,
    });
}

/** Reads whose response grows with everything in an account. */
export const largeCatalogs = [
  {
    name: `list of ${TABLES} tables`,
    prepare: thousandTables,
    attack: async ({ api, workbook }) =>
      `${(await api('GET', `${workbook}/tables?limit=1000`)).artifacts.length} tables`,
  },
  {
    name: `everything that a credential can see, ${TABLES} tables`,
    prepare: thousandTables,
    attack: async ({ api }) => `${(await api('GET', '/api/v1/me/data?limit=1000')).artifacts.length} tables`,
  },
  {
    name: `csv export of ${TABLES} tables`,
    prepare: thousandTables,
    attack: async ({ url, token, workbook }) => {
      const answer = await fetch(`${url}${workbook}/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ format: 'csv' }),
      });
      return `${answer.status}, ${(await answer.arrayBuffer()).byteLength} bytes`;
    },
  },
  {
    name: 'column lineage of 100 tables of 50 columns',
    prepare: chainOfTables,
    attack: async ({ api, workbook }) =>
      `${(await api('GET', `${workbook}/lineage?level=column`)).edges.length} edges`,
  },
];
