import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findFreePort } from './postgres.js';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** The package has no types. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;

/** The only key pair that s3rver knows, so that the other server is given it too. */
export const loopbackS3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface LoopbackS3 {
  endpoint: string;
  /** The same objects by another address, where signatures are checked. */
  publicEndpoint: string;
  stop(): Promise<void>;
}

/**
 * A real S3 server on loopback, with its objects in a temporary directory: the versitygw that `SVC_TEST_S3_SERVER` names,
 * which checks signatures and conditional writes, or else s3rver.
 */
export async function startLoopbackS3(...buckets: string[]): Promise<LoopbackS3> {
  const program = process.env.SVC_TEST_S3_SERVER;
  return program ? await startVersity(program, buckets) : await startS3rver(buckets);
}

async function startVersity(program: string, buckets: string[]): Promise<LoopbackS3> {
  const directory = await mkdtemp(join(tmpdir(), 'versitygw-'));
  const port = await findFreePort();
  const server = spawn(program, ['--port', `127.0.0.1:${port}`, 'posix', directory], {
    env: {
      ROOT_ACCESS_KEY: loopbackS3Credentials.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: loopbackS3Credentials.AWS_SECRET_ACCESS_KEY,
    },
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    // It has only begun to start.
    maxAttempts: 20,
  });
  for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }));
  return {
    endpoint,
    publicEndpoint: `http://localhost:${port}`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startS3rver(buckets: string[]): Promise<LoopbackS3> {
  const directory = await mkdtemp(join(tmpdir(), 's3rver-'));
  const common = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false };
  const server = new S3rver({
    ...common,
    // It drops the slash of `/bucket/`, which the SDK signs, so requests on a bucket would all be refused.
    allowMismatchedSignatures: true,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const strict = new S3rver(common);
  const { port } = await server.run();
  const { port: publicPort } = await strict.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    publicEndpoint: `http://127.0.0.1:${publicPort}`,
    async stop() {
      await Promise.all([server.close(), strict.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
