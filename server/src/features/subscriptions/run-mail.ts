import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { noteSuccess } from '../../catalog/schedule-records.js';
import {
  claimSending,
  findSubscription,
  noteMailed,
  type ReportSubscription,
  releaseSending,
} from '../../catalog/subscription-records.js';
import { type Problem, problem } from '../../core/problems.js';
import { type Mail, type MailMessage, MailNotTaken } from '../../gateways/mail/mail.js';
import { AccessTrace } from '../audit/access-trace.js';
import { type JobAuthor, jobAuthor } from '../queue/queue-job.js';
import { scheduledRun } from '../schedules/schedule-jobs.js';
import type { Service } from '../service.js';
import { renderMail } from '../sheets/mail/render-mail.js';
import { resolveSheet } from '../sheets/resolve-sheet.js';
import { requireSheet } from '../sheets/sheets.js';
import { mailUnset } from './change-subscription.js';
import { addressOf } from './recipients.js';
import { reportMessage } from './report-message.js';

/**
 * Mails a report as its subscriber may see it. A mail is given to the mail server once: what was interrupted while it was given
 * is not repeated, because it may have arrived.
 */
export async function runMailJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const { scheduleIds, onChange } = scheduledRun(job);
  const { catalog, mail } = service;
  const subscription = await findSubscription(catalog.db, scheduleIds[0] ?? '');
  if (!subscription) throw problem('not-found', say('subscription-ended'));
  if (subscription.sending_job_id === job.id) throw unknownOutcome();
  if (!mail) throw mailUnset();
  const { workbook_id: workbookId, user_id: userId, sheet_id, language, mailed_digest } = subscription;
  const to = await addressOf(service, { workbookId, userId });
  if (to === undefined) throw problem('forbidden', say('subscription-no-access'));
  const trace = new AccessTrace();
  const viewer = { userId, trace };
  const sheet = await requireSheet(catalog.db, { workbookId, sheet: sheet_id });
  const at = new Date();
  const blocks = await resolveSheet(service, viewer, sheet);
  const report = await renderMail(service, viewer, sheet, blocks, language);
  const isNew = !onChange || report.digest !== mailed_digest;
  if (isNew) {
    const message = await reportMessage(service, { subscription, sheet, viewer, to, blocks, report, at });
    await sendOnce(service, mail, { subscription, job, message });
  }
  const author: JobAuthor = { ...jobAuthor(job), actor: 'schedule' };
  const governed = [...(trace.governed.get(workbookId) ?? [])];
  await change(
    catalog,
    author,
    async (c) => {
      const { id } = subscription;
      await noteSuccess(c.tx, id, { jobId: job.id, changed: isNew });
      if (isNew) await noteMailed(c.tx, id, { at: at.toISOString(), digest: report.digest });
      const detail = { user_id: userId, mailed: isNew, ...(governed.length > 0 && { governed }) };
      await c.audit({ chain: workbookId, action: 'report.mailed', target: id, detail });
      return { changed: isNew };
    },
    commit,
  );
}

interface Sending {
  subscription: ReportSubscription;
  job: JobRecord;
  message: MailMessage;
}

async function sendOnce(
  { catalog, log }: Service,
  mail: Mail,
  { subscription: { id }, job, message }: Sending,
): Promise<void> {
  if (!(await claimSending(catalog, id, job.id))) throw unknownOutcome();
  try {
    await mail.send({ ...message, messageId: job.id });
  } catch (error) {
    if (!(error instanceof MailNotTaken)) {
      log.warn({ err: error, job_id: job.id }, 'a report may have been mailed or not');
      throw unknownOutcome();
    }
    await releaseSending(catalog, id, job.id);
    log.warn({ err: error.cause, job_id: job.id }, 'a report was not mailed');
    throw notTaken(error);
  }
}

/** A server that is silent or busy is asked again; one that refuses the message would refuse it again. */
function notTaken({ status, isForGood }: MailNotTaken): Problem {
  if (status === undefined) return problem('unavailable', say('mail-server-silent'));
  const detail = say('mail-refused', { status });
  return isForGood ? problem('conflict', detail) : problem('unavailable', detail);
}

const unknownOutcome = () => problem('conflict', say('mail-outcome-unknown'));
