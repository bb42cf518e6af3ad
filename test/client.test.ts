import {
  createClient,
  each,
  isProblem,
  JobFailedError,
  type UploadProgress,
} from '@workbook-data-service/client';
import * as api from '@workbook-data-service/client/api';
import { toArrow } from '@workbook-data-service/client/arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { CalledService } from './support/service.js';

interface Sale {
  item: string;
  qty: number;
}

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  const { url, user } = await CalledService.shared();
  const { access_token: token } = await api.login(createClient({ url }), { body: user });
  client = createClient({ url, token, actor: 'the test' });
});

async function newWorkbook() {
  const { id } = await api.createWorkbook(client, { body: { title: 'Sales' } });
  return client.workbook(id);
}

/** A workbook with a table of that many sales. */
async function salesWorkbook(count: number) {
  const book = await newWorkbook();
  const lines = Array.from({ length: count }, (_, index) => `item ${index + 1},${index + 1}\n`);
  const file = new File(['item,qty\n', ...lines], 'sales.csv');
  await book.upload(file, { structuring: 'skip' });
  return { book, sales: book.table<Sale>('sales') };
}

describe('uploads', () => {
  test('a small file is sent in one call, and its tables are there', async () => {
    const told: UploadProgress[] = [];
    const book = await newWorkbook();
    const bytes = new TextEncoder().encode('品目,数量\nりんご,3\n');
    const onProgress = (progress: UploadProgress) => void told.push(progress);
    const { artifacts } = await book.upload(bytes, { filename: '売上.csv', onProgress });
    expect(artifacts.map(({ name }) => name)).toEqual(['売上']);
    expect(told.map(({ percent }) => percent)).toEqual([0, 100]);
    expect(await book.table('売上').rows().all()).toEqual([{ 品目: 'りんご', 数量: 3, __svc_row_id: 1 }]);
  });

  test('a large file is sent in pieces, of which it tells, and read by a job', async () => {
    const told: UploadProgress[] = [];
    const book = await newWorkbook();
    const line = `${'x'.repeat(1_000)}\n`;
    const file = new File(['text\n', ...Array<string>(5_000).fill(line)], 'large.csv');
    const { artifacts } = await book.upload(file, {
      structuring: 'skip',
      onProgress: (progress) => void told.push(progress),
    });
    expect(artifacts).toMatchObject([{ name: 'large', row_count: 5_000 }]);
    expect(told.filter(({ stage }) => stage === 'sending').length).toBeGreaterThan(10);
    expect(told.at(-1)).toMatchObject({ sent: file.size, total: file.size });
  });

  test('a stream of unknown size is sent as it comes', async () => {
    const book = await newWorkbook();
    async function* lines() {
      for (const line of ['n\n', '1\n', '2\n']) yield new TextEncoder().encode(line);
    }
    const { source } = await book.upload(lines(), { filename: 'numbers.csv' });
    expect(source).toMatchObject({ name: 'numbers.csv', size: 6 });
  });

  test('a file that cannot be read is a failed job, or a problem, that says why', async () => {
    const book = await newWorkbook();
    const nothing = new File([], 'empty.xlsx');
    await expect(book.upload(nothing)).rejects.toMatchObject({ slug: 'empty-file', status: 422 });
    async function* noise() {
      yield new TextEncoder().encode('PK not a zip file');
    }
    await expect(book.upload(noise(), { filename: 'noise.xlsx' })).rejects.toThrow(JobFailedError);
  });
});

describe('rows', () => {
  test('are read over all pages, filtered and ordered, as typed rows', async () => {
    const { sales } = await salesWorkbook(25);
    const found: string[] = [];
    const filter = { column: 'qty', op: 'gt', value: 5 } as const;
    for await (const { item, qty } of sales.rows({ filter, order_by: '-qty', page_size: 7 }))
      found.push(`${item}: ${qty.toFixed(1)}`);
    expect(found).toHaveLength(20);
    expect(found[0]).toBe('item 25: 25.0');

    const loud = sales.rows({ filter: { column: 'item', apply: 'upper', op: 'in', value: ['ITEM 7'] } });
    expect((await loud.all()).map(({ qty }) => qty)).toEqual([7]);
  });

  test('are Arrow tables for who has the package', async () => {
    const { book, sales } = await salesWorkbook(25);
    const table = await toArrow(sales.rows({ columns: ['qty'], page_size: 10 }));
    expect([table.numRows, table.getChild('qty')?.get(24)]).toEqual([25, 25n]);
    const doubled = await toArrow(book.query('select qty * 2 as n from sales', [], { page_size: 10 }));
    expect([doubled.numRows, Number(doubled.getChild('n')?.get(24))]).toEqual([25, 50]);
  });

  test('of a query are read over all pages, with its values as parameters', async () => {
    const { book } = await salesWorkbook(25);
    const sql = 'select item from sales where qty > $least order by qty';
    const rows = await book.query<Pick<Sale, 'item'>>(sql, { least: 5 }, { page_size: 8 }).all();
    expect(rows.map(({ item }) => item)).toEqual(
      Array.from({ length: 20 }, (_, index) => `item ${index + 6}`),
    );
    await expect(book.query('select nothing from sales').all()).rejects.toMatchObject({ status: 422 });
  });
});

describe('edits', () => {
  test('are written with the actor of the client', async () => {
    const { book, sales } = await salesWorkbook(2);
    expect(await sales.upsert([{ item: 'new' }, { __svc_row_id: 1, qty: 9 }])).toMatchObject({
      inserted: 1,
      updated: 1,
    });
    expect(await sales.delete([2])).toMatchObject({ deleted: 1 });
    const { ops } = await api.listOps(client, { path: { workbook_id: book.id } });
    expect(ops[0]).toMatchObject({ kind: 'rows.delete', actor: 'the test' });
  });

  const workbookPath = ({ id }: Book) => ({ workbook_id: id, name: 'sales', source_name: 'sales.csv' });
  test.each<[string, number[], (book: Book) => Promise<unknown>]>([
    [
      'rows',
      [1, 200, 3, 7],
      (book) =>
        book.table('sales').upsert([
          { __svc_row_id: 2, qty: 200 },
          { item: 'late', qty: 7 },
        ]),
    ],
    [
      'a column',
      [1, 2, 3],
      (book) =>
        api.addColumn(client, { path: workbookPath(book), body: { column: 'note', expected_version: null } }),
    ],
    [
      'the file',
      [1, 20, 3],
      (book) => {
        const file = new File(['item,qty\nitem 1,1\nitem 2,20\nitem 3,3\n'], 'sales.csv');
        return api.reviseSource(client, { path: workbookPath(book), body: { file } });
      },
    ],
  ])('are decided again where others changed %s meanwhile', async (_, expected, meanwhile) => {
    const { book, sales } = await salesWorkbook(3);
    const seen: number[][] = [];
    const answer = await sales.edit(async (rows) => {
      seen.push(rows.map(({ qty }) => qty));
      if (seen.length === 1) await meanwhile(book);
      return rows.map(({ __svc_row_id, qty }) => ({ __svc_row_id, qty: qty + 1 }));
    });
    const current = (await sales.rows().all()).map(({ qty }) => qty);
    expect(seen).toEqual([[1, 2, 3], expected]);
    expect(current).toEqual(expected.map((qty) => qty + 1));
    expect(answer).toMatchObject({ edit_version: 3 });
  });

  test('are not written where there is nothing to write', async () => {
    const { sales } = await salesWorkbook(1);
    expect(await sales.edit(() => [])).toBeUndefined();
  });
});

type Book = Awaited<ReturnType<typeof newWorkbook>>;

test('events are heard as they happen, and from where one left off', async () => {
  const { book, sales } = await salesWorkbook(1);
  const heard: string[] = [];
  const onUpToDate = () => void sales.upsert([{ item: 'a' }]);
  for await (const event of book.events({ kinds: ['artifact.updated'], onUpToDate })) {
    heard.push(event.id);
    break;
  }
  await sales.upsert([{ item: 'b' }]);
  for await (const event of book.events({ last_event_id: heard[0] as string })) {
    expect(event).toMatchObject({ kind: 'artifact.updated', data: { name: 'sales', edit_version: 3 } });
    break;
  }
  const unknown = book.events({ last_event_id: 'evt_unknown' })[Symbol.asyncIterator]();
  await expect(unknown.next()).rejects.toMatchObject({ slug: 'expired' });
});

test('an export is a file with its name, and tells how far it is', async () => {
  const { book } = await salesWorkbook(2);
  let received = 0;
  const onProgress = (progress: { received: number }) => {
    received = progress.received;
  };
  const file = await book.export({ format: 'csv', include_row_ids: false }, { onProgress });
  const text = await (await file.blob()).text();
  expect([file.filename, text]).toEqual(['sales.csv', 'item,qty\r\nitem 1,1\r\nitem 2,2\r\n']);
  expect(received).toBe(text.length);
  const branched = await book.export({ tables: ['sales'], record_branch: true });
  expect(branched.branchId).toMatch(/^br_/);
  await branched.stream.cancel();
});

test('lists are read over all pages, and refusals say how to mend the call', async () => {
  const { book } = await salesWorkbook(1);
  for (const name of ['b', 'c'])
    await api.createTable(client, {
      path: { workbook_id: book.id },
      body: { name, columns: [{ name: 'n' }] },
    });
  const names: string[] = [];
  const input = { path: { workbook_id: book.id }, query: { limit: 1 } };
  for await (const { name } of each(api.listTables, client, input)) names.push(name);
  expect(names.sort()).toEqual(['b', 'c', 'sales']);

  const error = await book
    .table('absent')
    .get()
    .catch((error: unknown) => error);
  expect(isProblem(error, 'not-found') && error.suggestedFix).toContain('GET …/tables');
});
