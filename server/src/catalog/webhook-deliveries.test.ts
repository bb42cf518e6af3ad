import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, author, newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import { newId } from '../core/ids.js';
import type { Catalog } from './catalog.js';
import { change } from './change.js';
import type { StoredEvent } from './event-records.js';
import { openCatalog } from './open-catalog.js';
import { queueDeliveries } from './webhook-deliveries.js';
import { insertWebhook, leaseWebhooks, type NewWebhook, releaseWebhook } from './webhook-records.js';

describeEachDatabase('webhook deliveries', (database) => {
  let catalog: Catalog;
  let workbook: TestWorkbook;
  let position = 0;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
    workbook = await newWorkbook(catalog);
  });
  afterAll(() => catalog.close());

  const subscribe = (userId: string, more: Partial<NewWebhook> = {}) =>
    change(catalog, author, async (c) => {
      const webhook = {
        id: newId('whk'),
        user_id: userId,
        account_id: null,
        resource: 'account',
        url: 'https://receiver.example/',
        events: '[]',
        secret: 'whsec_x',
        ...more,
      };
      await c.audit({ chain: userId, action: 'workbook.updated' });
      return (await insertWebhook(catalog, c, webhook)).id;
    });

  const event = (kind: StoredEvent['kind']): StoredEvent => ({
    id: newId('evt'),
    workbookId: workbook.workbookId,
    kind,
    data: {},
    createdAt: new Date().toISOString(),
    position: ++position,
  });

  const queue = (...events: StoredEvent[]) => catalog.transaction((tx) => queueDeliveries(tx, events));

  const kindsFor = async (webhookId: string): Promise<string[]> => {
    const rows = await catalog.db
      .selectFrom('webhook_deliveries')
      .select('kind')
      .where('webhook_id', '=', webhookId)
      .orderBy('position')
      .execute();
    return rows.map(({ kind }) => kind);
  };

  test('are queued once for each webhook that wants the kind and reaches the workbook', async () => {
    const owners = await subscribe(workbook.userId);
    const one = await subscribe(workbook.userId, { events: '["artifact.stale"]' });
    const member = await subscribe(await addMember(catalog, workbook.workspaceId, 'viewer'));
    const pinned = await subscribe(workbook.userId, { resource: `workbook:${workbook.workbookId}` });
    const elsewhere = await subscribe(workbook.userId, { resource: 'workbook:wb_0' });
    const stranger = await subscribe((await newWorkbook(catalog)).userId);
    await queue(event('artifact.updated'), event('artifact.stale'));
    for (const webhook of [owners, member, pinned])
      expect(await kindsFor(webhook)).toEqual(['artifact.updated', 'artifact.stale']);
    expect(await kindsFor(one)).toEqual(['artifact.stale']);
    for (const webhook of [elsewhere, stranger]) expect(await kindsFor(webhook)).toEqual([]);
  });

  test('are sent by one node at a time, and those queued during its turn are due after it', async () => {
    const webhook = await subscribe(workbook.userId);
    await queue(event('artifact.updated'));
    const lease = (node: string) => {
      const now = new Date().toISOString();
      const until = new Date(Date.now() + 30_000).toISOString();
      return leaseWebhooks(catalog, { node, now, until }, { receivers: 'healthy', limit: 100 });
    };
    const leased = (await Promise.all([lease('a'), lease('b')])).flat().map(({ id }) => id);
    expect(leased.filter((id) => id === webhook)).toHaveLength(1);
    await queue(event('artifact.updated'));
    await catalog.transaction((tx) => releaseWebhook(tx, webhook, new Date().toISOString()));
    expect((await lease('b')).map(({ id }) => id)).toContain(webhook);
  });

  test('of a private workbook are queued for its owner alone, and none for tokens of those who left', async () => {
    const owners = await subscribe(workbook.userId);
    const author = await addMember(catalog, workbook.workspaceId, 'editor');
    const authors = await subscribe(author);
    const others = await subscribe(await addMember(catalog, workbook.workspaceId, 'admin'));
    const { account_id } = await catalog.db
      .selectFrom('workspaces')
      .select('account_id')
      .where('id', '=', workbook.workspaceId)
      .executeTakeFirstOrThrow();
    const left = await subscribe((await newWorkbook(catalog)).userId, { account_id });
    await queue(event('artifact.updated'));
    await catalog.db
      .updateTable('workbooks')
      .set({ visibility: 'private', owner_user_id: author })
      .where('id', '=', workbook.workbookId)
      .execute();
    await queue(event('artifact.stale'));
    expect(await kindsFor(authors)).toEqual(['artifact.updated', 'artifact.stale']);
    for (const webhook of [owners, others]) expect(await kindsFor(webhook)).toEqual(['artifact.updated']);
    expect(await kindsFor(left)).toEqual([]);
  });
});
