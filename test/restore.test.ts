import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CopyObjectCommand, DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { describeDatabase, testSecretKey } from '../server/test-support/databases.js';
import { loopbackS3Credentials, startLoopbackS3 } from '../server/test-support/loopback-s3.js';
import { onDemand } from '../server/test-support/on-demand.js';
import { startService } from './support/service.js';

/** A copy of the database as it is at this moment, as recovery to a point in time yields one. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const [source, copy] = [from, to].map((url) => new URL(url).pathname.slice(1));
  const client = new pg.Client({ connectionString: await onDemand('postgresUrl') });
  await client.connect();
  try {
    await client.query(`drop database ${copy}`);
    await client.query(`create database ${copy} template ${source}`);
  } finally {
    await client.end();
  }
}

/** As the sweeper does with blobs that nothing refers to any more. */
async function moveBlobsToTrash(endpoint: string): Promise<number> {
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  const Bucket = 'workbooks';
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'blobs/' }));
  const blobs = Contents.map(({ Key = '' }) => Key).filter((key) => /\/[0-9a-f]{64}$/.test(key));
  for (const Key of blobs) {
    const trash = Key.replace('blobs/', 'blobs/trash/');
    await client.send(new CopyObjectCommand({ Bucket, Key: trash, CopySource: `${Bucket}/${Key}` }));
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  }
  return blobs.length;
}

describeDatabase('postgres', 'recovery to a point in time', (database) => {
  test('shows the state of that moment beside the bucket of today', async () => {
    const bucket = await startLoopbackS3('workbooks');
    onTestFinished(() => bucket.stop());
    const today = (await database.fresh()).databaseUrl as string;
    const { databaseUrl: copy, dataDir } = await database.empty();
    const env = {
      SVC_BLOB_URL: 's3://workbooks/blobs',
      SVC_S3_ENDPOINT: bucket.endpoint,
      AWS_REGION: 'us-east-1',
      ...loopbackS3Credentials,
    };
    const before = await startService({ env: { ...env, SVC_DATABASE_URL: today } });
    const api = await before.signIn();
    const workbook = await api.workbook();
    const stock = { name: 'stock.csv', content: 'item,qty\ntea,1\njam,2\n' };
    await api.upload(`${workbook}/sources`, stock, { structuring: 'skip' });
    const write = (qty: number) =>
      api.post(`${workbook}/tables/stock/rows/upsert`, {
        rows: [{ __svc_row_id: 1, qty }],
        expected_version: null,
      });
    await write(10);
    // The server copies a database only while nobody is connected to it.
    await before.stop();
    await copyDatabase(today, copy as string);

    const after = await startService({ env: { ...env, SVC_DATABASE_URL: today }, dataDir: before.dataDir });
    const later = await after.signIn();
    expect((await later.delete(workbook)).status).toBe(204);
    await after.stop();
    const blobs = await moveBlobsToTrash(bucket.endpoint);

    const restored = { ...env, SVC_DATABASE_URL: copy as string };
    // Fails unless it ends with 0. The S3 server runs in this process, so that nothing may block it.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['server/dist/verify-data.js', '--restore'],
      {
        env: {
          PATH: process.env.PATH,
          SVC_DATA_DIR: dataDir,
          SVC_SECRET_KEY: testSecretKey,
          ...restored,
        },
      },
    );
    expect(stdout).toContain(`${blobs} blobs checked: 0 damaged, 0 missing, ${blobs} restored.`);
    const service = await startService({ env: restored });
    const reader = await service.signIn();
    const { body } = await reader.get(`${workbook}/tables/stock/rows`);
    expect(body.rows).toMatchObject([
      { item: 'tea', qty: 10 },
      { item: 'jam', qty: 2 },
    ]);
    const download = await reader.get<string>(`${workbook}/sources/stock.csv/download`);
    expect(download.body).toBe(stock.content);
    expect((await reader.get(`${workbook}/audit-log`)).body.chain_valid).toBe(true);
    const row = { rows: [{ item: 'fig', qty: 3 }], expected_version: null };
    expect((await reader.post(`${workbook}/tables/stock/rows/upsert`, row)).status).toBe(200);
  });
});
