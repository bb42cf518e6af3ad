import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeDatabase, type TestDatabase, testSecretKey } from '../../../test-support/databases.js';
import {
  type LoopbackS3,
  loopbackS3Credentials,
  startLoopbackS3,
} from '../../../test-support/loopback-s3.js';
// Its compiled code runs in the processes that are killed.
import '../../process/sandboxed-process.js';

/** Files of a few rows, which are written anew once a tenth of these is edited. */
const segmentSizes = { file: 1500, whole: 0, editedShare: 1 / 10 };
const ROWS = 800;
/** Set SVC_TEST_STEPS to be killed at each step. */
const STRIDE = process.env.SVC_TEST_STEPS ? 1 : 11;

interface Look {
  versions: Record<string, string>;
  tails: number[];
  files: { rows: number; edits: number };
  findings: unknown[];
}

type Env = Record<string, string | undefined>;

describeDatabase('sqlite', 'a table in several files in a directory', (database) => {
  survivesKills(database, {});
});

describe('with an S3 server', () => {
  let bucket: LoopbackS3;
  const env: Env = {
    SVC_BLOB_URL: 's3://workbooks/blobs',
    AWS_REGION: 'us-east-1',
    ...loopbackS3Credentials,
  };
  beforeAll(async () => {
    bucket = await startLoopbackS3('workbooks');
    env.SVC_S3_ENDPOINT = bucket.endpoint;
  });
  afterAll(() => bucket.stop());

  describeDatabase('postgres', 'a table in several files', (database) => survivesKills(database, env));
});

function survivesKills(database: TestDatabase, storeEnv: Env): void {
  test('is all there or not at all, whenever its process is killed', async () => {
    const { dataDir, databaseUrl } = await database.fresh();
    const deployment = new Deployment({
      SVC_DATA_DIR: dataDir,
      SVC_ENGINE_PROCESSES: '1',
      ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl, SVC_SECRET_KEY: testSecretKey }),
      ...storeEnv,
    });
    onTestFinished(() => deployment.stop());
    const workbookId = await deployment.run<string>('createWorkbook');
    const look = () => deployment.run<Look>('look', { workbookId });
    const upsert = (rows: object[]) => deployment.run('upsert', { workbookId, rows });

    const lines = Array.from({ length: ROWS }, (_, n) => `${n * 7919},text ${(n * 31) % 977}`);
    const content = ['n,text', ...lines].join('\n');
    await deployment.killAlong('upload', { workbookId, content }, async () => {
      const { versions, findings } = await look();
      expect(findings).toEqual([]);
      const [page] = Object.values(versions);
      if (page !== undefined) expect(JSON.parse(page)).toHaveLength(ROWS);
      return page !== undefined;
    });
    const uploaded = await look();
    expect(Object.keys(uploaded.versions)).toEqual(['stock@1']);
    expect(uploaded.files.rows).toBeGreaterThan(3);

    const survivesCompaction = async () => {
      const before = await look();
      await deployment.killAlong('compact', {}, async () => {
        const { versions, findings, tails } = await look();
        expect({ versions, findings }).toEqual({ versions: before.versions, findings: [] });
        return tails[0] === 0;
      });
      expect(await look()).toMatchObject({ versions: before.versions, tails: [0], findings: [] });
    };
    await upsert([5, 300, 700].map((id) => ({ __svc_row_id: id, n: -id })));
    await deployment.run('remove', { workbookId, rowIds: [17, 450] });
    await survivesCompaction();
    expect((await look()).files.edits).toBe(1);

    // All of the first file, and new rows at the end.
    await upsert(Array.from({ length: 100 }, (_, i) => ({ __svc_row_id: i + 20, text: `edited ${i}` })));
    await upsert([{ n: 1, text: 'new' }]);
    await survivesCompaction();

    const kept = await look();
    await deployment.run('sweep');
    expect(await look()).toEqual(kept);
  });
}

/** One service after the other on the same data, each of which ends when it is killed. */
class Deployment {
  #child: ChildProcess | undefined;

  constructor(private readonly env: Env) {}

  async run<Result>(work: string, given: object = {}): Promise<Result> {
    const answer = await this.#ask<Result>({ work, given });
    if (!answer) throw new Error(`the service ended during ${work}`);
    return answer.result;
  }

  /** Does some work that is killed at a step of it, each time at a later one, until it gets through or is found done. */
  async killAlong(work: string, given: object, isDone: () => Promise<boolean>): Promise<void> {
    for (let diesAt = 1; ; diesAt += STRIDE) {
      const isThrough = (await this.#ask({ work, given, diesAt })) !== undefined;
      if ((await isDone()) || isThrough) return;
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Undefined if the service was killed before it answered. */
  async #ask<Result>(message: object): Promise<{ result: Result } | undefined> {
    this.#child ??= await this.#start();
    const child = this.#child;
    const answer = new Promise<{ result: Result } | undefined>((resolve, reject) => {
      child.once('message', resolve as (answer: unknown) => void);
      child.once('exit', (code, signal) => {
        this.#child = undefined;
        if (signal === 'SIGKILL') resolve(undefined);
        else reject(new Error(`the service ended with ${code}`));
      });
    });
    child.send(message);
    return await answer.finally(() => child.removeAllListeners());
  }

  async #start(): Promise<ChildProcess> {
    const script = fileURLToPath(new URL('../../../test-support/mortal-service.mjs', import.meta.url));
    // Without the conditions of the test runner, by which the other workspaces are their sources.
    const child = fork(script, [JSON.stringify({ env: this.env, segmentSizes })], {
      execArgv: [],
      // Credentials of the bucket are read from the environment alone.
      env: { ...process.env, ...this.env },
    });
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the service did not start and ended with ${code}`)));
    });
    return child;
  }
}
