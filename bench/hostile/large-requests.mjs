import { send, tally } from './world.mjs';

const MB = 1024 * 1024;

const unknownKeys = () =>
  `{${Array.from({ length: 1_000_000 }, (_, i) => `"k${i.toString(36)}":1`).join(',')}}`;

/** A list of texts inside a body, of about 16 MB. */
const names = (field, rest = '') => `{"${field}":[${'"a",'.repeat(4_000_000)}"a"]${rest}}`;

/** Rows with this many columns, for an upsert. */
function wideRows(rows, columns, cell) {
  const row = Object.fromEntries(Array.from({ length: columns }, (_, i) => [`c${i}`, cell]));
  return { rows: Array.from({ length: rows }, () => row), expected_version: null };
}

async function wideTable({ api, workbook }, columns, type) {
  await api('POST', `${workbook}/tables`, {
    name: 'wide',
    columns: Array.from({ length: columns }, (_, i) => ({ name: `c${i}`, type })),
  });
  return `${workbook}/tables/wide`;
}

/** A file of one part, as a form. */
function form(filename, content) {
  const boundary = 'boundary-of-the-form';
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${part}${content}\r\n--${boundary}--\r\n`,
  };
}

/** Single requests: bodies, files and cells of a size or depth that nobody needs. */
export const largeRequests = [
  {
    name: 'sign-in with a million unknown fields, 5 at once',
    attack: async ({ url }) => {
      const body = unknownKeys();
      return tally(
        await Promise.all(Array.from({ length: 5 }, () => send(url, { path: '/api/auth/login', body }))),
      );
    },
  },
  {
    name: '8M nested brackets to a path that does not exist',
    attack: async ({ url }) =>
      tally([await send(url, { path: '/api/v1/nowhere', body: '['.repeat(8_000_000) })]),
  },
  {
    name: '16 MB without a credential, 5 at once',
    attack: async ({ url, workbook }) => {
      const body = names('tables');
      const path = `${workbook}/export`;
      return tally(await Promise.all(Array.from({ length: 5 }, () => send(url, { path, body }))));
    },
  },
  {
    name: 'export of 4M table names',
    attack: async ({ url, token, workbook }) =>
      tally([await send(url, { path: `${workbook}/export`, token, body: names('tables') })]),
  },
  {
    name: 'upsert of 5M empty rows',
    prepare: (world) => wideTable(world, 2, 'DOUBLE'),
    attack: async ({ url, token }, table) => {
      const body = `{"rows":[${'{},'.repeat(5_000_000)}{}],"expected_version":null}`;
      return tally([await send(url, { path: `${table}/rows/upsert`, token, body })]);
    },
  },
  {
    name: 'delete of 8M row ids',
    prepare: (world) => wideTable(world, 2, 'DOUBLE'),
    attack: async ({ url, token }, table) => {
      const body = `{"row_ids":[${'1,'.repeat(8_000_000)}1],"expected_version":null}`;
      return tally([await send(url, { path: `${table}/rows/delete`, token, body })]);
    },
  },
  {
    name: 'upsert of 9,160 x 200 cells',
    prepare: (world) => wideTable(world, 200, 'DOUBLE'),
    attack: async ({ url, token }, table) => {
      const body = JSON.stringify(wideRows(9160, 200, 1));
      return tally([await send(url, { path: `${table}/rows/upsert`, token, body })]);
    },
  },
  {
    name: 'upsert of 10,000 x 60 cells, then a read of them',
    prepare: (world) => wideTable(world, 60, 'DOUBLE'),
    attack: async ({ url, token, api }, table) => {
      const body = JSON.stringify(wideRows(10_000, 60, 1.25));
      const written = await send(url, { path: `${table}/rows/upsert`, token, body });
      const { total } = await api('GET', `${table}/rows?limit=10`);
      return `${written.status}, ${total} rows`;
    },
  },
  {
    name: 'a cell of 5M nested levels',
    prepare: (world) => wideTable(world, 2, 'JSON'),
    attack: async ({ url, token }, table) => {
      const deep = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`;
      const body = `{"rows":[{"c0":${deep}}],"expected_version":null}`;
      return tally([await send(url, { path: `${table}/rows/upsert`, token, body })]);
    },
  },
  {
    name: 'csv with a header of 30 MB in one line',
    attack: async ({ url, token, workbook }) => {
      const header = `${'h'.repeat(15 * MB)},${'h'.repeat(15 * MB)}`;
      return tally([
        await send(url, { path: `${workbook}/sources`, token, ...form('a.csv', `${header}\n1,2\n`) }),
      ]);
    },
  },
];
