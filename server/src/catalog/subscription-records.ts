// The only writer of `report_subscriptions`.
import type { Selectable } from 'kysely';
import type { Catalog } from './catalog.js';
import type { Change } from './change.js';
import type { Db, Tx } from './db.js';
import { isUnfinished, type NamedSchedule, namedSchedules, type ScheduleRecord } from './schedule-records.js';
import type { Schema } from './schema.js';

type SubscriptionRecord = Selectable<Schema['report_subscriptions']>;

/** What can be chosen of a mail. */
type MailChoices = Pick<SubscriptionRecord, 'file' | 'language' | 'at_most_every'>;

/** A schedule that mails a report to its user. */
export interface ReportSubscription extends NamedSchedule, Omit<SubscriptionRecord, 'schedule_id'> {
  sheet_id: string;
  sheet_title: string | null;
  workbook_title: string;
  email: string;
  user_name: string | null;
}

function subscriptions(db: Db) {
  return namedSchedules(db)
    .innerJoin('report_subscriptions as mails', 'mails.schedule_id', 'schedules.id')
    .innerJoin('workbooks', 'workbooks.id', 'schedules.workbook_id')
    .innerJoin('users', 'users.id', 'schedules.user_id')
    .select([
      'mails.created_by',
      'mails.file',
      'mails.language',
      'mails.at_most_every',
      'mails.origin',
      'mails.sending_job_id',
      'mails.mailed_at',
      'mails.mailed_digest',
      'sheets.title as sheet_title',
      'workbooks.title as workbook_title',
      'users.email',
      'users.name as user_name',
    ])
    .$narrowType<{ sheet_id: string }>();
}

interface Listed {
  after: string | undefined;
  limit: number;
  /** Those that this user gets. */
  userId?: string | undefined;
  sheetId?: string | undefined;
}

/** Oldest first. */
export async function subscriptionsAfter(
  db: Db,
  { after, limit, userId, sheetId }: Listed,
): Promise<ReportSubscription[]> {
  return await subscriptions(db)
    .$if(sheetId !== undefined, (query) => query.where('schedules.sheet_id', '=', sheetId as string))
    .$if(userId !== undefined, (query) => query.where('schedules.user_id', '=', userId as string))
    .$if(after !== undefined, (query) => query.where('schedules.id', '>', after as string))
    .orderBy('schedules.id')
    .limit(limit)
    .execute();
}

export async function findSubscription(db: Db, id: string): Promise<ReportSubscription | undefined> {
  return await subscriptions(db).where('schedules.id', '=', id).executeTakeFirst();
}

export async function subscriptionOf(
  db: Db,
  { sheetId, userId }: { sheetId: string; userId: string },
): Promise<ReportSubscription | undefined> {
  return await subscriptions(db)
    .where('schedules.sheet_id', '=', sheetId)
    .where('schedules.user_id', '=', userId)
    .executeTakeFirst();
}

export async function insertSubscription(c: Change, subscription: SubscriptionRecord): Promise<void> {
  await c.tx.insertInto('report_subscriptions').values(subscription).execute();
}

export async function updateMailChoices(c: Change, id: string, choices: MailChoices): Promise<void> {
  await c.tx.updateTable('report_subscriptions').set(choices).where('schedule_id', '=', id).execute();
}

/** A report that is mailed when it changes, with what tells cheaply that nothing in its workbook has changed. */
export interface FollowedReport extends ScheduleRecord {
  sheet_id: string;
  at_most_every: SubscriptionRecord['at_most_every'];
  mailed_at: string | null;
  last_op_id: number;
}

/** Those whose latest run has ended. */
export async function followedReports(db: Db): Promise<FollowedReport[]> {
  return await db
    .selectFrom('schedules')
    .innerJoin('report_subscriptions as mails', 'mails.schedule_id', 'schedules.id')
    .innerJoin('workbooks', 'workbooks.id', 'schedules.workbook_id')
    .selectAll('schedules')
    .select(['mails.at_most_every', 'mails.mailed_at', 'workbooks.last_op_id'])
    .$narrowType<{ sheet_id: string }>()
    .where('schedules.state', '=', 'active')
    .where('schedules.every', 'is', null)
    .where('schedules.cron', 'is', null)
    .where((eb) => eb.not(isUnfinished(eb)))
    .execute();
}

/**
 * Notes that a mail is about to be given to the mail server, before it is. False if it may have been already: by a process
 * that died then, or by another node that took the job for abandoned.
 */
export async function claimSending({ db }: Catalog, id: string, jobId: string): Promise<boolean> {
  const claimed = await db
    .updateTable('report_subscriptions')
    .set({ sending_job_id: jobId })
    .where('schedule_id', '=', id)
    .where((eb) => eb.or([eb('sending_job_id', 'is', null), eb('sending_job_id', '<>', jobId)]))
    .returning('schedule_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The mail server did not take it, so that it may be given to it again. */
export async function releaseSending({ db }: Catalog, id: string, jobId: string): Promise<void> {
  await db
    .updateTable('report_subscriptions')
    .set({ sending_job_id: null })
    .where('schedule_id', '=', id)
    .where('sending_job_id', '=', jobId)
    .execute();
}

export async function noteMailed(tx: Tx, id: string, mailed: { at: string; digest: string }): Promise<void> {
  await tx
    .updateTable('report_subscriptions')
    .set({ mailed_at: mailed.at, mailed_digest: mailed.digest })
    .where('schedule_id', '=', id)
    .execute();
}
