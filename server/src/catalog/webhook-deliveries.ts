import type { Saying } from '@workbook-data-service/contract/messages/message';
// The only writer of deliveries: what is to be sent to the receivers of webhooks, and what came of it.
import type { ExpressionBuilder, Selectable } from 'kysely';
import { newId } from '../core/ids.js';
import { parseReach, reachesWorkbook } from '../core/reach.js';
import { storedSaying } from '../core/stored-saying.js';
import type { Db, Tx } from './db.js';
import type { StoredEvent } from './event-records.js';
import { prepared } from './prepared.js';
import type { Schema } from './schema.js';
import { endPause, markDue } from './webhook-records.js';

export type DeliveryRecord = Selectable<Schema['webhook_deliveries']>;

interface Subscriber {
  webhookId: string;
  /** Empty for all. */
  kinds: readonly string[];
}

const INSERTED_AT_ONCE = 1000;

/**
 * Queues events for the webhooks that subscribe to them, and returns how many deliveries that makes. What each may tell
 * is decided when it is sent.
 */
export async function queueDeliveries(
  tx: Tx,
  events: readonly StoredEvent[],
  now = new Date(),
): Promise<number> {
  if (events.length === 0) return 0;
  const subscribers = await subscribersTo(tx, [...new Set(events.map(({ workbookId }) => workbookId))]);
  const at = now.toISOString();
  const deliveries = events.flatMap((event) =>
    (subscribers.get(event.workbookId) ?? [])
      .filter(({ kinds }) => kinds.length === 0 || kinds.includes(event.kind))
      .map(({ webhookId }) => newDelivery(webhookId, event, at)),
  );
  for (let start = 0; start < deliveries.length; start += INSERTED_AT_ONCE)
    await insertDeliveries(tx, deliveries.slice(start, start + INSERTED_AT_ONCE), at);
  return deliveries.length;
}

async function insertDeliveries(tx: Tx, deliveries: readonly DeliveryRecord[], at: string): Promise<void> {
  const active = new Set(await markDue(tx, [...new Set(deliveries.map((one) => one.webhook_id))], at));
  const queued = deliveries.filter(({ webhook_id }) => active.has(webhook_id));
  if (queued.length > 0) await tx.insertInto('webhook_deliveries').values(queued).execute();
}

/**
 * By workbook, the webhooks of those who may enter it: of its owner alone if it is private, and otherwise of the owner of
 * the account and of the members of the workspace. Those that a token or key created tell of its account only.
 */
async function subscribersTo(db: Db, workbookIds: readonly string[]): Promise<Map<string, Subscriber[]>> {
  const found = new Map<string, Subscriber[]>();
  for (const row of await webhooksOf(db, { workbookIds }).execute()) {
    const reach = parseReach(row.resource);
    if (!reach || !reachesWorkbook(reach, row)) continue;
    const subscriber = { webhookId: row.id, kinds: JSON.parse(row.events) as string[] };
    const others = found.get(row.workbookId);
    if (others) others.push(subscriber);
    else found.set(row.workbookId, [subscriber]);
  }
  return found;
}

const webhooksOf = prepared((db, { workbookIds }: { workbookIds: readonly string[] }) => {
  const workbooks = db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .where('workbooks.id', 'in', workbookIds);
  const columns = [
    'webhooks.id',
    'webhooks.events',
    'webhooks.resource',
    'workbooks.id as workbookId',
    'workspaces.id as workspaceId',
    'workspaces.account_id as accountId',
  ] as const;
  const mayTell = (eb: ExpressionBuilder<Schema, 'webhooks' | 'workbooks' | 'workspaces'>) =>
    eb.and([
      eb('webhooks.status', '=', 'active'),
      eb.or([
        eb('webhooks.account_id', 'is', null),
        eb('webhooks.account_id', '=', eb.ref('workspaces.account_id')),
      ]),
      eb.or([
        eb('workbooks.visibility', '=', 'workspace'),
        eb('webhooks.user_id', '=', eb.ref('workbooks.owner_user_id')),
      ]),
    ]);
  const ofOwner = workbooks
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .innerJoin('webhooks', 'webhooks.user_id', 'accounts.owner_user_id')
    .select(columns)
    .where(mayTell);
  const ofMembers = workbooks
    .innerJoin('workspace_members', 'workspace_members.workspace_id', 'workspaces.id')
    .innerJoin('webhooks', 'webhooks.user_id', 'workspace_members.user_id')
    .select(columns)
    .where(mayTell);
  return ofOwner.union(ofMembers);
});

/** An event of a workbook, or one of the service itself. */
type DeliveredEvent = Pick<StoredEvent, 'id' | 'data' | 'createdAt' | 'position'> & {
  kind: string;
  workbookId: string | null;
};

function newDelivery(webhookId: string, event: DeliveredEvent, at: string): DeliveryRecord {
  return {
    id: newId('dlv'),
    webhook_id: webhookId,
    event_id: event.id,
    position: event.position,
    workbook_id: event.workbookId,
    kind: event.kind,
    data: JSON.stringify(event.data),
    event_at: event.createdAt,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    next_attempt_at: at,
    created_at: at,
  };
}

/** Queues an event that no workbook is the subject of; undefined if the webhook is no longer active. */
export async function queueTest(
  tx: Tx,
  webhookId: string,
  { kind, data, at }: { kind: string; data: Record<string, unknown>; at: string },
): Promise<DeliveryRecord | undefined> {
  if (!(await isSoughtAtOnce(tx, webhookId, at))) return undefined;
  const event = { id: newId('evt'), position: 0, workbookId: null, kind, data, createdAt: at };
  const delivery = newDelivery(webhookId, event, at);
  await tx.insertInto('webhook_deliveries').values(delivery).execute();
  return delivery;
}

/** Queues a delivery once more, with all its attempts ahead of it; undefined if the webhook is no longer active. */
export async function queueAgain(
  tx: Tx,
  { id, webhook_id }: DeliveryRecord,
  at: string,
): Promise<DeliveryRecord | undefined> {
  if (!(await isSoughtAtOnce(tx, webhook_id, at))) return undefined;
  return await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, next_attempt_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Makes what has failed due, because its receiver is at another address now. */
export async function retryAtOnce(tx: Tx, webhookId: string, at: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: at })
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '>', at)
    .execute();
  await isSoughtAtOnce(tx, webhookId, at);
}

async function isSoughtAtOnce(tx: Tx, webhookId: string, at: string): Promise<boolean> {
  const isActive = (await markDue(tx, [webhookId], at)).length > 0;
  if (isActive) await endPause(tx, webhookId);
  return isActive;
}

/** Newest first. */
export async function deliveriesBefore(
  db: Db,
  webhookId: string,
  page: { before: string | undefined; limit: number },
): Promise<DeliveryRecord[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function findDelivery(
  db: Db,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | undefined> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', deliveryId)
    .executeTakeFirst();
}

/** The next deliveries to send, in the order of their events. */
export async function dueDeliveries(
  db: Db,
  webhookId: string,
  { now, limit }: { now: string; limit: number },
): Promise<DeliveryRecord[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '<=', now)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What came of sending a delivery. */
export type Attempt = { deliveryId: string } & (
  | { outcome: 'delivered'; answered: number }
  | { outcome: 'failed'; answered: number | null; error: Saying; nextAttemptAt: string }
  | { outcome: 'given_up'; answered: number | null; error: Saying }
  /** Given up without being sent. */
  | { outcome: 'withheld'; error: Saying }
);

/** Writes what many attempts have in common in one statement. */
export async function recordAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const alike = new Map<string, [Attempt, ...Attempt[]]>();
  for (const attempt of attempts) {
    const key = JSON.stringify([attempt.outcome, marks(attempt)]);
    const others = alike.get(key);
    if (others) others.push(attempt);
    else alike.set(key, [attempt]);
  }
  for (const group of alike.values()) {
    const deliveryIds = group.map(({ deliveryId }) => deliveryId);
    await tx
      .updateTable('webhook_deliveries')
      .set((eb) => ({
        ...marks(group[0]),
        ...(group[0].outcome !== 'withheld' && { attempts: eb('attempts', '+', 1) }),
      }))
      .where('id', 'in', deliveryIds)
      .execute();
  }
}

function marks(attempt: Attempt) {
  switch (attempt.outcome) {
    case 'delivered':
      return {
        status: 'delivered',
        last_status: attempt.answered,
        last_error: null,
        next_attempt_at: null,
      } as const;
    case 'failed':
      return {
        status: 'failed',
        last_status: attempt.answered,
        last_error: storedSaying(attempt.error),
        next_attempt_at: attempt.nextAttemptAt,
      } as const;
    case 'given_up':
      return {
        status: 'given_up',
        last_status: attempt.answered,
        last_error: storedSaying(attempt.error),
        next_attempt_at: null,
      } as const;
    case 'withheld':
      return { status: 'given_up', last_error: storedSaying(attempt.error), next_attempt_at: null } as const;
  }
}

/** Gives up what is still to be sent, or the part of it that has been due since before a time. */
export async function giveUpDeliveries(
  tx: Tx,
  webhookId: string,
  { error, dueBefore }: { error: Saying; dueBefore?: string },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'given_up', last_error: storedSaying(error), next_attempt_at: null })
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .$if(dueBefore !== undefined, (query) => query.where('next_attempt_at', '<', dueBefore ?? ''))
    .execute();
}

export function deleteDeliveriesQueuedBefore(db: Db, time: string) {
  return db.deleteFrom('webhook_deliveries').where('created_at', '<=', time);
}
