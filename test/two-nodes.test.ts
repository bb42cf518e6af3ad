import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import {
  type LoopbackS3,
  loopbackS3Credentials,
  startLoopbackS3,
} from '../server/test-support/loopback-s3.js';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

describeDatabase('postgres', 'a deployment', (database) => {
  let bucket: LoopbackS3;
  let nodes: TestService[];

  beforeAll(async () => {
    bucket = await startLoopbackS3('workbooks');
    const { databaseUrl } = await database.fresh();
    const env = {
      SVC_DATABASE_URL: databaseUrl as string,
      SVC_BLOB_URL: 's3://workbooks/blobs',
      SVC_S3_ENDPOINT: bucket.endpoint,
      AWS_REGION: 'us-east-1',
      ...loopbackS3Credentials,
    };
    nodes = [await TestService.start({ env }), await TestService.start({ env })];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await bucket.stop();
  });

  test('fills a slot once, on either node', async () => {
    const [first, second] = nodes as [TestService, TestService];
    const session = await first.signIn();
    const workbook = await session.workbook();
    const { body: slot } = await session.post(`${workbook}/uploads`, { filename: 'a.csv' });
    const path = slot.upload_url.slice(first.url.length);
    const puts = await Promise.all(
      [first, second].map(({ anonymous }, n) => anonymous.send('PUT', path, `x\n${n}\n`)),
    );
    expect(puts.map(({ status }) => status).sort()).toEqual([200, 409]);
    const there = second.as(session.token as string);
    expect((await there.get(`/api/v1/uploads/${slot.id}`)).body).toMatchObject({
      status: 'uploaded',
      size: 4,
    });
    const ingests = await Promise.all(
      [session, there].map((api) => api.post(`/api/v1/uploads/${slot.id}/ingest`)),
    );
    expect(ingests.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('with S3 and two nodes behaves as one service', async () => {
    const [first, second] = nodes as [TestService, TestService];
    const session = await first.signIn();
    const token = (await session.mint(['workbooks:write'])).token as string;
    const here = first.as(token);
    const there = second.as(token);
    const workbook = await here.workbook();
    const content = 'n\n1\n2\n3\n';
    expect((await here.upload(`${workbook}/sources`, { name: 'numbers.csv', content })).status).toBe(201);

    const query = await there.post(`${workbook}/query`, { sql: 'select sum(n) as total from numbers' });
    expect(query.body.rows).toEqual([{ total: 6 }]);
    expect((await here.get(`/api/v1/results/${query.body.id}`)).body.rows).toEqual([{ total: 6 }]);
    const download = await there.get(`${workbook}/sources/numbers.csv/download`);
    expect(new TextDecoder().decode(download.bytes)).toBe(content);

    const [id] = (await session.get('/api/v1/me/tokens')).body.tokens.map(
      (entry: { id: string }) => entry.id,
    );
    await second.as(session.token as string).delete(`/api/v1/me/tokens/${id}`);
    expect((await here.get('/api/v1/me')).status).toBe(401);
  });

  test('ends keys at once on the other node when their workspace or account is deleted', async () => {
    const [first, second] = nodes as [TestService, TestService];
    const session = await first.signIn();
    const there = second.as(session.token as string);
    const { body: account } = await session.post('/api/control/accounts', { name: 'Trial' });
    const account_id = account.id;
    const { body: workspace } = await session.post('/api/control/workspaces', { name: 'W', account_id });
    const key = async (more: object) =>
      (await session.post('/api/control/account/keys', { account_id, scopes: ['workspaces:read'], ...more }))
        .body.key;
    const [pinned, wide] = [await key({ workspace_id: workspace.id }), await key({})];
    const works = (secret: string) =>
      Promise.all(nodes.map(async (node) => (await node.as(secret).get('/api/v1/me')).status));
    expect([await works(pinned), await works(wide)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect((await there.delete(`/api/control/workspaces/${workspace.id}`)).status).toBe(204);
    expect([await works(pinned), await works(wide)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    const { status, body } = await session.post('/api/control/account/delete', {
      account_id,
      confirm: 'Trial',
    });
    expect([status, body]).toMatchObject([200, { workspaces: 0, credentials: 1 }]);
    expect(await works(wide)).toEqual([401, 401]);
  });

  test('lets exactly one of the writers on both nodes write each version, and both nodes read the same', async () => {
    const token = (await (nodes[0] as TestService).signIn()).token as string;
    const [here, there] = nodes.map((node) => node.as(token)) as [Api, Api];
    const workbook = await here.workbook();
    await here.post(`${workbook}/tables`, { name: 'race', columns: [{ name: 'winner' }] });
    for (let version = 1; version <= 10; version++) {
      const answers = await Promise.all(
        [here, there, here, there].map((api, i) =>
          api.post(`${workbook}/tables/race/rows/upsert`, {
            rows: [{ winner: `writer ${i}` }],
            expected_version: version,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    }
    const [a, b] = await Promise.all([here, there].map((api) => api.get(`${workbook}/tables/race/rows`)));
    expect(a?.body).toMatchObject({ total: 10, edit_version: 11 });
    expect(b?.body.rows).toEqual(a?.body.rows);
  });
});
