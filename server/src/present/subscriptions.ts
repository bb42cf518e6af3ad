import type { ReportSubscription } from '../catalog/subscription-records.js';
import type { Page } from '../core/paging.js';
import { timesAndRuns } from './schedules.js';

export function subscriptionBody(subscription: ReportSubscription) {
  return {
    id: subscription.id,
    workbook_id: subscription.workbook_id,
    workbook_title: subscription.workbook_title,
    sheet: subscription.subject,
    sheet_id: subscription.sheet_id,
    title: subscription.sheet_title,
    recipient: {
      user_id: subscription.user_id,
      email: subscription.email,
      name: subscription.user_name,
    },
    created_by: subscription.created_by,
    at_most_every: subscription.at_most_every,
    file: subscription.file,
    language: subscription.language,
    last_mailed_at: subscription.mailed_at,
    ...timesAndRuns(subscription),
  };
}

export function subscriptionListBody({ items, nextCursor }: Page<ReportSubscription>) {
  return { subscriptions: items.map(subscriptionBody), next_cursor: nextCursor };
}
