import type { StoredEvent } from '../../catalog/event-records.js';
import type { DeliveryRecord } from '../../catalog/webhook-deliveries.js';
import type { WebhookRecord } from '../../catalog/webhook-records.js';
import type { EventKind } from '../../core/events.js';
import { parseReach } from '../../core/reach.js';
import { type EventViewer, mayFollow, visibleEvents } from '../events/visible-event.js';
import type { Service } from '../service.js';

/** The texts to send, as the webhook's user may read them now; undefined where the workbook is out of reach. */
export async function webhookBodies(
  service: Service,
  webhook: WebhookRecord,
  deliveries: readonly DeliveryRecord[],
): Promise<(string | undefined)[]> {
  const viewer = viewerOf(webhook);
  const bodies = new Map<string, string>();
  for (const [workbookId, ofWorkbook] of byWorkbook(deliveries)) {
    if (workbookId === null) for (const one of ofWorkbook) bodies.set(one.id, JSON.stringify(testBody(one)));
    else if (viewer && (await mayFollow(service, viewer, workbookId))) {
      const visible = await visibleEvents(service, viewer, ofWorkbook.map(storedEvent));
      for (const [i, body] of visible.entries())
        bodies.set((ofWorkbook[i] as DeliveryRecord).id, JSON.stringify(body));
    }
  }
  return deliveries.map(({ id }) => bodies.get(id));
}

/**
 * Its user, with what the credential that created the webhook may read. Subscriptions are personal: even one that a key
 * created tells of no private workbook but the user's own.
 */
function viewerOf({ user_id, account_id, resource }: WebhookRecord): EventViewer | undefined {
  const reach = parseReach(resource);
  const kind = account_id === null ? 'session' : 'pat';
  const scopes = ['workbooks:read'] as const;
  return reach && { userId: user_id, credential: { kind, accountId: account_id, reach, scopes } };
}

function byWorkbook(deliveries: readonly DeliveryRecord[]): Map<string | null, DeliveryRecord[]> {
  const groups = new Map<string | null, DeliveryRecord[]>();
  for (const delivery of deliveries) {
    const others = groups.get(delivery.workbook_id);
    if (others) others.push(delivery);
    else groups.set(delivery.workbook_id, [delivery]);
  }
  return groups;
}

function storedEvent(delivery: DeliveryRecord): StoredEvent {
  return {
    id: delivery.event_id,
    workbookId: delivery.workbook_id as string,
    kind: delivery.kind as EventKind,
    data: JSON.parse(delivery.data) as Record<string, unknown>,
    createdAt: delivery.event_at,
    position: delivery.position,
  };
}

function testBody({ event_id, kind, event_at, data }: DeliveryRecord) {
  return { id: event_id, kind, created_at: event_at, workbook_id: null, data: JSON.parse(data) as unknown };
}
