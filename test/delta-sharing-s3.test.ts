import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LoopbackS3,
  loopbackS3Credentials,
  startLoopbackS3,
} from '../server/test-support/loopback-s3.js';
import type { Api } from './support/api.js';
import { newDataDir, startService } from './support/service.js';

/** Where blobs are in S3, engines read the files of a shared table there. */
let s3: LoopbackS3;
let dataDir: string;

beforeAll(async () => {
  s3 = await startLoopbackS3('lake');
  dataDir = await newDataDir();
});
afterAll(async () => {
  await s3.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (publicEndpoint: string) =>
  startService({
    dataDir,
    env: {
      SVC_BLOB_URL: 's3://lake/some/blobs',
      SVC_S3_ENDPOINT: s3.endpoint,
      SVC_S3_PUBLIC_ENDPOINT: publicEndpoint,
      ...loopbackS3Credentials,
    },
  });

async function sharedFile(by: Api, table: string): Promise<{ url: string; expirationTimestamp: number }> {
  const { body } = await by.post<string>(`${table}/query`, {});
  return JSON.parse(body.trim().split('\n')[2] as string).file;
}

test('files of a shared table are read from S3 without a token, and through the service where operators say so', async () => {
  const service = await start(s3.publicEndpoint);
  const owner = await service.signIn();
  const api = await owner.mint(['workbooks:write', 'governance:configure']);
  const workbook = await api.workbook('Sales');
  const columns = [
    { name: 'secret', type: 'VARCHAR' },
    { name: 'n', type: 'BIGINT' },
  ];
  await api.post(`${workbook}/tables`, { name: 'sales', columns });
  const rows = [1, 2, 3].map((n) => ({ secret: `secret ${n}`, n }));
  await api.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null });
  await api.post(`${workbook}/tables/sales/columns/secret/tags`, { tag: 'pii' });
  await api.put(`${workbook}/policies/pii`, { effect: 'deny', role: '*' });
  const { workspace_id } = (await api.get(workbook)).body;
  const table = `/sharing/shares/${workspace_id}/schemas/${workbook.split('/').at(-1)}/tables/sales`;

  const { url, expirationTimestamp } = await sharedFile(api, table);
  expect(url).toMatch(`${s3.publicEndpoint}/lake/some/blobs/`);
  const minutes = (expirationTimestamp - Date.now()) / 60_000;
  expect([minutes > 13, minutes <= 15]).toEqual([true, true]);
  const whole = await fetch(url);
  expect(whole.headers.get('content-type')).toBe('application/vnd.apache.parquet');
  expect(whole.headers.get('content-disposition')).toBe('attachment');
  const bytes = await whole.arrayBuffer();
  expect(await rowsOf(bytes)).toEqual([{ n: '1' }, { n: '2' }, { n: '3' }]);
  // Not -4: s3rver takes that for 0 to 4.
  const size = bytes.byteLength;
  const end = await fetch(url, { headers: { range: `bytes=${size - 4}-${size - 1}` } });
  expect([end.status, await end.text()]).toEqual([206, 'PAR1']);

  const forged = url.replace(/X-Amz-Signature=[0-9a-f]{4}/, 'X-Amz-Signature=0bad');
  const longer = url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800');
  for (const tampered of [forged, longer]) expect((await fetch(tampered)).status).toBe(403);

  await service.stop();
  const closed = await start('none');
  const own = await sharedFile(closed.as(api.token as string), table);
  expect(own.url).toMatch(`${closed.url}/sharing/files/`);
  expect((await fetch(own.url)).status).toBe(200);
});

async function rowsOf(bytes: ArrayBuffer): Promise<unknown[]> {
  const path = join(await mkdtemp(join(tmpdir(), 'sharing-')), 'file.parquet');
  await writeFile(path, Buffer.from(bytes));
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll(`from read_parquet('${path}') order by all`);
  return reader.getRowObjectsJson();
}
