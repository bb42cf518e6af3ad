import type { Catalog } from '../catalog/catalog.js';
import {
  type Attempt,
  type DeliveryRecord,
  dueDeliveries,
  giveUpDeliveries,
  recordAttempts,
} from '../catalog/webhook-deliveries.js';
import {
  noteReceiver,
  type ReceiverState,
  releaseWebhook,
  secretOf,
  type WebhookRecord,
} from '../catalog/webhook-records.js';
import { LONGEST_WAIT_MS, nextAttemptAt, pauseUntil } from '../core/delivery-schedule.js';
import { signatureHeaders } from '../core/webhook-signatures.js';
import { KeptConnections } from '../gateways/fetch-public.js';
import type { WebhookAnswer, WebhookMessage } from '../gateways/send-webhook.js';

export interface TurnOptions {
  catalog: Catalog;
  /** The node that has leased the webhook. */
  node: string;
  /** The bodies to send, made with the rights of this moment; undefined for what the webhook may not tell any more. */
  bodiesOf(webhook: WebhookRecord, deliveries: readonly DeliveryRecord[]): Promise<(string | undefined)[]>;
  send(message: WebhookMessage, connections: KeptConnections): Promise<WebhookAnswer>;
  now(): Date;
  isStopping(): boolean;
  onAttempt(attempt: Attempt): void;
}

/** After this time the next webhook gets the slot. With one exchange it is well within a lease. */
const TURN_MS = 5_000;
/** Outcomes are written together, but not later than this: a crash repeats what was sent and not written. */
const BATCH_MS = 1_000;
const FIRST_BATCH = 8;
const LARGEST_BATCH = 100;

interface Batch {
  attempts: Attempt[];
  /** Of the receiver, after the last attempt. */
  state: ReceiverState;
}

const GONE = 410;

/** Sends the due deliveries of a leased webhook, one after the other, until one fails; then gives the lease back. */
export async function takeTurn(webhook: WebhookRecord, options: TurnOptions): Promise<void> {
  const startedAt = performance.now();
  const connections = new KeptConnections();
  const { catalog } = options;
  const secret = secretOf(catalog, webhook);
  let state: ReceiverState = { failures: webhook.failures, pausedUntil: null };
  let size = FIRST_BATCH;
  try {
    if (secret === undefined) return await settle(webhook, secretLost(state), options);
    while (!options.isStopping() && performance.now() - startedAt < TURN_MS) {
      const due = await dueDeliveries(catalog.db, webhook.id, {
        now: options.now().toISOString(),
        limit: state.failures === 0 ? size : 1,
        first: state.failures < 2 ? 'oldest' : 'least attempted',
      });
      if (due.length === 0) break;
      const batch = await sendBatch({ webhook, secret, connections, state, due }, options);
      if (batch.state.failures > 0 || batch.state.endedReason !== undefined)
        return await settle(webhook, batch, options);
      await catalog.transaction((tx) => recordAttempts(tx, batch.attempts));
      state = batch.state;
      size = Math.min(LARGEST_BATCH, batch.attempts.length * 2);
    }
    await settle(webhook, { attempts: [], state }, options);
  } finally {
    connections.close();
  }
}

interface BatchInput {
  webhook: WebhookRecord;
  secret: string;
  connections: KeptConnections;
  state: ReceiverState;
  due: readonly DeliveryRecord[];
}

async function sendBatch(input: BatchInput, options: TurnOptions): Promise<Batch> {
  const { webhook, secret, connections, due } = input;
  const startedAt = performance.now();
  const bodies = await options.bodiesOf(webhook, due);
  const batch: Batch = { attempts: [], state: input.state };
  for (const [i, delivery] of due.entries()) {
    const isOver = options.isStopping() || performance.now() - startedAt > BATCH_MS;
    if (isOver && batch.attempts.length > 0) break;
    const body = bodies[i];
    if (body === undefined) {
      note(batch, options, { deliveryId: delivery.id, outcome: 'withheld', error: OUT_OF_REACH });
      continue;
    }
    const answer = await options.send(messageOf(webhook, secret, delivery, body, options.now()), connections);
    note(batch, options, attemptOf(delivery, answer, options.now()));
    batch.state = stateAfter(answer, batch.state, options.now());
    if (!answer.taken) break;
  }
  return batch;
}

function note(batch: Batch, { onAttempt }: TurnOptions, attempt: Attempt): void {
  batch.attempts.push(attempt);
  onAttempt(attempt);
}

const OUT_OF_REACH = 'Not sent: the workbook is out of reach of the webhook.';

function messageOf(
  { url }: WebhookRecord,
  secret: string,
  { id, event_id, kind }: DeliveryRecord,
  body: string,
  sentAt: Date,
): WebhookMessage {
  return {
    url,
    body,
    headers: {
      'x-svc-event': kind,
      'x-svc-delivery': id,
      ...signatureHeaders(secret, { id: event_id, sentAt, body }),
    },
  };
}

function attemptOf({ id: deliveryId, attempts }: DeliveryRecord, answer: WebhookAnswer, now: Date): Attempt {
  if (answer.taken) return { deliveryId, outcome: 'delivered', answered: answer.status };
  const failed = { deliveryId, answered: answer.status, error: answer.error };
  const next = answer.status === GONE ? undefined : nextAttemptAt(attempts + 1, now);
  return next
    ? { ...failed, outcome: 'failed', nextAttemptAt: next.toISOString() }
    : { ...failed, outcome: 'given_up' };
}

function stateAfter(answer: WebhookAnswer, { failures }: ReceiverState, now: Date): ReceiverState {
  if (answer.taken) return { failures: 0, pausedUntil: null };
  return {
    failures: failures + 1,
    pausedUntil: pauseUntil(failures + 1, now).toISOString(),
    ...(answer.status === GONE && { endedReason: 'The receiver answered 410: it wants no more events.' }),
  };
}

function secretLost(state: ReceiverState): Batch {
  const endedReason = 'The signing secret cannot be read any more: create the webhook again.';
  return { attempts: [], state: { ...state, endedReason } };
}

/** Writes what became of the batch and of the receiver, and gives the lease back, in one transaction. */
async function settle(
  { id }: WebhookRecord,
  { attempts, state }: Batch,
  { catalog, node, now }: TurnOptions,
): Promise<void> {
  const at = now();
  await catalog.transaction(async (tx) => {
    const isLeased = await noteReceiver(tx, id, node, state);
    await recordAttempts(tx, attempts);
    if (!isLeased) return;
    if (state.endedReason !== undefined)
      await giveUpDeliveries(tx, id, { error: 'The subscription has ended.' });
    else if (state.failures > 0)
      await giveUpDeliveries(tx, id, {
        error: 'Given up: the receiver has been failing since this was due, for 24 hours.',
        dueBefore: new Date(at.getTime() - LONGEST_WAIT_MS).toISOString(),
      });
    await releaseWebhook(tx, id, at.toISOString());
  });
}
