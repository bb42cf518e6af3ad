import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loopbackS3Credentials } from '../../test-support/loopback-s3.js';
import { openBlobStore } from './open-blob-store.js';

beforeAll(() => {
  for (const [name, value] of Object.entries(loopbackS3Credentials)) vi.stubEnv(name, value);
});
afterAll(() => vi.unstubAllEnvs());

/** The operation of a request, among those of a multipart upload. */
function operationOf({ method, url = '' }: IncomingMessage): string {
  if (method === 'HEAD') return 'stat';
  if (method === 'POST') return url.includes('uploads') ? 'create' : 'complete';
  return method === 'PUT' ? 'part' : 'abort';
}

/** An S3 server that refuses one operation, and the operations requested from it. */
async function serverRefusing(refused: string): Promise<{ endpoint: string; requested: string[] }> {
  const requested: string[] = [];
  const server = createServer(async (request, response) => {
    const operation = operationOf(request);
    requested.push(operation);
    for await (const _ of request);
    if (operation === refused) response.writeHead(400).end('<Error><Code>InvalidRequest</Code></Error>');
    else if (operation === 'stat') response.writeHead(404).end();
    else if (operation === 'create')
      response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
    else if (operation === 'part') response.writeHead(200, { etag: '"tag"' }).end();
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

test.each(['part', 'complete'])(
  'an upload whose %s is refused fails, and leaves no parts',
  async (refused) => {
    const home = await mkdtemp(join(tmpdir(), 's3-upload-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const { endpoint, requested } = await serverRefusing(refused);
    const store = await openBlobStore({
      blobUrl: 's3://blobs',
      s3Endpoint: endpoint,
      dataDir: home,
      cacheDir: home,
    });
    const bytes = (async function* () {
      yield Buffer.alloc(12 * 1024 * 1024);
    })();
    await expect(store.put(bytes)).rejects.toMatchObject({ name: 'InvalidRequest' });
    expect(requested.slice(0, 2)).toEqual(['stat', 'create']);
    expect(requested).toContain('abort');
  },
);
