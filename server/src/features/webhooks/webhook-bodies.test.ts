import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { WebhookReceiver } from '../../../test-support/webhook-receiver.js';
import { change } from '../../catalog/change.js';
import type { RunningService } from '../../open-service.js';
import { openConflicts } from '../../workbook/writing/conflicts.js';
import type { Caller } from '../caller.js';
import { setPolicy } from '../governance/set-policy.js';
import { tagColumn } from '../governance/tag-column.js';
import { createTable } from '../tables/create-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createWebhook } from './create-webhook.js';
import { webhookBodies } from './webhook-bodies.js';

let host: InProcessService;
let service: RunningService;
let owner: Caller;
let workbookId: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  host = await InProcessService.start(undefined, { SVC_ALLOW_PRIVATE_NETWORK: 'true' });
  ({ service, caller: owner } = host);
});
afterAll(() => host.dispose());
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  workbookId = (await createWorkbook(service, owner, { title: 'Test' }, {})).id;
  const columns = [{ name: 'salary', type: 'BIGINT' }];
  await createTable(service, owner, workbookId, { name: 'staff', columns }, {});
  const rows = [{ salary: 5 }];
  await upsertRows(service, owner, { workbookId, table: 'staff' }, { rows, expectedVersion: null }, {});
});
afterEach(() => receiver.stop());

const subscribe = (caller: Caller, path: string) =>
  createWebhook(service, caller, { url: receiver.url(path), events: ['conflict.created'] }, {});

/** Opens a conflict as a merge does that overwrites a cell with the file's value. */
async function openConflict(): Promise<void> {
  const { record, columns } = await service.data.as(owner).table(workbookId, 'staff');
  const columnId = columns[0]?.id ?? '';
  await change(service.catalog, owner, async (c) => {
    const cell = { kind: 'overwrite', rowId: 1, columnId, base: null, previous: '4', incoming: '5' } as const;
    await openConflicts(c, { ...record, edit_version: record.edit_version + 1 }, 1, [cell]);
    await c.audit({ chain: workbookId, action: 'workbook.updated', target: record.id });
  });
}

test('a webhook is not told of a column that is denied to its user', async () => {
  await tagColumn(service, owner, { workbookId, table: 'staff', column: 'salary' }, { tag: 'pay' }, {});
  await setPolicy(service, owner, workbookId, { tag: 'pay', role: 'viewer', effect: 'deny' }, {});
  await subscribe(owner, '/owner');
  await subscribe(await host.member(workbookId, 'viewer'), '/viewer');
  await openConflict();
  await receiver.messages(2);
  const told = new Map(receiver.received.map(({ path, text }) => [path, text]));
  expect(JSON.parse(told.get('/owner') ?? '').data).toMatchObject({
    table: 'staff',
    column: 'salary',
    row_id: 1,
  });
  expect(JSON.parse(told.get('/viewer') ?? '').data).toMatchObject({ table: 'staff', kind: 'overwrite' });
  expect(told.get('/viewer')).not.toMatch(/salary|row_id|conflict_id/);
});

test('what was queued for a user who has left the workspace is not sent', async () => {
  const member = await host.member(workbookId, 'viewer');
  receiver.answer = (_, response) => response.writeHead(500).end();
  const { webhook } = await subscribe(member, '/');
  await openConflict();
  await receiver.messages(1);
  const { db } = service.catalog;
  const queued = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook.id)
    .execute();
  expect(await webhookBodies(service, webhook, queued)).toEqual([expect.stringContaining(workbookId)]);
  await db.deleteFrom('workspace_members').where('user_id', '=', member.userId).execute();
  expect(await webhookBodies(service, webhook, queued)).toEqual([undefined]);
});
