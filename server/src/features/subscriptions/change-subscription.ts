import { say } from '@workbook-data-service/contract/messages';
import type { NewSubscription, SubscriptionUpdate } from '@workbook-data-service/contract/subscriptions';
import { type CommitOptions, change } from '../../catalog/change.js';
import { databaseTime } from '../../catalog/database-time.js';
import {
  deleteScheduleRecord,
  insertSchedule,
  neverRun,
  noSubject,
  pauseSchedule,
  redefineSchedule,
  resumeSchedule,
} from '../../catalog/schedule-records.js';
import {
  findSubscription,
  insertSubscription,
  type ReportSubscription,
  subscriptionOf,
  updateMailChoices,
} from '../../catalog/subscription-records.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import { requireWorkbook } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { SheetPlace, SubscriptionPlace } from '../places.js';
import { dueAfter } from '../schedules/timing.js';
import type { Service } from '../service.js';
import { requireSheet } from '../sheets/sheets.js';
import { type MailTimes, mailTimes } from './mail-times.js';
import { requireRecipient } from './recipients.js';
import { reportState } from './report-state.js';
import { requireSubscription } from './subscriptions.js';

/** Has a report mailed to the caller, or, by somebody who may change the workbook, to another member who may see it. */
export async function createSubscription(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  { user_id: userId = caller.userId, origin, ...input }: NewSubscription & { origin: string },
  commit: CommitOptions,
): Promise<ReportSubscription> {
  const { workbookId } = place;
  const { db } = service.catalog;
  if (!service.mail) throw mailUnset();
  const { id: sheetId } = await requireSheet(db, place);
  if (userId !== caller.userId) await requireWorkbook(service, caller, workbookId, 'workbooks:write');
  await requireRecipient(service, { workbookId, userId });
  const { at_most_every, ...times } = mailTimes(input, await databaseTime(service.catalog));
  const seen = await seenBy(service, times, { workbook_id: workbookId, sheet_id: sheetId });
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const known = await subscriptionOf(c.tx, { sheetId, userId });
      if (known) throw subscribedAlready(known);
      const id = newId('sch');
      await insertSchedule(c, {
        id,
        workbook_id: workbookId,
        kind: 'mail_report',
        ...noSubject,
        sheet_id: sheetId,
        ...neverRun,
        ...times,
        seen,
        url: null,
        user_id: userId,
        credential_id: null,
        created_at: c.at,
      });
      const { file = 'none', language = null } = input;
      await insertSubscription(c, {
        schedule_id: id,
        created_by: caller.userId,
        file,
        language,
        at_most_every,
        origin,
        sending_job_id: null,
        mailed_at: null,
        mailed_digest: null,
      });
      const { every, cron, time_zone } = times;
      const detail = { kind: 'mail_report', user_id: userId, file, every, cron, time_zone };
      await c.audit({ chain: workbookId, action: 'schedule.set', target: id, detail });
      return (await findSubscription(c.tx, id)) as ReportSubscription;
    },
    commit,
  );
}

export const mailUnset = () =>
  problem('not-configured', say('subscription-needs-mail'), { fix: say('fix-subscription-needs-mail') });

const subscribedAlready = ({ id }: ReportSubscription) =>
  problem('conflict', say('subscription-of-report-exists', { subscription: id }), {
    fix: say('fix-subscription-of-report-exists'),
  });

/** What of a report has been seen when its data is followed from now on. */
async function seenBy(
  { catalog }: Service,
  { every, cron }: Pick<MailTimes, 'every' | 'cron'>,
  report: { workbook_id: string; sheet_id: string },
): Promise<string | null> {
  return every === null && cron === null ? await reportState(catalog.db, report) : null;
}

/** Changes when a report is mailed or what the mail is like, or pauses and resumes it. New times resume it too. */
export async function updateSubscription(
  service: Service,
  caller: Caller,
  place: SubscriptionPlace,
  { state, ...input }: SubscriptionUpdate,
  commit: CommitOptions,
): Promise<ReportSubscription> {
  const before = await requireSubscription(service, caller, place);
  const { id, workbook_id: chain, user_id, credential_id } = before;
  const now = await databaseTime(service.catalog);
  const retimed = isRetimed(input) ? mailTimes(timesAfter(before, input), now) : undefined;
  const seen = retimed ? await seenBy(service, retimed, before) : null;
  const isResumed = state === 'active' || (retimed !== undefined && state === undefined);
  if (isResumed && before.paused_because === 'no_access')
    await requireRecipient(service, { workbookId: chain, userId: user_id });
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const { at_most_every = before.at_most_every, ...times } = retimed ?? {};
      const { file = before.file, language = before.language } = input;
      await updateMailChoices(c, id, { file, language, at_most_every });
      if (retimed)
        await redefineSchedule(c, id, {
          ...{ every: null, cron: null, time_zone: null, due_at: null, ...times },
          ...{ url: null, user_id, credential_id, seen },
        });
      else if (state === 'active' && before.state === 'paused')
        await resumeSchedule(c, id, {
          due_at: dueAfter({ ...before, due_at: null }, now),
          user_id,
          credential_id,
        });
      if (state === 'paused') await pauseSchedule(c, id, 'person');
      const { every, cron, time_zone } = retimed ?? before;
      const detail = { kind: 'mail_report', user_id, file, every, cron, time_zone, ...(state && { state }) };
      await c.audit({ chain, action: 'schedule.set', target: id, detail });
      return (await findSubscription(c.tx, id)) as ReportSubscription;
    },
    commit,
  );
}

type TimesUpdate = Omit<SubscriptionUpdate, 'state' | 'file' | 'language'>;

const isRetimed = ({ every, cron, on_change, at_most_every, time_zone }: TimesUpdate) =>
  [every, cron, on_change, at_most_every, time_zone].some((given) => given !== undefined);

/** The times that were chosen with those that are given in their place. */
function timesAfter(before: ReportSubscription, given: TimesUpdate): TimesUpdate {
  const isRhythm = [given.every, given.cron, given.on_change].some((one) => one !== undefined);
  const { every, cron, on_change } = isRhythm
    ? given
    : {
        every: before.every ?? undefined,
        cron: before.cron ?? undefined,
        on_change: before.every === null && before.cron === null,
      };
  const atMost = given.at_most_every ?? (on_change ? (before.at_most_every ?? undefined) : undefined);
  return {
    ...(every !== undefined && { every }),
    ...(cron !== undefined && { cron }),
    ...(on_change && { on_change }),
    ...(atMost !== undefined && { at_most_every: atMost }),
    time_zone: given.time_zone ?? before.time_zone ?? 'UTC',
  };
}

export async function endSubscription(
  service: Service,
  caller: Caller,
  place: SubscriptionPlace,
  commit: CommitOptions,
): Promise<void> {
  const { id, workbook_id: chain, user_id } = await requireSubscription(service, caller, place);
  await change(
    service.catalog,
    caller,
    async (c) => {
      await deleteScheduleRecord(c, id);
      const detail = { kind: 'mail_report', user_id };
      await c.audit({ chain, action: 'schedule.deleted', target: id, detail });
    },
    commit,
  );
}
