import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import {
  type LoopbackS3,
  loopbackS3Credentials,
  startLoopbackS3,
} from '../server/test-support/loopback-s3.js';
import type { Api } from './support/api.js';
import { App, signedInBrowser } from './support/app.js';
import { EventStream } from './support/event-stream.js';
import { TestService } from './support/service.js';

describeDatabase('postgres', 'a deployment', (database) => {
  let bucket: LoopbackS3;
  let nodes: TestService[];
  let databaseUrl: string;

  beforeAll(async () => {
    bucket = await startLoopbackS3('workbooks');
    databaseUrl = (await database.fresh()).databaseUrl as string;
    const env = {
      SVC_DATABASE_URL: databaseUrl,
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

  test('shows nothing more by a link that was ended on the other node', async () => {
    const [first, second] = nodes as [TestService, TestService];
    const session = await first.signIn();
    const sheet = `${await session.workbook()}/sheets/Report`;
    await session.put(sheet, { spec: { blocks: [{ kind: 'heading', text: 'Shared' }] } });
    const { body } = await session.post(`${sheet}/links`);
    const there = second.url + new URL(body.url).pathname;
    expect(await (await fetch(there)).text()).toContain('Shared');
    await session.delete(`${sheet}/links/${body.id}`);
    expect((await fetch(there)).status).toBe(404);
  });

  test('lets an app in on one node whose code is redeemed on the other, once, and ends it on both', async () => {
    const [first, second] = nodes as [TestService, TestService];
    const session = await first.signIn();
    const app = await App.register(first.url);
    const decision = { scopes: ['workbooks:read'], resource: 'account' };
    const letIn = async () => {
      const browser = await signedInBrowser(first);
      return (await app.answerOf(browser, decision, { resource: first.url })).searchParams.get('code');
    };
    const redeemed = await app.at(second.url).redeem(await letIn());
    const tokens = (await redeemed.json()) as { access_token: string };
    for (const node of [first, second])
      expect((await node.as(tokens.access_token).get('/api/v1/me')).status).toBe(200);
    const [grant] = (await session.get('/api/v1/me/grants')).body.grants;
    await second.as(session.token as string).delete(`/api/v1/me/grants/${grant.id}`);
    for (const node of [first, second])
      expect((await node.as(tokens.access_token).get('/api/v1/me')).status).toBe(401);

    const code = await letIn();
    const answers = await Promise.all([first, second].map(({ url }) => app.at(url).redeem(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await session.get('/api/v1/me/grants')).body.grants[0]).toMatchObject({ ended_by: 'reuse' });
  });

  test('tells on one node who is where on the other', async () => {
    const [first, second] = nodes as [TestService, TestService];
    const session = await first.signIn();
    const there = second.as(session.token as string);
    const workbook = await session.workbook();
    await session.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'a' }] });
    const stream = await EventStream.during(there, workbook, undefined, '?presence=there');
    await session.post(`${workbook}/presence`, { session: 'here', table: 't' });
    expect(await stream.next()).toMatchObject([{ row_id: null }]);
    await session.post(`${workbook}/presence`, { session: 'here', table: null });
    expect(await stream.next()).toEqual([]);
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

  test('goes on working while and after a newer release upgrades the database', async () => {
    const token = (await (nodes[0] as TestService).signIn()).token as string;
    const [here, there] = nodes.map((node) => node.as(token)) as [Api, Api];
    const workbook = await here.workbook();
    await here.post(`${workbook}/tables`, { name: 'log', columns: [{ name: 'n', type: 'INTEGER' }] });
    const write = (api: Api, n: number) =>
      api.post(`${workbook}/tables/log/rows/upsert`, { rows: [{ n }], expected_version: null });
    const statuses = new Set<number>();
    let isUpgraded = false;
    const upgrading = upgrade(databaseUrl).then(() => {
      isUpgraded = true;
    });
    let written = 0;
    while (!isUpgraded || written < 4) {
      const n = ++written;
      statuses.add((await write(n % 2 ? here : there, n)).status);
    }
    await upgrading;
    expect([...statuses]).toEqual([200]);

    const { body: last } = await write(here, 0);
    expect((await there.post(`${workbook}/ops/${last.op_id}/undo`, {})).status).toBe(200);
    expect((await here.get(`${workbook}/tables/log/rows`)).body.total).toBe(written);
    const file = { name: 'later.csv', content: 'n\n1\n' };
    expect((await there.upload(`${workbook}/sources`, file)).status).toBe(201);
    const { body } = await here.post(`${workbook}/query`, { sql: 'select n from later' });
    expect(body.rows).toEqual([{ n: 1 }]);
    expect((await there.get(`${workbook}/audit-log`)).body.chain_valid).toBe(true);
  });
});

/** As much as the migrations of one release may do to the nodes of the one before: columns, empty or with a default. */
async function upgrade(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    for (const { tablename } of rows) {
      if (tablename.startsWith('kysely_')) continue;
      await client.query(
        `alter table ${tablename} add column may_be_empty text, add column has_default integer not null default 0`,
      );
    }
    await client.query("insert into kysely_migration values ('9999-of-the-next-release', '2099-01-01')");
  } finally {
    await client.end();
  }
}
