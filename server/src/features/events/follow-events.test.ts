import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { author } from '../../../test-support/catalog.js';
import { describeDatabase, describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { change } from '../../catalog/change.js';
import type { RunningService } from '../../open-service.js';
import type { Caller } from '../caller.js';
import { setPolicy } from '../governance/set-policy.js';
import { tagColumn } from '../governance/tag-column.js';
import type { Service } from '../service.js';
import { createTable } from '../tables/create-table.js';
import { readRows } from '../tables/read-rows.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createTransform } from '../transforms/create-transform.js';
import { recompute } from '../transforms/recompute.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { EventFeed } from './event-feed.js';
import { type EventFollower, followEvents } from './follow-events.js';
import type { EventBody } from './visible-event.js';

const LONG_MS = 30_000;

/** Emits events that have their numbers as names. */
async function emit({ catalog }: Service, workbookId: string, from: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => ({ name: `${from + i}`, artifact_id: 'art_1' }));
  await change(catalog, author, async (c) => {
    await c.audit({ chain: workbookId, action: 'workbook.updated' });
    c.emit(workbookId, 'artifact.deleted', ...numbers);
  });
}

async function take(follower: EventFollower, count: number): Promise<EventBody[]> {
  const events: EventBody[] = [];
  while (events.length < count) events.push(...((await follower.next(LONG_MS)) ?? []));
  return events;
}

const numbers = (events: EventBody[]) => events.map(({ data }) => Number(data.name));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describeEachDatabase('a follower of events', (database) => {
  let host: InProcessService;
  let service: RunningService;
  let owner: Caller;
  let workbookId: string;
  const followers: EventFollower[] = [];
  beforeAll(async () => {
    host = await InProcessService.start(await database.fresh());
    ({ service, caller: owner } = host);
  });
  afterAll(() => host.dispose());
  beforeEach(async () => {
    workbookId = (await createWorkbook(service, owner, { title: 'Test' }, {})).id;
  });
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.close();
  });

  const follow = async (caller = owner, lastEventId?: string, at: Service = service) => {
    const follower = await followEvents(at, caller, { workbookId, lastEventId });
    followers.push(follower);
    return follower;
  };

  test('that reads slowly, late or again gets every event in order', async () => {
    const [quick, slow] = [await follow(), await follow()];
    const [first] = await Promise.all([take(quick, 1), emit(service, workbookId, 0, 1)]);
    for (let from = 1; from < 2401; from += 600) {
      await emit(service, workbookId, from, 600);
      expect(numbers(await take(quick, 600))).toEqual(upTo(600).map((i) => from + i));
    }
    const late = await follow(owner, first[0]?.id);
    expect(numbers(await take(slow, 2401))).toEqual(upTo(2401));
    expect(numbers(await take(late, 2400))).toEqual(upTo(2400).map((i) => i + 1));
  });

  test('is told of its workbook alone, and of nothing for a while', async () => {
    const other = (await createWorkbook(service, owner, { title: 'Other' }, {})).id;
    const follower = await follow();
    await emit(service, other, 7, 1);
    await emit(service, workbookId, 8, 1);
    expect(numbers(await take(follower, 1))).toEqual([8]);
    expect(await follower.next(0)).toEqual([]);
  });

  test('who may not see a column is not told which conflict is in it', async () => {
    const columns = [
      { name: 'item', type: 'VARCHAR' },
      { name: 'price', type: 'BIGINT' },
    ];
    await createTable(service, owner, workbookId, { name: 'goods', columns }, {});
    const write = (table: string, row: Record<string, unknown>) =>
      upsertRows(service, owner, { workbookId, table }, { rows: [row], expectedVersion: null }, {});
    await write('goods', { item: 'tea', price: 5 });
    const code = 'select item, price * 2 as price from {{ goods }}';
    const doubled = { name: 'd', kind: 'sql' as const, code, args: { goods: 'goods' }, output: 'd' };
    await createTransform(service, owner, workbookId, { ...doubled, key: ['item'], run: true }, {});
    await tagColumn(service, owner, { workbookId, table: 'goods', column: 'price' }, { tag: 'pay' }, {});
    const rule = { tag: 'pay', role: 'viewer', effect: 'deny', influence: 'allow' } as const;
    await setPolicy(service, owner, workbookId, rule, {});
    const [seeing, blind] = [await follow(), await follow(await host.member(workbookId, 'viewer'))];

    const one = { limit: 1, format: 'json' } as const;
    const { page } = await readRows(service, owner, { workbookId, table: 'd' }, one);
    const [{ __svc_row_id }] = JSON.parse(page as string);
    await write('d', { __svc_row_id, price: 50 });
    await write('goods', { __svc_row_id: 1, price: 6 });
    await recompute(service, owner, workbookId, {}, {});

    const conflictTo = async (follower: EventFollower) => {
      for (;;) {
        const found = (await follower.next(LONG_MS))?.find(({ kind }) => kind === 'conflict.created');
        if (found) return found.data;
      }
    };
    const whole = await conflictTo(seeing);
    expect(whole).toMatchObject({ table: 'd', column: 'price', row_id: __svc_row_id });
    expect(await conflictTo(blind)).toEqual({
      table: 'd',
      artifact_id: whole.artifact_id,
      kind: 'stale_override',
    });
  });

  test('hears no more once the credential is revoked or the user has left', async () => {
    const impatient = {
      ...service,
      events: new EventFeed({
        catalog: service.catalog,
        log: service.log,
        limits: { followers: 10, followersPerUser: 10 },
        checkAccessMs: 0,
        publish: () => service.events.publishCommitted(),
      }),
    };
    const { db } = service.catalog;
    const session = { id: `ses_${workbookId}`, user_id: owner.userId, created_at: '', revoked_at: null };
    await db
      .insertInto('sessions')
      .values({ ...session, expires_at: '9999' })
      .execute();
    const signedIn = { ...owner, credential: { ...owner.credential, id: session.id } };
    const member = { ...(await host.member(workbookId, 'viewer')), credential: signedIn.credential };
    const [one, other] = [
      await follow(signedIn, undefined, impatient),
      await follow(member, undefined, impatient),
    ];
    expect([await one.next(0), await other.next(0)]).toEqual([[], []]);
    await db.deleteFrom('workspace_members').where('user_id', '=', member.userId).execute();
    expect([await one.next(0), await other.next(0)]).toEqual([[], undefined]);
    await db.updateTable('sessions').set({ revoked_at: 'now' }).where('id', '=', session.id).execute();
    expect(await one.next(0)).toBeUndefined();
    expect(impatient.events.followers).toBe(0);
  });
});

describeDatabase('postgres', 'a follower of events', (database) => {
  test('hears what was written on another node', async () => {
    const place = await database.fresh();
    const [here, there] = [await InProcessService.start(place), await InProcessService.start(place)];
    const { id } = await createWorkbook(here.service, here.caller, { title: 'Test' }, {});
    const follower = await followEvents(there.service, there.caller, { workbookId: id });
    for (let i = 0; i < 5; i++) {
      await emit(here.service, id, i, 1);
      expect(numbers(await take(follower, 1))).toEqual([i]);
    }
    follower.close();
    await there.dispose();
    await here.dispose();
  });
});
