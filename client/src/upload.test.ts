import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { json, problem, scriptedFetch } from '../test-support/scripted-fetch.js';
import { createClient } from './client.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const large = new File([new Uint8Array(5_000_000)], 'large.xlsx');
const upload_url = 'https://data.example.com/api/v1/uploads/upl_1?expires=9&sig=abc';
const slot = () => json({ id: 'upl_1', upload_url }, { status: 201 });
const accepted = () => json({ job_id: 'job_1' }, { status: 202 });
const done = () => json({ id: 'job_1', status: 'succeeded', progress: null, result: 'the answer' });

async function uploadThrough(...answers: (Response | Error)[]) {
  const { fetch, requests } = scriptedFetch(...answers);
  const call = createClient({ url: 'https://data.example.com', token: 't', fetch })
    .workbook('wb_1')
    .upload(large);
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return { result: await call, requests };
}

const calls = (requests: Request[]) =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

test('a slot that has its bytes gets them no second time, though its answer was lost', async () => {
  const taken = json({ status: 'uploaded', size: large.size });
  const { result, requests } = await uploadThrough(slot(), new TypeError('lost'), taken, accepted(), done());
  expect(result).toBe('the answer');
  expect(calls(requests)).toEqual([
    'POST /api/v1/workbooks/wb_1/uploads',
    'PUT /api/v1/uploads/upl_1',
    'GET /api/v1/uploads/upl_1',
    'POST /api/v1/uploads/upl_1/ingest',
    'GET /api/v1/jobs/job_1',
  ]);
  expect(requests[1]?.headers.get('authorization')).toBeNull();
});

test('a slot without its bytes gets them again', async () => {
  const received = json({ size: large.size });
  const waiting = json({ status: 'pending', size: null });
  const busy = problem('busy', 503);
  const { requests } = await uploadThrough(slot(), busy, waiting, received, accepted(), done());
  expect(calls(requests).filter((call) => call.startsWith('PUT'))).toHaveLength(2);
});

test('a file without a name is refused before anything is sent', async () => {
  const upload = createClient({ url: 'https://data.example.com' })
    .workbook('wb_1')
    .upload(new Blob(['a']));
  await expect(upload).rejects.toThrow('Name the file');
});
