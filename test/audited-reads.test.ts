import { expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import { startService, TestService } from './support/service.js';

const env = { SVC_OPEN_REGISTRATION: 'true' };

test('reads of governed tables, refusals and previews are counted in the audit log, without values', async () => {
  const service = await startService({ env });
  const steward = await service.signIn();
  const workbook = await steward.workbook();
  const pay = { name: 'pay.csv', content: 'name,salary\nCanary,70001\n' };
  await steward.upload(`${workbook}/sources`, pay, { structuring: 'skip' });
  await steward.get(`${workbook}/tables/pay/rows`);
  await steward.post(`${workbook}/tables/pay/columns/salary/tags`, { tag: 'pii' });
  await steward.put(`${workbook}/policies/pii`, { effect: 'mask', role: 'viewer' });

  const reader = await steward.mint(['workbooks:read']);
  for (let i = 0; i < 3; i++) await reader.get(`${workbook}/tables/pay/rows`);
  await reader.post(`${workbook}/query`, { sql: 'select name from pay' });
  await reader.get(`${workbook}/tables`);
  await reader.get(`/odata/${workbook.split('/').at(-1)}/pay`);
  const agent = await Agent.connect(reader, { name: 'Ledger bot' });
  await agent.call('query', { workbook_id: workbook.split('/').at(-1), sql: 'select name from pay' });
  await reader.delete(workbook);
  await steward.get(`${workbook}/tables/pay/access?role=viewer`);
  const stranger = { email: 'stranger@example.com', password: 'a long enough password' };
  await service.anonymous.post('/api/auth/register', stranger);
  const login = await service.anonymous.post('/api/auth/login', stranger);
  expect((await service.as(login.body.access_token).get(workbook)).status).toBe(404);

  // The buffered counts are written at the latest when the service stops.
  await service.stop();
  const again = await TestService.start({ env, dataDir: service.dataDir });
  const { body } = await (await again.signIn()).get(`${workbook}/audit-log`);
  const accounts = await (await again.signIn()).get('/api/control/account/audit-log');
  await again.stop();
  expect(body.chain_valid).toBe(true);
  const by = (action: string, credential: RegExp) =>
    body.entries
      .filter(
        (entry: { action: string; credential_id: string }) =>
          entry.action === action && credential.test(entry.credential_id),
      )
      .flatMap(({ detail }: { detail: { requests: object[] } }) => detail.requests);
  const tables = [expect.stringMatching(/^art_/)];
  const reads = by('data.read', /^tok_/) as { operation: string; requests: number }[];
  const counted = (operation: string) =>
    reads.filter((read) => read.operation === operation).reduce((sum, { requests }) => sum + requests, 0);
  const operations = ['readRows', 'query', 'odata.rows', 'listTables'];
  expect(operations.map(counted)).toEqual([3, 1, 1, 0]);
  expect(reads[0]).toMatchObject({ tables });
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      action: 'data.read',
      detail: expect.objectContaining({
        actor: 'Ledger bot',
        requests: [{ operation: 'mcp.query', tables, requests: 1 }],
      }),
    }),
  );
  expect(by('data.read', /^ses_/)).toEqual([]);
  expect(by('access.refused', /^tok_/)).toEqual([{ operation: 'deleteWorkbook', tables: [], requests: 1 }]);
  expect(by('access.refused', /^ses_/)).toEqual([{ operation: 'getWorkbook', tables: [], requests: 1 }]);
  expect(by('access.previewed', /^ses_/)).toEqual([{ operation: 'previewAccess', tables, requests: 1 }]);
  expect(JSON.stringify(body)).not.toContain('70001');
  expect(accounts.body.entries).toContainEqual(
    expect.objectContaining({ action: 'audit.anchor', target: workbook.split('/').at(-1) }),
  );
});
