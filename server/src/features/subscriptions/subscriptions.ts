import { say } from '@workbook-data-service/contract/messages';
import {
  findSubscription,
  type ReportSubscription,
  subscriptionsAfter,
} from '../../catalog/subscription-records.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import { may } from '../../core/rights.js';
import { requireWorkbook, rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { SheetPlace, SubscriptionPlace } from '../places.js';
import type { Service } from '../service.js';
import { requireSheet } from '../sheets/sheets.js';

/** Those of a report, oldest first: all for who may change the workbook, and their own for others. */
export async function listSubscriptions(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  page: PageRequest,
): Promise<Page<ReportSubscription>> {
  const { db } = service.catalog;
  const { id: sheetId } = await requireSheet(db, place);
  const rights = await rightsTo(service, caller, place.workbookId);
  const userId = rights && may(rights, 'workbooks:write') ? undefined : caller.userId;
  const listed = { sheetId, userId, after: startOf(page), limit: page.limit + 1 };
  return cutPage(await subscriptionsAfter(db, listed), page, ({ id }) => id);
}

/** What is mailed to the caller, of every workbook within reach, oldest first. */
export async function listOwnSubscriptions(
  service: Service,
  caller: Caller,
  page: PageRequest,
): Promise<Page<ReportSubscription>> {
  const { db } = service.catalog;
  const listed = { userId: caller.userId, after: startOf(page), limit: page.limit + 1 };
  const found = cutPage(await subscriptionsAfter(db, listed), page, ({ id }) => id);
  const workbooks = new Map<string, boolean>();
  for (const { workbook_id: id } of found.items) {
    if (workbooks.has(id)) continue;
    const rights = await rightsTo(service, caller, id);
    workbooks.set(id, rights !== undefined && may(rights, 'workbooks:read'));
  }
  return { ...found, items: found.items.filter(({ workbook_id }) => workbooks.get(workbook_id)) };
}

/** One that the caller gets or, with the right to change the workbook, that anybody gets. */
export async function requireSubscription(
  service: Service,
  caller: Caller,
  { subscriptionId, ...place }: SubscriptionPlace,
): Promise<ReportSubscription> {
  const { db } = service.catalog;
  const { id: sheetId } = await requireSheet(db, place);
  const found = await findSubscription(db, subscriptionId);
  if (found?.sheet_id !== sheetId)
    throw problem('not-found', say('subscription-unknown', { subscription: subscriptionId }), {
      fix: say('fix-subscriptions'),
    });
  if (found.user_id !== caller.userId)
    await requireWorkbook(service, caller, place.workbookId, 'workbooks:write');
  return found;
}
