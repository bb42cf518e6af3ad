import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { googleTypes } from '../server/test-support/fake-google-drive.js';
import type { Api } from './support/api.js';
import {
  connect,
  type Provider,
  providers,
  type ServiceWithDrives,
  startWithDrives,
} from './support/drives.js';
import { book } from './support/files.js';

const sales = (south: number) =>
  book('xlsx', {
    Sales: [
      ['region', 'qty'],
      ['North', 3],
      ['South', south],
    ],
  });

let world: ServiceWithDrives;
let api: Api;
beforeAll(async () => {
  world = await startWithDrives();
  api = await world.api.mint(['workbooks:write', 'workbooks:delete', 'cloud-files:read'], {
    rate_limit_per_minute: 10_000,
  });
  for (const provider of providers) await connect(api, provider);
});
afterAll(() => world.dispose());

let made = 0;
/** A new file in a drive. */
function fileIn(provider: Provider, content: Buffer = sales(4)): string {
  const id = `file${++made}`;
  world.fakes[provider].add({ id, name: 'Sales.xlsx', content, modifiedBy: 'ann@example.com' });
  return id;
}

const track = (workbook: string, body: object, query = '') =>
  api.post(`${workbook}/file-links${query}`, body);
const quantities = async (workbook: string) =>
  (await api.get(`${workbook}/tables/Sales/rows`)).body.rows.map((row: Record<string, unknown>) => row.qty);

describe.each(providers)('a file of %s', (provider) => {
  test('is tracked, pulled when it changed, reverted, and not pulled again before it changes', async () => {
    const fake = world.fakes[provider];
    const fileId = fileIn(provider);
    const workbook = await api.workbook();
    const tracked = await track(workbook, { provider, file_id: fileId });
    expect(tracked.status).toBe(201);
    expect(tracked.body).toMatchObject({
      filename: 'Sales.xlsx',
      source: 'Sales.xlsx',
      provider,
      external_id: expect.stringContaining(fileId),
      origin: fake.account,
      changed: true,
      version: {
        n: 1,
        kind: 'link',
        snapshot_id: expect.any(String),
        modified: expect.stringMatching(/^2026/),
      },
    });
    expect(await quantities(workbook)).toEqual([3, 4]);
    const link = `${workbook}/file-links/${tracked.body.id}`;
    const sync = async (query = '') => (await api.post(`${link}/sync${query}`)).body;

    const asked = fake.requests.length;
    expect(await sync()).toMatchObject({ changed: false, op_id: null, version: { n: 1 } });
    // The description says that nothing changed, so nothing is downloaded.
    expect(fake.requests).toHaveLength(asked + 1);

    fake.edit(fileId, sales(7), 'bob@example.com');
    expect(await sync('?dry_run=true')).toMatchObject({ changed: true, dry_run: true });
    expect(await quantities(workbook)).toEqual([3, 4]);
    expect(await sync()).toMatchObject({
      changed: true,
      version: { n: 2, kind: 'sync', modified_by: expect.stringMatching(/bob/) },
    });
    expect(await quantities(workbook)).toEqual([3, 7]);
    const { provenance } = (await api.get(`${workbook}/sources/Sales.xlsx`)).body;
    expect(provenance).toMatchObject({ kind: 'drive', provider, modified_by: expect.stringMatching(/bob/) });

    expect((await api.post(`${link}/versions/1/revert`)).body.version).toMatchObject({
      n: 3,
      kind: 'revert',
    });
    expect(await sync()).toMatchObject({ changed: false, version: { n: 3 } });
    // Saved again without a change: the drive counts a version, the bytes are those that were reverted.
    fake.edit(fileId, sales(7));
    expect(await sync()).toMatchObject({ changed: false, version: { n: 3 } });
    expect(await quantities(workbook)).toEqual([3, 4]);
    fake.edit(fileId, sales(8));
    expect(await sync()).toMatchObject({ changed: true, version: { n: 4 } });
    expect(await quantities(workbook)).toEqual([3, 8]);
  });

  test('is tracked once, under another name if wished, and with what the workbook has', async () => {
    const fileId = fileIn(provider);
    const workbook = await api.workbook();
    await api.upload(`${workbook}/sources`, { name: 'Sales.xlsx', content: sales(1) });
    const refused = await track(workbook, { provider, file_id: fileId, on_existing: 'refuse' });
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/name-taken']);
    const would = await track(
      workbook,
      { provider, file_id: fileId, as_name: 'Drive.xlsx' },
      '?dry_run=true',
    );
    expect([would.status, would.body.source]).toEqual([201, 'Drive.xlsx']);
    const seeded = await track(workbook, { provider, file_id: fileId });
    expect(seeded.body.versions.map(({ kind }: { kind: string }) => kind)).toEqual(['link', 'sync']);
    const again = await track(workbook, { provider, file_id: fileId, as_name: 'Other.xlsx' });
    expect([again.status, again.body.link_id]).toEqual([409, seeded.body.id]);
    expect((await api.post(`${workbook}/file-links/${seeded.body.id}/sync`)).body.changed).toBe(false);
  });

  test('that is gone, or whose drive was disconnected, says so when it is pulled', async () => {
    const fileId = fileIn(provider);
    const workbook = await api.workbook();
    const { id } = (await track(workbook, { provider, file_id: fileId })).body;
    const sync = () => api.post(`${workbook}/file-links/${id}/sync`);
    world.fakes[provider].trash(fileId);
    const trashed = await sync();
    expect([trashed.status, trashed.body.type]).toEqual([422, '/problems/drive-refused']);
    await api.delete(`/api/v1/me/authorize/${provider}`);
    const needed = await sync();
    expect([needed.status, needed.body.type]).toEqual([409, '/problems/drive-authorization-needed']);
    expect(needed.body.authorize_url).toMatch(/^http/);
    await connect(api, provider);
  });
});

test('a Google Sheet is tracked as xlsx, and pulled when its version says that it changed', async () => {
  const google = world.fakes.google_drive;
  google.add({ id: 'sheet', name: 'Plan 1/2', mimeType: googleTypes.sheet, content: sales(4) });
  const workbook = await api.workbook();
  const { body } = await track(workbook, { provider: 'google_drive', file_id: 'sheet' });
  expect(body.filename).toMatch(/\.xlsx$/);
  google.edit('sheet', sales(5));
  const synced = await api.post(`${workbook}/file-links/${body.id}/sync`);
  expect(synced.body).toMatchObject({ changed: true, version: { n: 2 } });
});

test('a local file is not pulled', async () => {
  const workbook = await api.workbook();
  const { body } = await api.upload(`${workbook}/file-links/local`, { name: 'a.csv', content: 'x\n1\n' });
  const { status, body: refusal } = await api.post(`${workbook}/file-links/${body.id}/sync`);
  expect([status, refusal.type, refusal.link_id]).toEqual([409, '/problems/not-a-cloud-link', body.id]);
});

test('pulling needs the scope for drives beside that for workbooks, and an ungoverned workbook', async () => {
  const fileId = fileIn('google_drive');
  const workbook = await api.workbook();
  const { id } = (await track(workbook, { provider: 'google_drive', file_id: fileId })).body;
  const writer = await world.api.mint(['workbooks:write']);
  const refused = await writer.post(`${workbook}/file-links/${id}/sync`);
  expect([refused.status, refused.body.missing_scope]).toEqual([403, 'cloud-files:read']);

  await world.api.post(`${workbook}/tables/Sales/columns/qty/tags`, { tag: 'pay' });
  await world.api.put(`${workbook}/policies/pay`, { effect: 'mask' });
  const asked = world.fakes.google_drive.requests.length;
  const governed = await api.post(`${workbook}/file-links/${id}/sync`);
  expect([governed.status, governed.body.type]).toEqual([403, '/problems/governed-workbook']);
  expect(world.fakes.google_drive.requests).toHaveLength(asked);
});
