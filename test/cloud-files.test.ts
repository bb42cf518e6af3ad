import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { googleTypes } from '../server/test-support/fake-google-drive.js';
import type { Api } from './support/api.js';
import { connect, providers, type ServiceWithDrives, startWithDrives } from './support/drives.js';
import { eventually } from './support/eventually.js';
import { book } from './support/files.js';

const sales = book('xlsx', {
  Sales: [
    ['region', 'qty'],
    ['North', 3],
    ['South', 4],
  ],
});

let world: ServiceWithDrives;
let api: Api;
beforeAll(async () => {
  world = await startWithDrives({ SVC_MAX_UPLOAD_MB: '1' });
  const { google_drive: google, microsoft } = world.fakes;
  google.add({ id: 'g-book', name: 'Sales.xlsx', content: sales, modifiedBy: 'ann@example.com' });
  google.add({ id: 'g-sheet', name: 'Budget 2026', mimeType: googleTypes.sheet, content: sales });
  google.add({ id: 'g-text', name: 'Notes', mimeType: googleTypes.document });
  google.add({ id: 'g-folder', name: 'Years', mimeType: googleTypes.folder });
  google.add({
    id: 'g-inner',
    name: 'old.csv',
    mimeType: googleTypes.csv,
    content: 'a\n1\n',
    parents: ['g-folder'],
  });
  google.add({ id: 'g-short', name: 'To sales', shortcutTo: 'g-book' });
  microsoft.add({
    id: 'm-book',
    name: 'Sales.xlsx',
    mimeType: googleTypes.xlsx,
    content: sales,
    modifiedBy: 'Ann',
  });
  microsoft.add({ id: 'm-folder', name: 'Years', isFolder: true });
  microsoft.add({ id: 'm-inner', name: 'old.csv', content: 'a\n1\n', parentId: 'm-folder' });
  api = await world.api.mint(['workbooks:write', 'cloud-files:read'], { rate_limit_per_minute: 10_000 });
  for (const provider of providers) await connect(api, provider);
});
afterAll(() => world.dispose());
afterEach(() => {
  for (const provider of providers) world.fakes[provider].content = { cut: false, midway: undefined };
});

const list = (provider: string, query = '') => api.get(`/api/v1/cloud-files/${provider}${query}`);
const importFile = (workbook: string, body: object, headers = {}) =>
  api.post(`${workbook}/sources/cloud`, { structuring: 'skip', ...body }, headers);
const names = ({ body }: { body: { files: { name: string }[] } }) => body.files.map(({ name }) => name);

describe.each([
  ['google_drive', 'g', 'g', ['Years', 'Budget 2026', 'Sales.xlsx', 'To sales']],
  // Other drives than the user's own may be meant, so an id names its drive.
  ['microsoft', 'm', 'b!own-drive:m', ['Years', 'Sales.xlsx']],
] as const)('%s', (provider, prefix, listed, top) => {
  const [bookId, folderId] = [`${prefix}-book`, `${listed}-folder`];

  test('lists folders first, then what can be imported, and searches by name', async () => {
    const { status, body } = await list(provider);
    expect(status).toBe(200);
    expect(names({ body })).toEqual(top);
    expect(body.files[0]).toMatchObject({ id: folderId, isFolder: true, size: null });
    expect(body.files.find(({ name }: { name: string }) => name === 'Sales.xlsx')).toEqual({
      id: `${listed}-book`,
      name: 'Sales.xlsx',
      isFolder: false,
      mime_type: googleTypes.xlsx,
      size: sales.length,
      modified: expect.stringMatching(/^2026-/),
      modified_by: expect.stringMatching(/ann/i),
    });
    expect(names(await list(provider, `?folder_id=${folderId}`))).toEqual(['old.csv']);
    expect(names(await list(provider, '?q=old'))).toEqual(['old.csv']);
  });

  test('is listed page by page', async () => {
    const found: string[] = [];
    let query = '?limit=1';
    for (let pages = 0; query !== '' && pages < 20; pages++) {
      const { body } = await list(provider, query);
      found.push(...names({ body }));
      query = body.next_cursor === null ? '' : `?limit=1&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
    expect(found.toSorted()).toEqual([...top].sort());
  });

  test('imports a file as an upload would, and the source says where it comes from', async () => {
    const workbook = await api.workbook();
    const request = { provider, file_id: bookId, filename: 'sales.xlsx' };
    const { status, body } = await importFile(workbook, request);
    expect([status, body.structuring]).toEqual([201, 'skipped']);
    expect(body.artifacts).toMatchObject([{ row_count: 2 }]);
    expect(body.source).toMatchObject({ name: 'sales.xlsx', size: sales.length });
    const read = await importFile(await api.workbook(), { ...request, structuring: 'auto' });
    expect(read.body.reading).toMatchObject({ confidence: expect.any(Number), faults: [] });
    expect(body.source.provenance).toEqual({
      kind: 'drive',
      provider,
      file_id: `${listed}-book`,
      version: expect.any(String),
      modified_by: expect.stringMatching(/ann/i),
      modified: expect.stringMatching(/^2026-/),
      fetched_at: expect.any(String),
    });
    const again = await importFile(workbook, request);
    expect([again.status, again.body.source.id]).toEqual([200, body.source.id]);
    const download = await api.get(`${workbook}/sources/sales.xlsx/download`);
    expect(Buffer.from(download.bytes)).toEqual(sales);
  });

  test('imports in a job, and once with one key', async () => {
    const workbook = await api.workbook();
    const request = { provider, file_id: `${prefix}-inner`, filename: 'old.csv', async: true };
    const { status, body } = await importFile(workbook, request, { 'idempotency-key': `once-${prefix}` });
    expect(status).toBe(202);
    const asked = world.fakes[provider].requests.length;
    const again = await importFile(workbook, request, { 'idempotency-key': `once-${prefix}` });
    expect(again.body).toEqual(body);
    expect(world.fakes[provider].requests).toHaveLength(asked);
    const job = await eventually(async () => {
      const { body: found } = await api.get(`/api/v1/jobs/${body.job_id}`);
      return found.status === 'succeeded' ? found : undefined;
    });
    expect(job.result.source.provenance).toMatchObject({ kind: 'drive', provider });
    expect((await importFile(workbook, { ...request, mode: 'staged' })).status).toBe(422);
  });

  test('goes on with new access tokens, and refreshes once however many ask', async () => {
    const { oauth } = world.fakes[provider];
    oauth.expireAccessTokens();
    const before = oauth.refreshes;
    const answers = await Promise.all(Array.from({ length: 5 }, () => list(provider)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(oauth.refreshes - before).toBe(1);
  });

  test('asks for a new permission once the old one was withdrawn', async () => {
    world.fakes[provider].oauth.expireAccessTokens();
    world.fakes[provider].oauth.revokeGrants();
    const { status, body } = await list(provider);
    expect([status, body.type]).toEqual([409, '/problems/drive-authorization-needed']);
    expect(new URL(body.authorize_url).origin).toBe(world.fakes[provider].url);
    expect((await api.get(`/api/v1/me/authorize/${provider}`)).body.authorized).toBe(false);
    const importing = await importFile(await api.workbook(), {
      provider,
      file_id: bookId,
      filename: 'a.xlsx',
    });
    expect([importing.status, importing.body.type]).toEqual([409, '/problems/drive-authorization-needed']);
    await connect(api, provider);
    expect((await list(provider)).status).toBe(200);
  });

  test('refuses what it cannot or may not hand out, and nothing is stored', async () => {
    const fake = world.fakes[provider];
    const workbook = await api.workbook();
    const refused = async (file_id: string, expected: [number, string]) => {
      const { status, body } = await importFile(workbook, { provider, file_id, filename: 'x.xlsx' });
      expect([file_id, status, body.type]).toEqual([file_id, expected[0], `/problems/${expected[1]}`]);
      return body;
    };
    fake.add({ id: 'trashed', name: 'gone.xlsx', content: sales });
    fake.trash('trashed');
    fake.add({
      id: 'large',
      name: 'large.csv',
      content: 'x\n'.repeat(1024 * 1024),
      mimeType: googleTypes.csv,
    });
    expect((await refused('missing', [422, 'drive-refused'])).detail).toContain(fake.account);
    await refused('trashed', [422, 'drive-refused']);
    await refused(folderId, [422, 'drive-refused']);
    await refused('large', [413, 'too-large']);
    fake.content = { cut: false, midway: () => fake.edit(bookId, sales) };
    await refused(bookId, [409, 'drive-file-changed']);
    fake.content = { cut: true, midway: undefined };
    expect((await refused(bookId, [503, 'drive-unavailable'])).retry_after).toBe(30);
    fake.content = { cut: false, midway: undefined };
    fake.fail('rateLimited', { retryAfter: '120' });
    const limited = await importFile(workbook, { provider, file_id: bookId, filename: 'x.xlsx' });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([503, '120']);
    expect((await api.get(`${workbook}/sources`)).body.sources).toEqual([]);
    fake.remove('large');
    fake.remove('trashed');
  });
});

test('a Google Sheet is imported as xlsx, a shortcut as what it leads to, and a text document not', async () => {
  const workbook = await api.workbook();
  const [provider, filename] = ['google_drive', 'Budget 2026.xlsx'];
  const sheet = await importFile(workbook, { provider, file_id: 'g-sheet', filename });
  expect([sheet.status, sheet.body.source.format]).toEqual([201, 'xlsx']);
  const other = await api.workbook();
  const shortcut = await importFile(other, { provider, file_id: 'g-short', filename: 'a.xlsx' });
  expect(shortcut.body.source.provenance.file_id).toBe('g-book');
  const text = await importFile(other, { provider, file_id: 'g-text', filename: 'a.xlsx' });
  expect([text.status, text.body.type]).toEqual([422, '/problems/drive-refused']);
});

test.each(providers)(
  'a list of %s refuses a limit out of range, and what no list ever gave out',
  async (provider) => {
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=x']) {
      const { status, body } = await list(provider, `?${query}`);
      expect([query, status, body.errors?.[0]?.path]).toEqual([query, 422, `/${query.split('=')[0]}`]);
    }
    const elsewhere = provider === 'microsoft' ? 'folder_id=..' : `cursor=${btoa('"forged"')}`;
    const { status, body } = await list(provider, `?${elsewhere}`);
    expect([status, body.type]).toEqual([422, '/problems/invalid-request']);
  },
);

test('a sheet whose size is not known before is refused once it grows too large', async () => {
  const content = Buffer.alloc(2 * 1024 * 1024);
  world.fakes.google_drive.add({ id: 'g-huge', name: 'Huge', mimeType: googleTypes.sheet, content });
  const request = { provider: 'google_drive', file_id: 'g-huge', filename: 'huge.xlsx' };
  const { status, body } = await importFile(await api.workbook(), request);
  expect([status, body.type]).toEqual([413, '/problems/too-large']);
  world.fakes.google_drive.remove('g-huge');
});
