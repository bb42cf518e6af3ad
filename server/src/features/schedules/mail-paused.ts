import type { PauseReason, ScheduleKind } from '@workbook-data-service/contract/schedules';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { jobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';

interface Notice {
  target: string;
  userId: string;
  kind: ScheduleKind;
  because: PauseReason;
}

/** Tells the user of a schedule that it was paused. Repeated after a crash, the message has the same id. */
export async function runNoticeJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const { target, userId, kind, because } = JSON.parse(job.input) as Notice;
  const user = await service.catalog.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  const { publicUrl } = service.config;
  const page = publicUrl === undefined ? [] : [`${publicUrl}/workbooks/${job.workbook_id}/schedules`];
  const [english, japanese] = words[because];
  if (user)
    await service.mail?.send({
      to: user.email,
      messageId: job.id,
      subject: `Paused: ${target}`,
      text: [
        kind === 'mail_report'
          ? `The report "${target}" is no longer mailed to you: ${english}.`
          : `"${target}" is no longer updated by itself: ${english}.`,
        `「${target}」の${kind === 'mail_report' ? '配信' : '自動更新'}を一時停止しました。${japanese}。`,
        ...page,
      ].join('\n\n'),
    });
  await change(
    service.catalog,
    jobAuthor(job),
    async (c) => {
      const detail = { notified: user !== undefined };
      await c.audit({ chain: job.workbook_id, action: 'schedule.paused', target: job.id, detail });
      return { changed: false };
    },
    commit,
  );
}

/** Why, in English and in Japanese, because nobody says which one a user reads. */
const words: Record<PauseReason, readonly [string, string]> = {
  person: ['somebody paused it', '一時停止の操作がありました'],
  failures: ['ten runs in a row failed', '10回続けて失敗しました'],
  no_access: ['you may no longer change this workbook', 'このワークブックを変更する権限がなくなりました'],
  drive_authorization: ['the drive has to be connected again', 'ドライブをもう一度接続してください'],
  out_of_credits: ['the account has no credits left', 'アカウントのクレジットがなくなりました'],
};
