import { type Static, Type } from '@sinclair/typebox';
import {
  idOf,
  NextCursor,
  nullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { messageFieldsOf } from './message-fields.js';

export const intervals = ['15m', '1h', '6h', '1d', '7d'] as const;
export const Interval = textEnum(intervals);
export type Interval = Static<typeof Interval>;

const Cron = Type.String({
  minLength: 9,
  maxLength: 100,
  description:
    'Minute, hour, day of the month, month and day of the week, such as `0 8 * * 1-5`; at most every 15 minutes',
});
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'By whose clocks `cron` is meant, as `Asia/Tokyo`; UTC where absent',
});

/** When something is to happen: at an interval or by a cron expression. */
export const timingFields = {
  every: Type.Optional(Interval),
  cron: Type.Optional(Cron),
  time_zone: Type.Optional(TimeZone),
};
export const SetScheduleRequest = strictObject(timingFields, {
  description: 'Either `every` or `cron`',
});
export const SetSourceScheduleRequest = strictObject({
  ...timingFields,
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'Where the file is; the address that it was fetched from where absent, without its query, which is not kept. ' +
        'It is stored encrypted',
    }),
  ),
});
export const SetRefreshRequest = strictObject({
  refresh: textEnum(['manual', 'auto'], {
    description: '`auto`: recomputed a few seconds after what it is computed from has changed',
  }),
});

export const scheduleKinds = ['pull_file', 'pull_url', 'refresh', 'mail_report'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];
export const pauseReasons = [
  'person',
  'failures',
  'no_access',
  'drive_authorization',
  'out_of_credits',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

const ended = {
  job_id: Type.String({ description: 'Jobs are kept for a while' }),
  finished_at: Timestamp,
  outcome: textEnum(['succeeded', 'failed']),
  changed: Type.Boolean({ description: 'Whether it found something new' }),
  error: nullable(Type.String()),
  ...messageFieldsOf('error'),
  error_fix: Type.Optional(Type.String({ description: 'What to do about it, where that is known' })),
  ...messageFieldsOf('error_fix'),
};
export const ScheduleRun = Type.Object({ ...ended, started_at: nullable(Timestamp) });
export const ScheduleRunListQuery = pageQuery(50);
export const ScheduleRunList = Type.Object({ runs: Type.Array(ScheduleRun), next_cursor: NextCursor });

export const Schedule = Type.Object({
  id: Type.String({ description: 'As `sch_…`' }),
  kind: textEnum(scheduleKinds, {
    description:
      '`pull_file`: pulls a tracked file from its drive. `pull_url`: fetches the file of a source. `refresh`: recomputes a derived table. ' +
      '`mail_report`: mails a report to a member, who is `user_id`',
  }),
  subject: Type.String({ description: 'The name of the file, source, table or sheet' }),
  subject_id: Type.String({ description: 'The id of the tracked file, source, table or sheet' }),
  every: nullable(Interval),
  cron: nullable(Type.String()),
  time_zone: nullable(Type.String({ description: 'Of `cron`, and of what a mail says of times' })),
  on_change: Type.Boolean({ description: 'Whether it runs when data changed, rather than at set times' }),
  url: nullable(Type.String({ description: 'Where the file is, without its query; of `pull_url`' })),
  user_id: Type.String({
    description: 'With whose rights it runs: who set it, or to whom a report is mailed',
  }),
  state: textEnum(['active', 'paused']),
  paused_because: nullable(
    textEnum(pauseReasons, {
      description:
        '`person`: somebody paused it. `failures`: ten runs in a row failed. `no_access`: its user may no longer do or ' +
        'see this here. `drive_authorization`: its user has to connect the drive. `out_of_credits`: the account has none',
    }),
  ),
  failures: Type.Integer({ description: 'Failed runs since the last success' }),
  next_run_at: nullable(
    Type.String({ description: 'Null while it is paused, and where it runs when data changed' }),
  ),
  running_job_id: nullable(Type.String({ description: 'The job of the run that is waiting or going on' })),
  last_run: nullable(Type.Object(ended)),
  created_at: Timestamp,
});
export const ScheduleListQuery = pageQuery(100);
export const ScheduleList = Type.Object({ schedules: Type.Array(Schedule), next_cursor: NextCursor });

export const ScheduleParams = Type.Object({ workbook_id: WorkbookId, schedule_id: idOf('a schedule') });
export const UpdateScheduleRequest = strictObject({
  state: textEnum(['active', 'paused'], { description: '`active` resumes it, and forgets its failures' }),
});
export const TableRefresh = Type.Object({
  name: Type.String(),
  refresh: textEnum(['manual', 'auto']),
  schedule_id: nullable(Type.String()),
});
