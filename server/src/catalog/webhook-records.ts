// The only writer of webhooks: subscriptions, their secrets, and which node sends for them.
import { type Selectable, sql } from 'kysely';
import type { Catalog } from './catalog.js';
import type { Change } from './change.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';
import { openText, resealColumn, sealText } from './sealed-texts.js';

export type WebhookRecord = Selectable<Schema['webhooks']>;

/** Oldest first. */
export async function webhooksOfUser(db: Db, userId: string): Promise<WebhookRecord[]> {
  return await db.selectFrom('webhooks').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export type NewWebhook = Pick<
  WebhookRecord,
  'id' | 'user_id' | 'account_id' | 'resource' | 'url' | 'events' | 'secret'
>;

/** Stores a webhook, whose secret is given in the clear and stored sealed. */
export async function insertWebhook(
  catalog: Catalog,
  c: Change,
  webhook: NewWebhook,
): Promise<WebhookRecord> {
  return await c.tx
    .insertInto('webhooks')
    .values({
      ...webhook,
      secret: sealText(catalog, webhook.secret, purposeOf(webhook)),
      status: 'active',
      created_at: c.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhookRecord(c: Change, webhookId: string): Promise<void> {
  await c.tx.deleteFrom('webhooks').where('id', '=', webhookId).execute();
}

/** Deletes the webhooks of a user with their deliveries. Returns how many there were. */
export async function deleteWebhooksOfUser(tx: Tx, userId: string): Promise<number> {
  const deleted = await tx.deleteFrom('webhooks').where('user_id', '=', userId).returning('id').execute();
  return deleted.length;
}

const purposeOf = ({ id }: Pick<WebhookRecord, 'id'>): string => `webhooks/${id}`;

/**
 * The secrets to sign with, the current one first. None if that does not open, as after a restore with another key.
 */
export function secretsOf(catalog: Catalog, webhook: WebhookRecord, now: Date): string[] {
  const { secret, previous_secret, previous_secret_until } = webhook;
  const current = openText(catalog, secret, purposeOf(webhook));
  if (current === undefined) return [];
  if (previous_secret === null || (previous_secret_until ?? '') <= now.toISOString()) return [current];
  const previous = openText(catalog, previous_secret, purposeOf(webhook));
  return previous === undefined ? [current] : [current, previous];
}

/** Replaces the secret, which is given in the clear; the one before it is good until the given time. */
export async function replaceSecret(
  catalog: Catalog,
  c: Change,
  webhook: WebhookRecord,
  { secret, previousUntil }: { secret: string; previousUntil: string },
): Promise<WebhookRecord | undefined> {
  return await c.tx
    .updateTable('webhooks')
    .set({
      secret: sealText(catalog, secret, purposeOf(webhook)),
      previous_secret: webhook.secret,
      previous_secret_until: previousUntil,
    })
    .where('id', '=', webhook.id)
    // Of several that replace it at once, one does.
    .where('secret', '=', webhook.secret)
    .returningAll()
    .executeTakeFirst();
}

/** Returns how many secrets had been replaced for long enough. */
export async function forgetPreviousSecrets(db: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('previous_secret_until', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Changes where events are sent, or which; undefined if the webhook was deleted or has ended. */
export async function updateWebhookRecord(
  c: Change,
  webhookId: string,
  changed: Pick<WebhookRecord, 'url'> & Partial<Pick<WebhookRecord, 'events'>>,
): Promise<WebhookRecord | undefined> {
  return await c.tx
    .updateTable('webhooks')
    .set((eb) => ({
      ...changed,
      failures: eb.case().when('url', '=', changed.url).then(eb.ref('failures')).else(0).end(),
    }))
    .where('id', '=', webhookId)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

export async function resealWebhookSecrets(catalog: Catalog): Promise<void> {
  await resealSecrets(catalog, 'secret');
  await resealSecrets(catalog, 'previous_secret');
}

async function resealSecrets(catalog: Catalog, column: 'secret' | 'previous_secret'): Promise<void> {
  await resealColumn<{ id: string; sealed: string | null }>(catalog, {
    rowsAfter: (last, { withoutPrefix, limit }) =>
      catalog.db
        .selectFrom('webhooks')
        .select(['id', `${column} as sealed`])
        .where('id', '>', last?.id ?? '')
        .where(column, 'not like', `${withoutPrefix}%`)
        .orderBy('id')
        .limit(limit)
        .execute(),
    sealed: ({ sealed }) => sealed ?? '',
    purpose: purposeOf,
    replace: (row, sealed) =>
      catalog.db
        .updateTable('webhooks')
        .set({ [column]: sealed })
        .where('id', '=', row.id)
        .where(column, '=', row.sealed)
        .execute(),
  });
}

/**
 * Notes that deliveries of these webhooks are due, and returns the ids of those that are still active. Their rows stay
 * locked until the commit, so that none is deleted or found idle before its deliveries are visible.
 */
export async function markDue(tx: Tx, webhookIds: readonly string[], at: string): Promise<string[]> {
  const marked = await tx
    .updateTable('webhooks')
    .set({ due_at: sql<string>`case when due_at < ${at} then due_at else ${at} end` })
    .where('id', 'in', webhookIds)
    .where('status', '=', 'active')
    .returning('id')
    .execute();
  return marked.map(({ id }) => id);
}

/** Ends the pause of a webhook whose receiver has failed, because its user wants it to be tried now. */
export async function endPause(tx: Tx, webhookId: string): Promise<void> {
  await tx.updateTable('webhooks').set({ paused_until: null }).where('id', '=', webhookId).execute();
}

export interface Lease {
  node: string;
  now: string;
  until: string;
}

/**
 * Leases webhooks that have deliveries to send, those first that were served longest ago. Several nodes that ask at once
 * get different ones.
 */
export async function leaseWebhooks(
  catalog: Catalog,
  { node, now, until }: Lease,
  { receivers, limit }: { receivers: 'healthy' | 'failing'; limit: number },
): Promise<WebhookRecord[]> {
  const isFree = sql<boolean>`due_at <= ${now}
    and (paused_until is null or paused_until <= ${now})
    and (lease_until is null or lease_until <= ${now})`;
  const due = catalog.db
    .selectFrom('webhooks')
    .select('id')
    .where(isFree)
    .where('failures', receivers === 'healthy' ? '=' : '>', 0)
    .orderBy('lease_until', (order) => order.asc().nullsFirst())
    .limit(limit)
    .$if(catalog.kind === 'postgres', (query) => query.forUpdate().skipLocked());
  return await catalog.db
    .updateTable('webhooks')
    .set({ lease_owner: node, lease_until: until })
    .where('id', 'in', due)
    .where(isFree)
    .returningAll()
    .execute();
}

/** Ends every lease, for a database that only one process uses, which has just started. */
export async function endWebhookLeases(db: Db): Promise<void> {
  await db.updateTable('webhooks').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
}

/** What a node knows about a receiver, and whether it keeps sending to it. */
export interface ReceiverState {
  failures: number;
  pausedUntil: string | null;
  /** Given if the receiver does not want any more: the subscription ends. */
  endedReason?: string | undefined;
}

/** Notes the state of a receiver; false if the webhook was deleted or another node has leased it since. */
export async function noteReceiver(
  tx: Tx,
  webhookId: string,
  node: string,
  { failures, pausedUntil, endedReason }: ReceiverState,
): Promise<boolean> {
  const noted = await tx
    .updateTable('webhooks')
    .set({
      failures,
      paused_until: pausedUntil,
      ...(endedReason !== undefined && { status: 'ended', ended_reason: endedReason }),
    })
    .where('id', '=', webhookId)
    .where('lease_owner', '=', node)
    .returning('id')
    .execute();
  return noted.length > 0;
}

/**
 * Lets other webhooks, or nodes, take their turn. In a statement after those that locked the row: only then does it see
 * every delivery that was queued meanwhile.
 */
export async function releaseWebhook(tx: Tx, webhookId: string, at: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set((eb) => ({
      lease_owner: null,
      lease_until: at,
      due_at: eb
        .selectFrom('webhook_deliveries')
        .select((delivery) => delivery.fn.min('next_attempt_at').as('first'))
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', 'is not', null),
    }))
    .where('id', '=', webhookId)
    .execute();
}
