import { change } from '../../catalog/change.js';
import { deleteScheduleRecord } from '../../catalog/schedule-records.js';
import { findSubscription, type ReportSubscription } from '../../catalog/subscription-records.js';
import type { Service } from '../service.js';

const grantOf = (id: string) => JSON.stringify(['unsubscribe', id]);

/** Where whoever got a mail ends its subscription, without signing in: the address is signed, and works for this one alone. */
export function unsubscribeUrl(
  { linkSignatures, config }: Service,
  { id, origin }: Pick<ReportSubscription, 'id' | 'origin'>,
): string {
  return `${config.publicUrl ?? origin}/unsubscribe/${id}.${linkSignatures.sign(grantOf(id))}`;
}

export type Unsubscribing =
  /** Nobody signed the address. */
  | { state: 'unknown' }
  /** Nothing is mailed, or any longer: a repetition says the same. */
  | { state: 'ended' }
  | { state: 'asked'; subscription: ReportSubscription };

/** What an address would end. */
export async function findUnsubscribing(
  { catalog, linkSignatures }: Service,
  token: string,
): Promise<Unsubscribing> {
  const [, id = '', signature = ''] = /^([^.]+)\.([^.]+)$/.exec(token) ?? [];
  if (!linkSignatures.verify(grantOf(id), signature)) return { state: 'unknown' };
  const subscription = await findSubscription(catalog.db, id);
  return subscription ? { state: 'asked', subscription } : { state: 'ended' };
}

export async function unsubscribe(
  service: Service,
  token: string,
  requestId: string,
): Promise<Exclude<Unsubscribing, { state: 'asked' }>> {
  const found = await findUnsubscribing(service, token);
  if (found.state !== 'asked') return found;
  const { id, workbook_id: chain, user_id: userId } = found.subscription;
  await change(service.catalog, { userId, credentialId: null, requestId }, async (c) => {
    await deleteScheduleRecord(c, id);
    await c.audit({ chain, action: 'report.unsubscribed', target: id });
  });
  return { state: 'ended' };
}
