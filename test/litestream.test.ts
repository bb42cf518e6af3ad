import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { testSecretKey } from '../server/test-support/databases.js';
import { loopbackS3Credentials, startLoopbackS3 } from '../server/test-support/loopback-s3.js';
import { startService } from './support/service.js';

const isInstalled = spawnSync('litestream', ['version']).status === 0;

test.skipIf(!isInstalled)(
  'a catalog that Litestream copies to S3 is restored with every edit, as the guide says',
  async () => {
    const bucket = await startLoopbackS3('workbooks');
    onTestFinished(() => bucket.stop());
    const folder = await mkdtemp(join(tmpdir(), 'svc-litestream-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
    const env = {
      SVC_BLOB_URL: 's3://workbooks/blobs',
      SVC_S3_ENDPOINT: bucket.endpoint,
      SVC_SECRET_KEY: testSecretKey,
      AWS_REGION: 'us-east-1',
      ...loopbackS3Credentials,
    };
    const service = await startService({ dataDir, env });
    const settings = join(folder, 'litestream.yml');
    const replica = {
      type: 's3',
      bucket: 'workbooks',
      path: 'catalog',
      endpoint: bucket.endpoint,
      region: 'us-east-1',
      'force-path-style': true,
    };
    await writeFile(settings, JSON.stringify({ dbs: [{ path: join(dataDir, 'catalog.db'), replica }] }));
    const options = { env: { PATH: process.env.PATH, ...loopbackS3Credentials } };
    const litestream = spawn('litestream', ['replicate', '-config', settings], {
      ...options,
      stdio: 'ignore',
    });
    onTestFinished(() => void litestream.kill('SIGKILL'));

    const api = await service.signIn();
    const workbook = await api.workbook();
    await api.upload(
      `${workbook}/sources`,
      { name: 'numbers.csv', content: 'n\n0\n' },
      { structuring: 'skip' },
    );
    const rows = `${workbook}/tables/numbers/rows`;
    for (let n = 1; n <= 50; n++)
      expect((await api.post(`${rows}/upsert`, { rows: [{ n }], expected_version: n })).status).toBe(200);
    await service.stop('SIGTERM');
    // It copies what is left before it ends.
    const ended = once(litestream, 'exit');
    litestream.kill('SIGTERM');
    await ended;

    await mkdir(restored);
    const files = [join(restored, 'catalog.db'), join(dataDir, 'catalog.db')];
    // Not synchronously: the bucket is served by this process.
    await promisify(execFile)('litestream', ['restore', '-config', settings, '-o', ...files], options);
    const again = await startService({ dataDir: restored, env });
    expect((await (await again.signIn()).get(rows)).body.total).toBe(51);
  },
);
