import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { InProcessService } from '../../test-support/in-process-service.js';
import { type LoopbackS3, loopbackS3Credentials, startLoopbackS3 } from '../../test-support/loopback-s3.js';
import { fileAddresses } from './file-addresses.js';

let s3: LoopbackS3;
let host: InProcessService;
beforeAll(async () => {
  for (const [name, value] of Object.entries(loopbackS3Credentials)) vi.stubEnv(name, value);
  s3 = await startLoopbackS3('blobs');
  host = await InProcessService.start(undefined, {
    SVC_BLOB_URL: 's3://blobs',
    SVC_S3_ENDPOINT: s3.endpoint,
    SVC_S3_PUBLIC_ENDPOINT: s3.publicEndpoint,
  });
});
afterAll(async () => {
  await host.dispose();
  await s3.stop();
  vi.unstubAllEnvs();
});

test('addresses in S3 end after a quarter of an hour, and with the credential', async () => {
  const minutesOfOneWhoseTokenEndsIn = async (minutes: number) => {
    const { service, caller } = host;
    const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString();
    const asked = { ...caller, credential: { ...caller.credential, expiresAt } };
    const { expireAt } = await fileAddresses({ service, caller: asked, root: 'http://here' });
    expect(expireAt).toBeLessThanOrEqual(Date.parse(expiresAt));
    return Math.round((expireAt - Date.now()) / 60_000);
  };
  expect(await minutesOfOneWhoseTokenEndsIn(60)).toBe(15);
  expect(await minutesOfOneWhoseTokenEndsIn(5)).toBe(5);
});
