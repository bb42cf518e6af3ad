import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent, type Era } from './support/agent.js';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let workbook_id: string;

beforeAll(async () => {
  service = await TestService.start();
  owner = await service.writer();
  workbook_id = (await owner.workbook('Long')).split('/').at(-1) as string;
});
afterAll(() => service.dispose());

/** As many as an account may run at the same time in one process. */
const CALLS = 6;
const endless = 'select count(*) from range(100000000000) a(n) where n % 7 = 3';

test.each<Era>(['auto', 'legacy'])(
  'a long call tells that it runs, and ends when it is cancelled (%s)',
  async (era) => {
    const { client } = await Agent.connect(owner, { era });
    const controller = new AbortController();
    const { signal } = controller;
    const told = new Promise((onprogress) => {
      const call = { name: 'query', arguments: { workbook_id, sql: endless } };
      for (let i = 0; i < CALLS; i++) client.callTool(call, { onprogress, signal }).catch(() => undefined);
    });
    expect(await told).toMatchObject({
      progress: expect.any(Number),
      message: expect.stringMatching(/^query: \d+ s$/),
    });
    controller.abort();
    // It would wait in vain for a turn if the others still ran.
    const next = await client.callTool({ name: 'query', arguments: { workbook_id, sql: 'select 1 as one' } });
    expect(next.structuredContent).toMatchObject({ rows: [{ one: 1 }] });
  },
);
