import { say } from '@workbook-data-service/contract/messages';
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
  secretsOf,
  type WebhookRecord,
} from '../catalog/webhook-records.js';
import { LONGEST_WAIT_MS, retryAfter } from '../core/delivery-schedule.js';
import { signatureHeaders } from '../core/webhook-signatures.js';
import { KeptConnections } from '../gateways/fetch-public.js';
import type { WebhookAnswer, WebhookMessage } from '../gateways/send-webhook.js';

export interface TurnOptions {
  catalog: Catalog;
  /** The node that has leased the webhook. */
  node: string;
  /** The bodies to send, made with the rights of this moment; undefined for events the webhook may no longer see. */
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
  const secrets = secretsOf(catalog, webhook, options.now());
  let state: ReceiverState = { failures: webhook.failures, pausedUntil: null };
  let size = FIRST_BATCH;
  try {
    if (secrets.length === 0) return await settle(webhook, secretLost(state), options);
    while (!options.isStopping() && performance.now() - startedAt < TURN_MS) {
      const due = await dueDeliveries(catalog.db, webhook.id, {
        now: options.now().toISOString(),
        limit: state.failures === 0 ? size : 1,
      });
      if (due.length === 0) break;
      const batch = await sendBatch({ webhook, secrets, connections, state, due }, options);
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
  secrets: readonly string[];
  connections: KeptConnections;
  state: ReceiverState;
  due: readonly DeliveryRecord[];
}

async function sendBatch(input: BatchInput, options: TurnOptions): Promise<Batch> {
  const { webhook, secrets, connections, due } = input;
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
    const message = messageOf(webhook, secrets, delivery, body, options.now());
    const answer = await options.send(message, connections);
    const { attempt, state } = outcomeOf(delivery, answer, batch.state, options.now());
    note(batch, options, attempt);
    batch.state = state;
    if (!answer.taken) break;
  }
  return batch;
}

function note(batch: Batch, { onAttempt }: TurnOptions, attempt: Attempt): void {
  batch.attempts.push(attempt);
  onAttempt(attempt);
}

const OUT_OF_REACH = say('delivery-out-of-reach');

function messageOf(
  { url }: WebhookRecord,
  secrets: readonly string[],
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
      ...signatureHeaders(secrets, { id: event_id, sentAt, body }),
    },
  };
}

/** What an answer means for its delivery and for the receiver. */
function outcomeOf(
  { id: deliveryId, attempts }: DeliveryRecord,
  answer: WebhookAnswer,
  before: ReceiverState,
  now: Date,
): { attempt: Attempt; state: ReceiverState } {
  if (answer.taken) {
    const attempt = { deliveryId, outcome: 'delivered', answered: answer.status } as const;
    return { attempt, state: { failures: 0, pausedUntil: null } };
  }
  const failures = before.failures + 1;
  const isGone = answer.status === GONE;
  const { pausedUntil, nextAttemptAt } = retryAfter({ attempts: attempts + 1, failures }, now);
  const failed = { deliveryId, answered: answer.status, error: answer.error };
  return {
    attempt:
      nextAttemptAt && !isGone
        ? { ...failed, outcome: 'failed', nextAttemptAt: nextAttemptAt.toISOString() }
        : { ...failed, outcome: 'given_up' },
    state: {
      failures,
      pausedUntil: pausedUntil.toISOString(),
      ...(isGone && { endedReason: 'The receiver answered 410: it wants no more events.' }),
    },
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
      await giveUpDeliveries(tx, id, { error: say('delivery-subscription-ended') });
    else if (state.failures > 0)
      await giveUpDeliveries(tx, id, {
        error: say('delivery-given-up'),
        dueBefore: new Date(at.getTime() - LONGEST_WAIT_MS).toISOString(),
      });
    await releaseWebhook(tx, id, at.toISOString());
  });
}
