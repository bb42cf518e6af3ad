import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { book, csvOf } from './support/files.js';
import { freePort } from './support/free-port.js';
import { CalledService, startService } from './support/service.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

const slotOf = async (workbook: string, body: object = {}) =>
  (await api.post(`${workbook}/uploads`, { filename: 'sales.csv', structuring: 'skip', ...body })).body;

/** Uploads bytes with nothing but the URL. */
async function put(uploadUrl: string, content: string | Uint8Array, headers: Record<string, string> = {}) {
  const path = uploadUrl.slice(service.url.length);
  return await service.anonymous.send('PUT', path, content, headers);
}

const ingest = (id: string, body: object = {}, headers = {}) =>
  api.post(`/api/v1/uploads/${id}/ingest`, body, headers);

const csv = 'region,qty\nNorth,3\nSouth,4\n';

test('a slot is created, filled without a credential, and ingested', async () => {
  const workbook = await api.workbook();
  const made = await api.post(`${workbook}/uploads`, { filename: 'sales.csv', structuring: 'skip' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    id: expect.stringMatching(/^upl_/),
    status: 'pending',
    filename: 'sales.csv',
    mode: 'auto',
    structuring: 'skip',
    size: null,
  });
  const { id, upload_url } = made.body;
  expect(upload_url).toMatch(`${service.url}/api/v1/uploads/${id}?expires=`);
  const minutes = (Date.parse(made.body.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15);
  expect((await api.get(`/api/v1/uploads/${id}`)).body).toEqual(made.body);

  const sent = await put(upload_url, csv);
  expect(sent.status).toBe(200);
  expect(sent.body).toMatchObject({ id, status: 'uploaded', size: csv.length });
  const uploaded = (await api.get(`/api/v1/uploads/${id}`)).body;
  expect(uploaded).toMatchObject({ status: 'uploaded', size: csv.length, sha256: sent.body.sha256 });
  expect(uploaded).not.toHaveProperty('upload_url');

  const ingested = await ingest(id);
  expect(ingested.status).toBe(201);
  expect(ingested.body).toMatchObject({
    structuring: 'skipped',
    source: { name: 'sales.csv', sha256: sent.body.sha256 },
    artifacts: [{ name: 'sales', row_count: 2 }],
  });
  expect((await api.get(`/api/v1/uploads/${id}`)).body.status).toBe('ingested');
});

test.each(['text/csv', 'application/json', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
  'bytes with the content type %s are stored unchanged',
  async (contentType) => {
    const { upload_url } = await slotOf(await api.workbook());
    const { status, body } = await put(upload_url, csv, { 'content-type': contentType });
    expect([status, body.size]).toEqual([200, csv.length]);
  },
);

test('a spreadsheet is stored byte for byte', async () => {
  const workbook = await api.workbook();
  const bytes = book('xlsx', { S: [['a'], [1]] });
  const { id, upload_url } = await slotOf(workbook, { filename: 'a.xlsx' });
  await put(upload_url, bytes);
  await ingest(id);
  const download = await api.get(`${workbook}/sources/a.xlsx/download`);
  expect(Buffer.from(download.bytes).equals(bytes)).toBe(true);
});

test('a staged slot only stores the bytes, and an asynchronous ingest is a job', async () => {
  const workbook = await api.workbook();
  const staged = await slotOf(workbook, { mode: 'staged' });
  await put(staged.upload_url, csv);
  expect((await ingest(staged.id, { async: true })).status).toBe(422);
  expect((await ingest(staged.id)).body).toMatchObject({ source: { status: 'registered' }, artifacts: [] });

  const later = await slotOf(workbook, { filename: 'later.csv' });
  await put(later.upload_url, 'x\n1\n');
  const accepted = await ingest(later.id, { async: true });
  expect(accepted.status).toBe(202);
  const job = await eventually(async () => {
    const { body } = await api.get(`/api/v1/jobs/${accepted.body.job_id}`);
    return body.status === 'succeeded' ? body : undefined;
  });
  expect(job.result.artifacts).toMatchObject([{ name: 'later' }]);
  expect((await ingest(later.id)).status).toBe(409);
});

test('each step succeeds once, in order', async () => {
  const { id, upload_url } = await slotOf(await api.workbook());
  const early = await ingest(id);
  expect([early.status, early.body.upload_status]).toEqual([409, 'pending']);
  await put(upload_url, csv);
  const twice = await put(upload_url, 'other\n1\n');
  expect([twice.status, twice.body.upload_status]).toEqual([409, 'uploaded']);
  expect((await ingest(id)).status).toBe(201);
  const replayed = await put(upload_url, csv);
  expect([replayed.status, replayed.body.upload_status]).toEqual([409, 'ingested']);
  expect((await ingest(id)).status).toBe(409);
});

test('only one of many concurrent requests fills the slot, and only one ingests it', async () => {
  const workbook = await api.workbook();
  const { id, upload_url } = await slotOf(workbook);
  const puts = await Promise.all([1, 2, 3, 4].map((n) => put(upload_url, `x\n${n}\n`)));
  expect(puts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const ingests = await Promise.all([1, 2, 3, 4].map(() => ingest(id)));
  expect(ingests.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect((await api.get(`${workbook}/sources`)).body.sources).toHaveLength(1);
});

test('a repeated key returns the same answer, and an unreadable file leaves the slot unchanged', async () => {
  const workbook = await api.workbook();
  const { id, upload_url } = await slotOf(workbook);
  await put(upload_url, csv);
  const first = await ingest(id, {}, { 'idempotency-key': 'once' });
  const again = await ingest(id, {}, { 'idempotency-key': 'once' });
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect(again.body).toEqual(first.body);

  const broken = await slotOf(workbook, { filename: 'broken.xlsx' });
  await put(broken.upload_url, Buffer.from('PK\x03\x04rubbish'));
  expect((await ingest(broken.id)).status).toBe(422);
  expect((await api.get(`/api/v1/uploads/${broken.id}`)).body.status).toBe('uploaded');
});

test('a wrong signature, another slot and an unknown slot get the same answer', async () => {
  const workbook = await api.workbook();
  const [one, other] = [await slotOf(workbook), await slotOf(workbook)];
  const url = new URL(one.upload_url);
  const changed = (name: string, value: string) => {
    const copy = new URL(url);
    copy.searchParams.set(name, value);
    return copy.href;
  };
  const refused = await Promise.all([
    put(changed('sig', 'A'.repeat(43)), csv),
    put(changed('sig', ''), csv),
    put(changed('expires', String(Number(url.searchParams.get('expires')) + 1)), csv),
    put(changed('expires', '1'), csv),
    put(one.upload_url.replace(one.id, other.id), csv),
    put(one.upload_url.replace(one.id, 'upl_0'), csv),
  ]);
  const answers = refused.map(({ status, body: { request_id, ...rest } }) => ({ status, ...rest }));
  expect(answers[0]).toMatchObject({ status: 403, type: '/problems/wrong-signature' });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect((await api.get(`/api/v1/uploads/${one.id}`)).body.status).toBe('pending');

  // A slot of a deleted workbook is treated as unknown.
  const doomed = await slotOf(await session.workbook());
  await session.delete(`/api/v1/workbooks/${doomed.workbook_id}`);
  expect((await put(doomed.upload_url, csv)).body.type).toBe('/problems/wrong-signature');
});

test('a URL without a signature is not valid', async () => {
  const { id } = await slotOf(await api.workbook());
  expect((await put(`${service.url}/api/v1/uploads/${id}`, csv)).status).toBe(422);
});

test('readers do not see the upload URL, and callers without access to the workbook see nothing', async () => {
  const workbook = await api.workbook();
  const { id } = await slotOf(workbook);
  const reader = await session.mint(['workbooks:read']);
  const seen = await reader.get(`/api/v1/uploads/${id}`);
  expect(seen.body.status).toBe('pending');
  expect(seen.body).not.toHaveProperty('upload_url');
  expect((await reader.post(`/api/v1/uploads/${id}/ingest`)).status).toBe(403);

  const other = (await api.workbook()).split('/').at(-1);
  const stranger = await session.mint(['workbooks:write'], { resource: `workbook:${other}` });
  const missing = await stranger.get('/api/v1/uploads/upl_0');
  const unreached = await stranger.get(`/api/v1/uploads/${id}`);
  expect([missing.status, unreached.status]).toEqual([404, 404]);
  expect(unreached.body.detail.replace(id, 'upl_0')).toBe(missing.body.detail);
  expect((await stranger.post(`/api/v1/uploads/${id}/ingest`)).status).toBe(404);
  expect((await service.anonymous.get(`/api/v1/uploads/${id}`)).status).toBe(401);
});

test('a slot requires a filename and refuses unknown fields', async () => {
  const workbook = await api.workbook();
  expect((await api.post(`${workbook}/uploads`, {})).status).toBe(422);
  expect((await api.post(`${workbook}/uploads`, { filename: '' })).status).toBe(422);
  expect((await api.post(`${workbook}/uploads`, { filename: 'a', mode: 'fast' })).status).toBe(422);
  expect((await api.post(`${workbook}/uploads`, { filename: 'a', size: 1 })).status).toBe(422);
  expect((await slotOf(workbook, { filename: '../../etc/a.csv' })).filename).toBe('a.csv');
});

test('a file above the limit is refused while it streams in, and the slot still accepts a smaller one', async () => {
  const small = await startService({ env: { SVC_MAX_UPLOAD_MB: '1' } });
  const owner = await small.signIn();
  const { body } = await owner.post(`${await owner.workbook()}/uploads`, { filename: 'a.csv' });
  const path = body.upload_url.slice(small.url.length);
  const big = await small.anonymous.send(
    'PUT',
    path,
    csvOf('x', 200_000, (row) => `${row} and some text`),
  );
  expect([big.status, big.body.type]).toEqual([413, '/problems/too-large']);
  expect((await small.anonymous.send('PUT', path, csv)).status).toBe(200);
});

test('the URL has the public address of the service', async () => {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const known = await startService({ env: { PORT: String(port), SVC_PUBLIC_URL: publicUrl } });
  const writer = await (await known.signIn()).mint(['workbooks:write']);
  const { body: slot } = await writer.post(`${await writer.workbook()}/uploads`, { filename: 'a.csv' });
  expect(slot.upload_url).toMatch(new RegExp(`^${publicUrl}/api/v1/uploads/upl_`));
});

test('an aborted upload leaves the slot open', async () => {
  const { id, upload_url } = await slotOf(await api.workbook());
  const controller = new AbortController();
  const endless = new ReadableStream({
    pull: async (stream) => {
      stream.enqueue(Buffer.from('x\n'));
      await pause(5);
    },
  });
  const init = { method: 'PUT', body: endless, duplex: 'half', signal: controller.signal };
  const sending = fetch(upload_url, init as RequestInit).catch(() => undefined);
  await pause(100);
  controller.abort();
  await sending;
  expect((await api.get(`/api/v1/uploads/${id}`)).body.status).toBe('pending');
  expect((await put(upload_url, csv)).status).toBe(200);
});
