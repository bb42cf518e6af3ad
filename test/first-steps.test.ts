import { afterAll, beforeAll, expect, test } from 'vitest';
import { owner, TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.dispose());

test('a new user can sign in, upload, query and export, and finds everything after a restart', async () => {
  const session = await service.signIn();
  const api = await session.mint(['workbooks:write']);
  const workbook = await api.workbook('Sales');

  const csv = 'day,region,qty\n2026-01-05,North,3\n2026-01-06,South,4\n2026-01-07,North,5\n';
  const upload = await api.upload(
    `${workbook}/sources`,
    { name: 'sales.csv', content: csv },
    { structuring: 'skip' },
  );
  expect(upload.status).toBe(201);
  expect(upload.body).toMatchObject({ structuring: 'skipped', artifacts: [{ name: 'sales', row_count: 3 }] });

  const rows = await api.get(`${workbook}/tables/sales/rows?limit=1`);
  expect(rows.body.rows).toEqual([{ day: '2026-01-05', region: 'North', qty: 3, __svc_row_id: 1 }]);
  expect(rows.headers.get('etag')).toBe('"1"');

  const sql = 'select region, sum(qty) as total from sales group by region order by region';
  const query = await api.post(`${workbook}/query`, { sql, limit: 1 });
  expect(query.body).toMatchObject({ row_count: 2, truncated: true, rows: [{ region: 'North', total: 8 }] });
  const page = await api.get(`/api/v1/results/${query.body.id}?offset=1`);
  expect(page.body.rows).toEqual([{ region: 'South', total: 4 }]);

  const exported = await api.post(`${workbook}/export`, { format: 'csv', include_row_ids: false });
  expect(exported.body).toBe(csv.replaceAll('\n', '\r\n'));

  expect(await service.stop('SIGTERM')).toBe(0);
  service = await TestService.start({ dataDir: service.dataDir });
  const again = service.as(api.token as string);
  expect((await again.get(`${workbook}/tables/sales/rows`)).body.total).toBe(3);
  expect((await again.get(`/api/v1/results/${query.body.id}`)).body.rows).toHaveLength(2);
  const download = await again.get(`${workbook}/sources/sales.csv/download`);
  expect(new TextDecoder().decode(download.bytes)).toBe(csv);
});

test('without a configured owner the first start prints a password once', async () => {
  const fresh = await TestService.start({ env: { SVC_ADMIN_EMAIL: '', SVC_ADMIN_PASSWORD: '' } });
  try {
    const [, email, password] = /sign in as (\S+) with the password (\S+)/.exec(fresh.output()) ?? [];
    expect((await fresh.anonymous.post('/api/auth/login', { email, password })).status).toBe(200);
    expect((await fresh.anonymous.post('/api/auth/login', owner)).status).toBe(401);
  } finally {
    await fresh.dispose();
  }
});
